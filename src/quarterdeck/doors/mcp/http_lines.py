"""One request over HTTP as a line: whether its other end is there, and took the whole response."""

import asyncio
import secrets
from collections.abc import Awaitable, Callable
from functools import partial

from starlette.requests import HTTPConnection
from starlette.types import Message, Receive, Scope, Send

from quarterdeck.domain.events import Closing
from quarterdeck.domain.ids import RequestId
from quarterdeck.doors.http.connections import peer_of
from quarterdeck.doors.mcp.calling_sessions import Call

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


def http_call(request: HTTPConnection, progress: Callable[[float], Awaitable[None]]) -> Call:
    """A call that came in over HTTP."""
    return Call(
        RequestId(f"mcp-{secrets.token_hex(8)}"),
        request.scope[PLACE],
        request.scope["caller"],
        partial(peer_of, request),
        progress,
    )


def on_line(scope: Scope, line: HttpLine) -> Scope:
    """A request that carries its line."""
    return {**scope, PLACE: line}
