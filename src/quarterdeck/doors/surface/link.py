"""One WebSocket for a surface: what it should show goes down, what is seen and pressed comes up."""

import asyncio
import json
import secrets
from collections.abc import Callable, Sequence
from contextlib import suppress
from math import ceil
from typing import Protocol

from starlette.routing import BaseRoute, WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect

from quarterdeck.domain.actions import Progress
from quarterdeck.domain.asks import Ask
from quarterdeck.domain.callers import Caller, Right
from quarterdeck.domain.events import PressBegan, Pressed
from quarterdeck.domain.guards import Guards
from quarterdeck.domain.ids import AnswerId, AskId, SurfaceId
from quarterdeck.domain.sessions import Session
from quarterdeck.domain.surfaces import Cards, Face, Profile
from quarterdeck.doors.facade import Facade, Refused
from quarterdeck.doors.http.access import Tokens
from quarterdeck.doors.http.connections import caller_of
from quarterdeck.doors.http.hub import Hub, Stream
from quarterdeck.doors.http.visitors import Visitors
from quarterdeck.doors.http.wire import (
    BadRequest,
    action_json,
    current_ask_json,
    session_json,
    told_json,
)
from quarterdeck.doors.surface import wire

HELLO_WITHIN = 2.0  # seconds in which a socket says who it is
HEARTBEAT = 15.0
MOST_PRESSES = 32  # of one surface that wait for what becomes of them
POLICY_VIOLATION = 1008


class Boards(Protocol):
    """What surfaces are given, and what they say of it."""

    def join(
        self, name: SurfaceId, profile: Profile, caller: Caller, redraw: Callable[[], None]
    ) -> None:
        """Take a surface in; `redraw` says that it should be given its board again."""

    def leave(self, name: SurfaceId) -> None:
        """A surface is gone."""

    def cards(self, name: SurfaceId) -> Cards:
        """The asks as a list surface should show them now."""

    def shown(self, name: SurfaceId, number: int, asks: Sequence[AskId]) -> None:
        """A surface shows these asks of a board."""

    def hidden(self, name: SurfaceId) -> None:
        """Nobody sees a surface now."""

    def faces(self, ask: Ask) -> tuple[Face, ...]:
        """What can be pressed on an ask."""


class SurfaceDoor:
    """Lets surfaces in."""

    def __init__(
        self,
        facade: Facade,
        hub: Hub,
        tokens: Tokens,
        visitors: Visitors,
        boards: Boards,
        guards: Guards,
        stopping: asyncio.Event,
    ) -> None:
        self._facade = facade
        self._hub = hub
        self._tokens = tokens
        self._visitors = visitors
        self._boards = boards
        self._guards = guards
        self._stopping = stopping

    def routes(self) -> list[BaseRoute]:
        """Where surfaces come in."""
        return [WebSocketRoute("/surface", self.surface)]

    async def surface(self, socket: WebSocket) -> None:
        """Serve a surface until it or the daemon goes."""
        await socket.accept()
        try:
            async with asyncio.timeout(HELLO_WITHIN):
                profile = await self._hello(socket)
            caller = await caller_of(self._facade, socket)
            self._facade.permit(caller, Right.SEE)
        except WebSocketDisconnect:
            return
        except (TimeoutError, BadRequest, Refused) as error:
            await _close(socket, str(error) or "No valid message came in time.")
            return
        name = SurfaceId(f"{profile.kind}-{secrets.token_hex(4)}")
        link = SurfaceLink(name, self._facade, self._boards, self._guards, socket)
        await link.serve(self._hub, profile, caller, self._stopping)

    async def _hello(self, socket: WebSocket) -> Profile:
        """What a surface can do; who brings it is noted where requests carry that."""
        hello = wire.read(await socket.receive_text())
        if not isinstance(hello, wire.Hello):
            raise BadRequest("The first message must be 'hello'.")
        by_ticket = self._tokens.admits(hello.ticket) if hello.ticket else None
        name = hello.profile.kind
        caller = by_ticket or (self._tokens.who(hello.token, name) if hello.token else None)
        if caller is None:
            raise BadRequest("A valid ticket or token is needed.")
        socket.scope["caller"] = caller
        self._visitors.know(socket.scope, caller.id)
        return hello.profile


