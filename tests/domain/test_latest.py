"""When something last happened, however late it was heard of."""

from quarterdeck.domain.ids import SessionId
from quarterdeck.domain.latest import Latest

DESK, LAB = SessionId("desk"), SessionId("lab")


def test_the_latest_moment_counts_in_whatever_order_it_was_heard_of() -> None:
    latest = Latest()
    for at in (5.0, 9.0, 7.0):
        latest.note(DESK, at)
    assert latest.is_after(DESK, 8.0)
    assert not latest.is_after(DESK, 9.0)


def test_each_session_has_its_own() -> None:
    latest = Latest()
    latest.note(DESK, 9.0)
    assert not latest.is_after(LAB, 1.0)


def test_nothing_is_known_of_a_session_that_was_forgotten() -> None:
    latest = Latest()
    latest.note(DESK, 9.0)
    latest.forget(DESK)
    assert not latest.is_after(DESK, 1.0)
