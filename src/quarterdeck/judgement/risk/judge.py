"""How dangerous a command or a tool call is: the worst of everything it would do."""

from collections.abc import Iterator, Mapping

from quarterdeck.domain.risk import Risk
from quarterdeck.domain.shown import Span
from quarterdeck.judgement.risk.data_flow import NO_FLOW, NO_INPUT
from quarterdeck.judgement.risk.hidden_characters import first_hidden
from quarterdeck.judgement.risk.judging_cost import Effort, effort
from quarterdeck.judgement.risk.path_zones import Place
from quarterdeck.judgement.risk.run_tree import Range, Step, weight
from quarterdeck.judgement.risk.script_walker import Walk
from quarterdeck.judgement.risk.tool_calls import judge_tool, texts_of
from quarterdeck.judgement.risk.user_rules import Additions
from quarterdeck.judgement.risk.verdicts import PART, verdict


def judge_call(
    tool: str, tool_input: Mapping[str, object], place: Place, additions: Additions
) -> Risk:
    """The risk of an agent's tool call."""
    return judge_tool(tool, tool_input, place, additions, judge_command)


def judge_command(command: str, place: Place, additions: Additions) -> Risk:
    """The risk of a shell command."""
    return explain(command, place, additions).risk


def explain(command: str, place: Place, additions: Additions) -> Step:
    """The tree of what a command would run; its root carries the verdict on the whole."""
    inner = tuple(Walk(command, place, additions).text(command, NO_INPUT))
    whole = (0, len(command))
    found = [(step.risk, at) for top in inner for step, at in top.placed(whole)]
    found += _of_the_whole(command, additions)
    risk, at = max(found or [(verdict("empty", ""), whole)], key=lambda one: weight(one[0]))
    part = "" if risk.part == command[:PART] else risk.part
    span = Span(*place_of(risk, command, at))
    risk = Risk(risk.level, risk.reason, risk.rule, risk.sentence, part, span)
    return Step(command, risk, inner, NO_FLOW, None, whole)


def _of_the_whole(command: str, additions: Additions) -> Iterator[tuple[Risk, Range]]:
    """The verdicts on the literal text: a person's own expressions, hidden characters."""
    for expression in additions.expressions:
        if hit := expression.matches.search(command):
            yield expression.risk, hit.span()
    if hidden := first_hidden(command):
        yield verdict("unknowable.strange", ""), hidden


def place_of(risk: Risk, command: str, at: Range) -> Range:
    """Where the part is that a verdict names: in its step, if it is there only once."""
    start = command.find(risk.part, *at) if 0 < len(risk.part) < PART else -1
    if start < 0 or command.find(risk.part, start + 1, at[1]) >= 0:
        return at
    return start, start + len(risk.part)


def effort_of(tool_input: Mapping[str, object]) -> Effort:
    """How much work a call is to judge; only what judging reads counts."""
    return effort(texts_of(tool_input))


def long_risk() -> Risk:
    """The verdict on a call that is too long to be judged at once."""
    return verdict("unknowable.long", "")
