"""The calls that wait for the person."""

import asyncio
from dataclasses import dataclass, field

import pytest
from tests.stories.happened import an_answer, an_ask

from quarterdeck.domain.events import Closing
from quarterdeck.domain.ids import RequestId, SessionId
from quarterdeck.doors.mcp.open_calls import OpenCalls
from quarterdeck.ports import Nonsense

DESK, CALL = SessionId("desk"), RequestId("call")
LS = an_ask("ls")


@dataclass(eq=False)
class Wire:
    """A line that nobody is at the end of."""

    gone: asyncio.Event = field(default_factory=asyncio.Event)
    loss: Closing = Closing.CLOSED


async def test_an_answer_goes_to_the_call_that_waits_for_it() -> None:
    calls = OpenCalls()
    call = calls.open(CALL, DESK, Wire())
    assert calls.holds(CALL)
    calls.reply(CALL, LS, an_answer(LS, "allow"))
    calls.release(CALL)
    answer = await call.answer
    assert answer is not None
    assert answer.choice == "allow", "what was said first counts"


async def test_a_call_that_is_let_go_has_no_answer() -> None:
    calls = OpenCalls()
    call = calls.open(CALL, DESK, Wire())
    calls.release(CALL)
    assert await call.answer is None


async def test_a_call_that_came_back_is_not_closed_by_its_older_line() -> None:
    calls, before, now = OpenCalls(), Wire(), Wire()
    calls.open(CALL, DESK, before)
    calls.open(CALL, DESK, now)
    assert not calls.close(CALL, before)
    assert calls.holds(CALL)
    assert calls.close(CALL, now)
    assert not calls.holds(CALL)


async def test_one_line_cannot_ask_twice_under_one_id() -> None:
    calls, line = OpenCalls(), Wire()
    calls.open(CALL, DESK, line)
    with pytest.raises(Nonsense, match="A call with this id waits already"):
        calls.open(CALL, DESK, line)
    assert calls.of(DESK) == 1
