"""What a single call does by itself: the rules, the person's own, and the files it touches."""

from collections.abc import Iterable

from quarterdeck.domain.risk import Level, Risk
from quarterdeck.judgement.risk.data_flow import NO_FLOW, SECRET, Flow
from quarterdeck.judgement.risk.embedded_code import script_of
from quarterdeck.judgement.risk.parsed_call import Call
from quarterdeck.judgement.risk.path_zones import Place
from quarterdeck.judgement.risk.program_trust import is_trusted, poses
from quarterdeck.judgement.risk.rulebook import Rule
from quarterdeck.judgement.risk.run_tree import Draft
from quarterdeck.judgement.risk.sensitive_paths import PathRule, reading, writing
from quarterdeck.judgement.risk.shell_state import ShellState
from quarterdeck.judgement.risk.unknown_calls import asks_help, deploys, destroys, is_guess, unruled
from quarterdeck.judgement.risk.user_rules import Additions
from quarterdeck.judgement.risk.verdicts import PART


def rate(draft: Draft, call: Call, head: str, rules: list[Rule], state: ShellState) -> None:
    """Adds what the rules that come with Quarterdeck say about a call."""
    if head in state.functions:
        draft.add("function")
    if asks_help(call):
        draft.add("help")
    elif rules:
        draft.risks += [_risk(rule, draft.text) for rule in rules]
        if deploys(script_of(call), call):
            draft.add("unknown.deploys")
        if all(rule.broad for rule in rules) and destroys(call):
            draft.add("unknown.destroys")
    elif head not in state.functions:
        draft.risks.append(unruled(call, head, draft.text))
    if "/" in head:
        _rate_path(draft, call, head, rules, state)


def _rate_path(draft: Draft, call: Call, head: str, rules: list[Rule], state: ShellState) -> None:
    """Adds what it means that a program is called by its path."""
    if state.is_download(head):
        draft.add("runs.download")
    if rules and not is_trusted(head, call.place):
        draft.add("unknown.poses" if poses(head, rules) else "unknown.script")


def rate_own(draft: Draft, call: Call, additions: Additions) -> None:
    """Puts the person's own rules in place of guesses; what is known to be dangerous stays."""
    if call.program not in additions.rules.programs:
        return
    own = [_risk(rule, draft.text) for rule in additions.rules.fitting(call)]
    if own:
        known = [risk for risk in draft.risks if _stands(risk)]
        draft.risks = known + own


def _stands(risk: Risk) -> bool:
    return risk.level.reaches(Level.HIGH) and not is_guess(risk)


def rate_files(draft: Draft, call: Call, rules: list[Rule], more: tuple[PathRule, ...]) -> None:
    """Adds what the files mean that a call writes and reads."""
    for rule in rules:
        if rule.writes:
            draft.risks += [writing(path, call.place, more) for path in call.named(rule.writes)]
        if rule.reads:
            found = [reading(path, call.place, more) for path in call.named(rule.reads)]
            draft.risks += filter(None, found)
            draft.gives |= _secrecy(found)


def secrecy(paths: Iterable[str], place: Place) -> Flow:
    """Whether secrets flow out of these files."""
    return _secrecy(reading(path, place, ()) for path in paths)


def _secrecy(found: Iterable[Risk | None]) -> Flow:
    return SECRET if any(risk and risk.level is not Level.LOW for risk in found) else NO_FLOW


def _risk(rule: Rule, text: str) -> Risk:
    return Risk(rule.level, rule.reason, rule.name, rule.sentence, text[:PART])
