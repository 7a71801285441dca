"""The table of rights: every caller, every right."""

import pytest
from tests.stories.happened import AGENT, CLI, a_caller, a_device

from quarterdeck.domain.callers import AccessRules, Caller, CriticalFrom, Right, Role, may
from quarterdeck.domain.risk import Level

CLOSED = AccessRules(agents_may_type=False, critical_from=CriticalFrom.ANY)
OPEN = AccessRules(agents_may_type=True, critical_from=CriticalFrom.ANY)
PAIRED = AccessRules(agents_may_type=False, critical_from=CriticalFrom.PAIRED)

VIEWER, ANSWERER = a_caller("viewer", role=Role.VIEW), a_caller("answerer", role=Role.ANSWER)
TYPIST = a_caller("typist", role=Role.TYPE)

#                viewer answerer typist agent agent that may type
TABLE = {
    Right.SEE: (True, True, True, True, True),
    Right.ANSWER: (False, True, True, False, False),
    Right.SNOOZE: (False, True, True, False, False),
    Right.INTERRUPT: (False, True, True, False, False),
    Right.FOCUS: (False, True, True, False, False),
    Right.RENAME: (False, False, True, False, False),
    Right.SEND: (False, False, True, False, True),
    Right.PRESS: (False, False, True, False, False),
    Right.WATCH_TYPING: (False, False, True, False, False),
    Right.CONFIGURE: (False, False, True, False, False),
    Right.PAIR: (False, False, True, False, False),
    Right.ASK: (False, False, True, True, True),
    Right.BUTTONS: (False, False, True, True, True),
}


@pytest.mark.parametrize("right", Right)
def test_each_right_belongs_to_those_whom_the_table_names(right: Right) -> None:
    callers = [
        (VIEWER, CLOSED),
        (ANSWERER, CLOSED),
        (TYPIST, CLOSED),
        (AGENT, CLOSED),
        (AGENT, OPEN),
    ]
    found = tuple(may(caller, right, None, rules) is None for caller, rules in callers)
    assert found == TABLE[right]


@pytest.mark.parametrize("risk", Level)
@pytest.mark.parametrize("ceiling", Level)
def test_nobody_allows_what_is_above_their_ceiling(ceiling: Level, risk: Level) -> None:
    refusal = may(a_caller(ceiling=ceiling), Right.ANSWER, risk, CLOSED)
    assert (refusal is None) == ceiling.reaches(risk)
    assert refusal is None or (refusal.code, str(risk) in refusal.why) == ("too_risky", True)


@pytest.mark.parametrize(
    ("caller", "risk", "code"),
    [
        (CLI, Level.CRITICAL, "not_paired"),
        (CLI, Level.HIGH, None),
        (a_device("tablet").caller(), Level.CRITICAL, None),
    ],
)
def test_where_only_paired_devices_allow_what_is_critical_others_allow_the_rest(
    caller: Caller, risk: Level, code: str | None
) -> None:
    refusal = may(caller, Right.ANSWER, risk, PAIRED)
    assert (refusal.code if refusal else None) == code
