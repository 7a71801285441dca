"""One request over HTTP as a line: whether its other end is there, and took the whole response."""

import asyncio
import secrets
from collections.abc import Awaitable, Callable
from functools import partial

from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from quarterdeck.domain.events import Closing
from quarterdeck.domain.ids import RequestId
from quarterdeck.doors.http.connections import peer_of
from quarterdeck.doors.mcp.calling_sessions import Call
from quarterdeck.doors.mcp.desk import HumanDesk
from quarterdeck.doors.mcp.open_calls import OpenCalls

PLACE = "quarterdeck.mcp.line"  # where a request carries its line


class HttpLine:
    """Looks on while a request is answered."""

    loss = Closing.CLOSED  # connections break, and agents ask again

    def __init__(self, receive: Receive, send: Send) -> None:
        self._receive = receive
        self._send = send
        self.gone = asyncio.Event()
        self.complete = False  # whether all of the response was sent

    async def receive(self) -> Message:
        """What the other end says; that it went is noted."""
        message = await self._receive()
        if message["type"] == "http.disconnect" and not self.complete:
            self.gone.set()
        return message

    async def send(self, message: Message) -> None:
        """Say something to the other end."""
        await self._send(message)
        if message["type"] == "http.response.body" and not message.get("more_body", False):
            self.complete = True


class HttpCalls:
    """Has requests answered, and looks on whether their responses are taken."""

    def __init__(self, answer: ASGIApp, desk: HumanDesk, calls: OpenCalls) -> None:
        self._answer = answer
        self._desk = desk
        self._calls = calls

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Take one request."""
        line = HttpLine(receive, send)
        try:
            await self._answer({**scope, PLACE: line}, line.receive, line.send)
        finally:
            self._over(line)

    def _over(self, line: HttpLine) -> None:
        """The request is over: what was told on it was taken, if its other end stayed."""
        if line.complete and not line.gone.is_set():
            for request, _ in self._calls.on(line):
                self._desk.taken(line, request)
        line.gone.set()
        self._desk.lost(line)


def http_call(request: HTTPConnection, progress: Callable[[float], Awaitable[None]]) -> Call:
    """A call that came in over HTTP."""
    return Call(
        RequestId(f"mcp-{secrets.token_hex(8)}"),
        request.scope[PLACE],
        request.scope["caller"],
        partial(peer_of, request),
        progress,
    )
