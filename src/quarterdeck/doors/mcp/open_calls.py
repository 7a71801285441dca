"""The calls that wait for the person, and the way back to each."""

import asyncio
from dataclasses import dataclass
from typing import Protocol

from quarterdeck.domain.asks import Answer, Ask
from quarterdeck.domain.events import Closing
from quarterdeck.domain.ids import RequestId, SessionId
from quarterdeck.ports import Nonsense


class Line(Protocol):
    """The connection on which calls come, and their results go."""

    @property
    def gone(self) -> asyncio.Event:
        """Set once nobody is at its other end."""

    @property
    def loss(self) -> Closing:
        """What it means that it broke: that the agent went, or only its connection."""


@dataclass(frozen=True, slots=True)
class OpenCall:
    """A call that waits, until its line took what it was told."""

    session: SessionId
    line: Line
    answer: "asyncio.Future[Answer | None]"  # None: it is over without one


class OpenCalls:
    """Keeps calls, and gives answers to them; see the port `Replies`."""

    def __init__(self) -> None:
        self._open: dict[RequestId, OpenCall] = {}

    def open(self, request: RequestId, session: SessionId, line: Line) -> OpenCall:
        """Let a call wait; one that came back on another line takes the place of its older self."""
        before = self._open.get(request)
        if before and before.line is line:
            raise Nonsense("A call with this id waits already.")
        call = OpenCall(session, line, asyncio.get_running_loop().create_future())
        self._open[request] = call
        return call

    def close(self, request: RequestId, line: Line) -> bool:
        """Forget a call of this line; whether there was one."""
        call = self._open.get(request)
        if call is None or call.line is not line:
            return False
        del self._open[request]
        return True

    def on(self, line: Line) -> list[tuple[RequestId, OpenCall]]:
        """The calls of a line."""
        return [(request, call) for request, call in self._open.items() if call.line is line]

    def of(self, session: SessionId) -> int:
        """How many calls of a session wait."""
        return sum(call.session == session for call in self._open.values())

    # What the loop wants done

    def holds(self, request: RequestId) -> bool:
        """Whether a call is still here."""
        return request in self._open

    def keep(self, request: RequestId) -> None:
        """A call waits for as long as its agent wants: there is nothing to tell it."""

    def reply(self, request: RequestId, ask: Ask, answer: Answer) -> None:
        """Answer a call."""
        self._settle(request, answer)

    def release(self, request: RequestId) -> None:
        """Let a call end without an answer."""
        self._settle(request, None)

    def _settle(self, request: RequestId, answer: Answer | None) -> None:
        call = self._open.get(request)
        if call and not call.answer.done():
            call.answer.set_result(answer)
