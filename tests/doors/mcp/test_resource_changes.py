"""Who is told that a resource changed."""

from dataclasses import replace

from tests.contracts.test_store import a_session

from quarterdeck.advisors.rules import buttons_for
from quarterdeck.domain.buttons import Situation
from quarterdeck.domain.states import State
from quarterdeck.doors.mcp.resource_changes import MOST, ResourceChanges

DESK = replace(a_session("desk"), state=State.WORKING)
STATUS, CONTEXT = "tkeyboard://status", "tkeyboard://context"


def test_followers_are_told_what_changed_in_their_session() -> None:
    changes, told = ResourceChanges(), list[str]()
    changes.session_changed(DESK)
    leave = changes.follow(DESK.id, told.append)
    changes.session_changed(a_session("barn"))
    changes.session_changed(replace(DESK, reason="another"))
    assert told == []
    changes.session_changed(replace(DESK, state=State.IDLE))
    assert told == [STATUS]
    with_buttons = replace(DESK, state=State.IDLE, buttons=buttons_for(Situation(""), 1.0))
    changes.session_changed(with_buttons)
    assert told == [STATUS, STATUS, CONTEXT]
    leave()
    changes.session_changed(DESK)
    assert len(told) == 3


def test_those_who_followed_first_make_way() -> None:
    changes, first, last = ResourceChanges(), list[str](), list[str]()
    changes.follow(DESK.id, first.append)
    for _ in range(MOST):
        changes.follow(DESK.id, last.append)
    changes.session_changed(DESK)
    assert (first, len(last)) == ([], 2 * MOST)