class SurfaceLink:
    """One surface that is connected."""

    def __init__(
        self,
        name: SurfaceId,
        facade: Facade,
        boards: Boards,
        guards: Guards,
        socket: WebSocket,
    ) -> None:
        self._name = name
        self._facade = facade
        self._boards = boards
        self._guards = guards
        self._socket = socket
        self._stream = Stream()
        self._presses: set[asyncio.Task[None]] = set()

    async def serve(
        self, hub: Hub, profile: Profile, caller: Caller, stopping: asyncio.Event
    ) -> None:
        """Send the current state, then every change, and take what is seen and pressed."""
        self._stream = hub.join()
        self._boards.join(self._name, profile, caller, self._redraw)
        try:
            async with asyncio.TaskGroup() as group:
                ways = (self._tell(), self._hear(group), stopping.wait())
                tasks = [group.create_task(way) for way in ways]
                await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
                for task in (*tasks, *self._presses):
                    task.cancel()
        finally:
            hub.leave(self._stream)
            self._boards.leave(self._name)
        with suppress(WebSocketDisconnect, RuntimeError):
            await self._socket.close()

    # Down

    async def _tell(self) -> None:
        # The surface joined an instant ago: its board is laid out once that is known.
        await self._facade.core.handled()
        welcome = {"type": "welcome", "v": wire.VERSION, "surface": self._name}
        with suppress(WebSocketDisconnect):
            await self._say(welcome | {"run": self._facade.run})
            view = self._facade.view()
            for thing in (*view.sessions, *view.asks):
                await self._say(self._message("", thing))
            self._redraw()
            while True:
                for name, content in await self._stream.next(HEARTBEAT) or [("alive", None)]:
                    await self._say(self._message(name, content))

    def _message(self, name: str, content: object) -> dict[str, object]:
        if isinstance(content, Session):
            return {"type": "session", "session": session_json(content)}
        if isinstance(content, Ask):
            shown = current_ask_json(content, self._facade.view())
            return wire.ask_message(content, shown, self._boards.faces(content), self._guards)
        if isinstance(content, Progress):
            return {"type": "action", "action": action_json(content)}
        if name == "cards":
            return _cards_json(self._boards.cards(self._name))
        return {"type": name, **(content if isinstance(content, dict) else {})}

    def _redraw(self) -> None:
        self._stream.put("cards", ("cards", None))

    async def _say(self, message: dict[str, object]) -> None:
        await self._socket.send_text(json.dumps(message))

    # Up

    async def _hear(self, group: asyncio.TaskGroup) -> None:
        while (message := await self._socket.receive())["type"] == "websocket.receive":
            try:
                self._take(wire.read(message.get("text") or ""), group)
            except BadRequest as error:
                self._stream.put(object(), ("refused", {"message": str(error)}))

    def _take(self, message: wire.Message, group: asyncio.TaskGroup) -> None:
        match message:
            case wire.Shown(number, asks):
                self._boards.shown(self._name, number, asks)
            case wire.Hidden():
                self._boards.hidden(self._name)
            case wire.Down(face):
                self._facade.put(PressBegan(self._name, face, self._facade.now()))
                self._stream.put(object(), ("began", {"face": face}))
            case wire.Press():
                if len(self._presses) >= MOST_PRESSES:
                    raise BadRequest(f"More than {MOST_PRESSES} presses wait for their outcome.")
                task = group.create_task(self._press(message))
                self._presses.add(task)
                task.add_done_callback(self._presses.discard)
            case wire.Hello():
                raise BadRequest("'hello' is sent only once.")

    async def _press(self, press: wire.Press) -> None:
        # To be able to say it again; it counts on this surface alone.
        name = AnswerId(f"{self._name}-{press.id}")
        now = self._facade.now()
        event = Pressed(name, self._name, press.face, press.held, press.text, press.answers, now)
        told = told_json(await self._facade.settled(name, event), self._facade.view())
        self._stream.put(("outcome", press.id), ("outcome", {"press": press.id, **told}))


def _cards_json(cards: Cards) -> dict[str, object]:
    armed_in = {ask: ceil(seconds * 1000) for ask, seconds in cards.armed_in.items()}
    return {"type": "cards", "n": cards.number, "order": list(cards.order), "armed_in": armed_in}


async def _close(socket: WebSocket, why: str) -> None:
    with suppress(WebSocketDisconnect, RuntimeError):
        await socket.close(POLICY_VIOLATION, why[:120])
