"""How much one session may ask and tell."""

from quarterdeck.domain.ids import SessionId
from quarterdeck.doors.mcp.limits import MOST_CALLS, MOST_WAITING, WITHIN, CallLimits

DESK, BARN = SessionId("desk"), SessionId("barn")


def test_so_many_questions_wait_at_once_and_no_more() -> None:
    limits = CallLimits()
    assert limits.objection(DESK, MOST_WAITING - 1, 0.0) is None
    why = limits.objection(DESK, MOST_WAITING, 0.0)
    assert why == "8 questions of this session wait already: wait for their answers."


def test_a_thousand_calls_in_a_second_are_twenty_until_the_flood_is_over() -> None:
    limits = CallLimits()
    told = [limits.objection(DESK, 0, second / 1000) for second in range(1000)]
    assert told.count(None) == MOST_CALLS
    assert set(told[MOST_CALLS:]) == {"20 calls in 10 s are the most: wait, and ask less."}
    assert limits.objection(BARN, 0, 1.0) is None, "another session is not to blame"
    assert limits.objection(DESK, 0, 1.0 + WITHIN) is None
