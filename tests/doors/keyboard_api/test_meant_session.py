"""Which session a call is about, and for whom a caller may speak."""

import os
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

import pytest
from starlette.requests import Request
from tests.contracts.test_store import a_session
from tests.doors.test_facade import IDLE, Still, facade, journal

from quarterdeck.domain.callers import CallerKind, Right
from quarterdeck.domain.ids import SessionId
from quarterdeck.domain.sessions import Facts, Process, Session
from quarterdeck.domain.states import State
from quarterdeck.domain.watch import View
from quarterdeck.doors.facade import NotFound, Refused
from quarterdeck.doors.http.connections import unix_client
from quarterdeck.doors.keyboard_api.meant_session import MeantSessions, SeveralSessions
from quarterdeck.doors.peers import Peer

__all__ = ["journal"]  # a fixture

OTHER = replace(
    a_session("shelf"),
    process=Process("here", 2**22 + 9, 1),
    facts=Facts(keyboard_id="tk-7-9", agent_session="conversation"),
)
OVER = replace(a_session("over", State.ENDED), process=Process("here", 2**22 + 8, 1))


def calls_from(pid: int | None) -> Request:
    """A call of this process; of one that nobody knows without a pid."""
    peer = Peer(() if pid is None else (pid,), os.getuid())
    return Request({"type": "http", "client": unix_client(peer), "headers": []})


PERSON, AGENT = calls_from(None), calls_from(os.getpid())


def sessions(journal: Path, *known: Session, bound: Iterable[SessionId] = ()) -> MeantSessions:
    core = Still(IDLE)
    core._view = View(known, (), {}, {}, (), (), ())
    return MeantSessions(facade(journal, core), lambda: bound)


@pytest.mark.parametrize("name", ["shelf", "tk-7-9", "conversation", str(2**22 + 9)])
async def test_the_session_that_is_named_is_meant(journal: Path, name: str) -> None:
    meant = sessions(journal, IDLE, OTHER)
    assert await meant.of(PERSON, name) == OTHER
    assert await meant.of(AGENT, name) == OTHER  # whoever may look


async def test_without_a_name_it_is_the_session_from_which_the_call_comes(journal: Path) -> None:
    meant = sessions(journal, IDLE, OTHER, bound=[OTHER.id])
    assert await meant.of(AGENT, "") == IDLE
    session, caller = await meant.permitted(AGENT, "", Right.BUTTONS)
    assert (session, caller.kind) == (IDLE, CallerKind.AGENT)


async def test_else_it_is_the_session_of_the_keyboard(journal: Path) -> None:
    meant = sessions(journal, IDLE, OTHER, bound=[OTHER.id, OTHER.id, SessionId("gone")])
    assert await meant.of(PERSON, "") == OTHER


@pytest.mark.parametrize("bound", [[], [IDLE.id, OTHER.id]])
async def test_else_nobody_can_tell_and_all_are_listed(
    journal: Path, bound: list[SessionId]
) -> None:
    meant = sessions(journal, OVER, IDLE, OTHER, bound=bound)
    with pytest.raises(SeveralSessions, match="Say which session is meant") as told:
        await meant.of(PERSON, "")
    assert told.value.sessions == (IDLE, OTHER)


async def test_without_any_session_none_is_meant(journal: Path) -> None:
    assert await sessions(journal, OVER).of(PERSON, "") is None


async def test_a_session_that_ended_can_be_looked_at_and_one_that_never_was_cannot(
    journal: Path,
) -> None:
    meant = sessions(journal, OVER, IDLE)
    assert await meant.of(PERSON, "over") == OVER
    with pytest.raises(NotFound, match=r"no session 'desk 2'; there are: desk \(desk\)"):
        await meant.of(PERSON, "desk 2")


async def test_nothing_is_set_for_a_session_that_ended(journal: Path) -> None:
    with pytest.raises(NotFound, match="'over' has ended"):
        await sessions(journal, OVER, IDLE).permitted(PERSON, "over", Right.BUTTONS)


async def test_an_agent_speaks_for_no_other_session(journal: Path) -> None:
    meant = sessions(journal, IDLE, OTHER)
    with pytest.raises(Refused, match="cannot speak for another"):
        await meant.permitted(AGENT, "shelf", Right.BUTTONS)
    assert (await meant.permitted(AGENT, "desk", Right.BUTTONS))[0] == IDLE


async def test_an_agent_presses_nothing(journal: Path) -> None:
    with pytest.raises(Refused, match="a person must"):
        await sessions(journal, IDLE).permitted(AGENT, "", Right.SEND)
