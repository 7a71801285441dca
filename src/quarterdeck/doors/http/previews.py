"""Small pictures of many terminals over one WebSocket, from what was seen of them anyway."""

import asyncio
import json
from contextlib import suppress

from starlette.routing import BaseRoute, WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect

from quarterdeck.doors.facade import Facade, NotFound
from quarterdeck.doors.http.wire import BadRequest
from quarterdeck.ports import Glimpse

MOST = 20  # sessions at once
EVERY = 1.0  # seconds between two pictures of one session


class PreviewRoutes:
    """Shows many sessions to one viewer, without a word to their terminals."""

    def __init__(self, facade: Facade, stopping: asyncio.Event) -> None:
        self._facade = facade
        self._stopping = stopping

    def routes(self) -> list[BaseRoute]:
        """Where it is found."""
        return [WebSocketRoute("/api/previews", self.previews)]

    async def previews(self, socket: WebSocket) -> None:
        """Show what the viewer wants to see, until it or the daemon goes."""
        await socket.accept()
        viewer = PreviewSocket(self._facade, socket)
        async with asyncio.TaskGroup() as group:
            ways = (viewer.hear(), viewer.show(), self._stopping.wait())
            tasks = [group.create_task(way) for way in ways]
            await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
            for task in tasks:
                task.cancel()


class PreviewSocket:
    """One viewer, and what it was shown of each session."""

    def __init__(self, facade: Facade, socket: WebSocket) -> None:
        self._facade = facade
        self._socket = socket
        self._shown: dict[str, Glimpse | None] = {}
        self._wanted: list[str] = []
        self._news = asyncio.Event()

    async def hear(self) -> None:
        """Take which sessions the viewer wants to see, until it leaves."""
        while (message := await self._socket.receive())["type"] == "websocket.receive":
            try:
                self._wanted = read_watch(message.get("text") or "")
            except BadRequest as error:
                await self._say({"type": "refused", "message": str(error)})
            # What left the view may look otherwise when it is back.
            for gone in self._shown.keys() - set(self._wanted):
                del self._shown[gone]
            self._news.set()

    async def show(self) -> None:
        """Send what looks different, each session once a second at most."""
        while True:
            self._news.clear()
            for session in self._wanted:
                await self._look(session)
            with suppress(TimeoutError):
                async with asyncio.timeout(EVERY):
                    # A wish that is new is met at once, the others wait for their second.
                    await self._news.wait()

    async def _look(self, name: str) -> None:
        try:
            glimpse = await self._facade.terminal.glimpse(self._facade.session(name))
        except NotFound:
            glimpse = None
        if name in self._shown and self._shown[name] == glimpse:
            return
        self._shown[name] = glimpse
        await self._say(preview_json(name, glimpse))

    async def _say(self, message: dict[str, object]) -> None:
        with suppress(WebSocketDisconnect):
            await self._socket.send_text(json.dumps(message))


def preview_json(session: str, glimpse: Glimpse | None) -> dict[str, object]:
    """A preview as the contract words it; its text is null where nothing was seen."""
    text, width, height = (
        (glimpse.text, glimpse.width, glimpse.height) if glimpse else (None, None, None)
    )
    told: dict[str, object] = {"type": "preview", "session": session}
    return told | {"text": text, "width": width, "height": height}


def read_watch(message: str) -> list[str]:
    """The sessions that a viewer wants to see; raises BadRequest."""
    try:
        said = json.loads(message)
    except (ValueError, RecursionError):
        raise BadRequest("What was sent is not JSON.") from None
    if not isinstance(said, dict) or said.get("type") != "watch":
        raise BadRequest("Only messages of the type 'watch' are understood.")
    wanted = said.get("sessions")
    if not isinstance(wanted, list) or not all(isinstance(name, str) for name in wanted):
        raise BadRequest("'sessions' must list ids of sessions.")
    if len(wanted) > MOST:
        raise BadRequest(f"At most {MOST} sessions are shown at once.")
    return list(dict.fromkeys(wanted))
