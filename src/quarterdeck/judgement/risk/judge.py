"""How dangerous a command or a tool call is: the worst of everything it would do."""

from collections.abc import Mapping
from dataclasses import replace

from quarterdeck.domain.risk import Risk
from quarterdeck.judgement.risk.data_flow import NO_FLOW, NO_INPUT
from quarterdeck.judgement.risk.hidden_characters import strange
from quarterdeck.judgement.risk.judging_cost import Effort, effort
from quarterdeck.judgement.risk.path_zones import Place
from quarterdeck.judgement.risk.run_tree import Step, worst
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
    inner = tuple(Walk(place, additions).text(command, NO_INPUT))
    found = [step.risk for top in inner for step in top.all()] or [verdict("empty", "")]
    found += [e.risk for e in additions.expressions if e.matches.search(command)]
    if strange(command):
        found.append(verdict("unknowable.strange", ""))
    risk = worst(found)
    if risk.part == command[:PART]:
        risk = replace(risk, part="")
    return Step(command, risk, inner, NO_FLOW, None)


def effort_of(tool_input: Mapping[str, object]) -> Effort:
    """How much work a call is to judge; only what judging reads counts."""
    return effort(texts_of(tool_input))


def long_risk() -> Risk:
    """The verdict on a call that is too long to be judged at once."""
    return verdict("unknowable.long", "")
