"""Things that are due, soonest first."""

from quarterdeck.domain.ids import AskId, SessionId
from quarterdeck.domain.timers import LookAgain, SnoozeEnds, Timers

FIRST, SECOND = SnoozeEnds(AskId("first")), SnoozeEnds(AskId("second"))


def test_nothing_is_due_at_first() -> None:
    alarm = Timers()
    assert alarm.next() is None
    assert alarm.ring(1e9) == []


def test_what_is_due_rings_once_soonest_first() -> None:
    alarm = Timers()
    alarm.set(2.0, SECOND)
    alarm.set(1.0, FIRST)
    assert alarm.next() == 1.0
    assert alarm.ring(0.9) == []
    assert alarm.ring(2.0) == [FIRST, SECOND]
    assert alarm.ring(2.0) == []


def test_what_is_due_at_one_moment_rings_in_the_order_in_which_it_was_set() -> None:
    alarm = Timers()
    looks = [LookAgain(SessionId(str(n))) for n in range(9)]
    for look in looks:
        alarm.set(1.0, look)
    assert alarm.ring(1.0) == looks
