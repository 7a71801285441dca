"""Who may ask, for which session, and what becomes of calls that go away."""

import asyncio
from dataclasses import replace
from pathlib import Path

import pytest
from tests.contracts.test_store import a_session
from tests.doors.mcp.test_open_calls import Wire
from tests.doors.test_facade import AGENT, IDLE, PERSON, Still, facade, journal
from tests.stories.happened import CLI, a_caller

from quarterdeck.domain.callers import Caller, Role
from quarterdeck.domain.events import AskOpened, ChannelClosed, Closing, Printed
from quarterdeck.domain.ids import RequestId
from quarterdeck.domain.states import State
from quarterdeck.domain.watch import View
from quarterdeck.doors.facade import Refused
from quarterdeck.doors.mcp.calling_sessions import Call
from quarterdeck.doors.mcp.desk import HumanDesk
from quarterdeck.doors.mcp.open_calls import OpenCalls
from quarterdeck.doors.mcp.wire import Result
from quarterdeck.doors.peers import Peer
from quarterdeck.ports import Nonsense

__all__ = ["journal"]  # a fixture

CALL = RequestId("call")
NOW = 1000.0  # when the clock of the tests stands
WHICH = {"question": "Which?"}


class Office:
    """A desk in a daemon in which nothing moves."""

    def __init__(self, journal: Path, core: Still | None = None) -> None:
        self.core = core or Still(IDLE)
        self.calls = OpenCalls()
        self.stop = asyncio.Event()
        self.line = Wire()
        self.waits = asyncio.Event()
        self.desk = HumanDesk(facade(journal, self.core), self.calls, self.stop)

    def call(self, came: Caller = CLI, peer: Peer = AGENT) -> Call:
        async def progress(_: float) -> None:
            self.waits.set()

        return Call(CALL, self.line, came, lambda: peer, progress)

    async def ask(self) -> "asyncio.Future[Result]":
        """A question that waits."""
        going = asyncio.ensure_future(self.desk.ask(self.call(), WHICH))
        await self.waits.wait()
        return going


async def test_a_question_is_opened_for_the_session_that_calls(journal: Path) -> None:
    office = Office(journal)
    going = await office.ask()
    [opened] = office.core.events
    assert isinstance(opened, AskOpened)
    assert opened.ask.session == IDLE.id
    assert opened.channel is not None
    assert office.calls.holds(opened.channel.request)
    going.cancel()


@pytest.mark.parametrize("role", [Role.VIEW, Role.ANSWER])
async def test_whoever_may_only_look_or_answer_asks_nothing(journal: Path, role: Role) -> None:
    call = Office(journal).call(a_caller("tablet", role=role), PERSON)
    with pytest.raises(Refused, match="tablet may not ask the person"):
        await Office(journal).desk.ask(call, WHICH | {"session": IDLE.id})


async def test_a_session_that_is_over_asks_nothing(journal: Path) -> None:
    over = Still(IDLE)
    gone = replace(a_session("gone"), state=State.ENDED)
    over._view = View((gone,), (), {}, {}, (), (), ())
    with pytest.raises(Nonsense, match="one of: none"):
        await Office(journal, over).desk.notify(Office(journal).call(peer=PERSON), {"text": "hi"})


@pytest.mark.parametrize("named", [IDLE.id, IDLE.name])
async def test_a_program_says_for_which_session_it_asks(journal: Path, named: str) -> None:
    office = Office(journal)
    told = await office.desk.notify(office.call(peer=PERSON), {"text": "hi", "session": named})
    assert told.fields == {"outcome": "shown"}
    [opened] = office.core.events
    assert isinstance(opened, AskOpened)
    assert opened.channel is None


async def test_a_call_that_its_agent_cancels_is_withdrawn(journal: Path) -> None:
    office = Office(journal)
    going = await office.ask()
    going.cancel()
    with pytest.raises(asyncio.CancelledError):
        await going
    assert office.core.events[1:] == [ChannelClosed(CALL, Closing.TERMINATED, NOW)]


async def test_a_daemon_that_stops_withdraws_nothing(journal: Path) -> None:
    office = Office(journal)
    going = await office.ask()
    office.stop.set()
    going.cancel()
    with pytest.raises(asyncio.CancelledError):
        await going
    assert len(office.core.events) == 1


async def test_a_line_that_breaks_ends_the_call_without_an_answer(journal: Path) -> None:
    office = Office(journal)
    going = await office.ask()
    office.line.gone.set()
    await going
    office.desk.lost(office.line)
    assert office.core.events[1:] == [ChannelClosed(CALL, Closing.CLOSED, NOW)]


async def test_what_was_taken_is_told_once(journal: Path) -> None:
    office = Office(journal)
    going = await office.ask()
    office.calls.release(CALL)
    await going
    office.desk.taken(office.line, CALL)
    office.desk.taken(office.line, CALL)
    office.desk.lost(office.line)
    assert office.core.events[1:] == [Printed(CALL, NOW)]
