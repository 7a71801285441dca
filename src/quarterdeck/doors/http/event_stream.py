"""The event stream: the current state, then every change."""

import asyncio
import json
from collections.abc import AsyncIterator

from starlette.requests import Request
from starlette.responses import Response, StreamingResponse
from starlette.routing import BaseRoute, Route

from quarterdeck.domain.actions import Progress
from quarterdeck.domain.asks import Ask
from quarterdeck.domain.sessions import Session
from quarterdeck.doors.facade import Facade
from quarterdeck.doors.http.hub import Hub, Message, Stream, snapshot
from quarterdeck.doors.http.wire import action_json, current_ask_json, session_json

HEARTBEAT = 15.0


class EventStream:
    """Serves event streams."""

    def __init__(self, facade: Facade, hub: Hub, stopping: asyncio.Event) -> None:
        self._facade = facade
        self._hub = hub
        self._stopping = stopping

    def routes(self) -> list[BaseRoute]:
        """Where the stream is found."""
        return [Route("/api/events", self.events)]

    async def events(self, request: Request) -> Response:
        """A stream of what changes, beginning with what is."""
        return StreamingResponse(
            self._stream(request),
            media_type="text/event-stream",
            headers={"Cache-Control": "no-store"},
        )

    async def _stream(self, request: Request) -> AsyncIterator[bytes]:
        stream = self._hub.join()
        try:
            view = self._facade.view()
            for message in snapshot(view.sessions, view.asks):
                yield self._event(message)
            while not self._stopping.is_set() and not await request.is_disconnected():
                messages = await self._news(stream)
                for message in messages:
                    yield self._event(message)
                if not messages:
                    yield b": still here\n\n"
        finally:
            self._hub.leave(stream)

    async def _news(self, stream: Stream) -> list[Message]:
        """What is to be sent next; a daemon that stops keeps nobody waiting."""
        news = asyncio.ensure_future(stream.next(HEARTBEAT))
        stop = asyncio.ensure_future(self._stopping.wait())
        try:
            await asyncio.wait({news, stop}, return_when=asyncio.FIRST_COMPLETED)
            return news.result() if news.done() else []
        finally:
            news.cancel()
            stop.cancel()

    def _event(self, message: Message) -> bytes:
        name, content = message
        if isinstance(content, Session):
            data: object = session_json(content)
        elif isinstance(content, Ask):
            data = current_ask_json(content, self._facade.view())
        elif isinstance(content, Progress):
            data = action_json(content)
        else:
            data = {"run": self._facade.run} if content is None else content
        return f"event: {name}\ndata: {json.dumps(data)}\n\n".encode()
