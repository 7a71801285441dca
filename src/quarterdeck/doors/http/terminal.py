"""A session's terminal over a WebSocket: its screen, what is written to it, and keys back."""

import asyncio
import json
import unicodedata
from contextlib import aclosing, suppress

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import BaseRoute, Route, WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect

from quarterdeck.domain.callers import Caller, Right
from quarterdeck.domain.sessions import Session
from quarterdeck.domain.states import Outcome
from quarterdeck.doors.facade import Facade, NotFound, Refused
from quarterdeck.doors.http.access import Tokens
from quarterdeck.doors.http.connections import caller_of
from quarterdeck.doors.http.wire import BadRequest
from quarterdeck.ports import Drawn, Unreachable, Written

MOST_WAITING = 1000  # keys; typing faster than they are taken is refused


class TerminalRoutes:
    """Lets people watch a session's terminal, and type into it."""

    def __init__(self, facade: Facade, tokens: Tokens, stopping: asyncio.Event) -> None:
        self._facade = facade
        self._tokens = tokens
        self._stopping = stopping

    def routes(self) -> list[BaseRoute]:
        """Where these calls are found."""
        return [
            Route("/api/tickets", self.tickets, methods=["POST"]),
            WebSocketRoute("/api/sessions/{id}/terminal", self.terminal),
        ]

    async def tickets(self, request: Request) -> Response:
        """A ticket that opens one WebSocket."""
        return JSONResponse({"ticket": self._tokens.new_ticket(request.scope["caller"])})

    async def terminal(self, socket: WebSocket) -> None:
        """Show a terminal until it, its viewer or the daemon goes."""
        session = self._facade.session(socket.path_params["id"])
        await socket.accept()
        seat = TerminalSocket(self._facade, session, socket)
        async with asyncio.TaskGroup() as group:
            ways = (seat.show(), seat.hear(), seat.press(), self._stopping.wait())
            tasks = [group.create_task(way) for way in ways]
            await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
            for task in tasks:
                task.cancel()
        if not self._stopping.is_set():
            await seat.leave()


class TerminalSocket:
    """One viewer of one terminal."""

    def __init__(self, facade: Facade, session: Session, socket: WebSocket) -> None:
        self._facade = facade
        self._session = session
        self._socket = socket
        self._tokens: list[str] = []
        self._typed = asyncio.Event()
        self._caller: Caller | None = None
        self._end = "its terminal is gone"

    async def show(self) -> None:
        """Send the screen, then what is written on it, as fast as the viewer reads."""
        try:
            async with aclosing(self._facade.terminal.view(self._session)) as view:
                async for shown in view:
                    await self._say(shown_json(shown))
        except Unreachable as error:
            self._end = str(error)
        except WebSocketDisconnect:
            return

    async def hear(self) -> None:
        """Take what the viewer types, until it leaves."""
        while (message := await self._socket.receive())["type"] == "websocket.receive":
            try:
                await self._take(read_input(message.get("text") or ""))
            except (BadRequest, NotFound, Refused) as error:
                await self._refuse(str(error))

    async def press(self) -> None:
        """Press what was typed, everything that has come since in one go."""
        while await self._typed.wait():
            self._typed.clear()
            keys, self._tokens = self._tokens, []
            told = await self._facade.terminal.strike(self._session, keys)
            if told.outcome not in (Outcome.ACCEPTED, Outcome.UNKNOWN):
                await self._refuse(told.note)

    async def leave(self) -> None:
        """Say why there is nothing more to see, to a viewer who is still there."""
        with suppress(WebSocketDisconnect):
            await self._say({"type": "end", "message": self._end})
            await self._socket.close()

    async def _take(self, keys: list[str]) -> None:
        # Who is at the other end does not change, and is not found for nothing.
        self._caller = self._caller or await caller_of(self._facade, self._socket)
        self._facade.permit(self._caller, Right.WATCH_TYPING)
        if len(self._tokens) + len(keys) > MOST_WAITING:
            raise BadRequest(f"More than {MOST_WAITING} keys wait to be pressed.")
        self._tokens += keys
        self._typed.set()

    async def _refuse(self, message: str) -> None:
        with suppress(WebSocketDisconnect):
            await self._say({"type": "refused", "message": message})

    async def _say(self, message: dict[str, object]) -> None:
        await self._socket.send_text(json.dumps(message))


def shown_json(shown: Drawn | Written) -> dict[str, object]:
    """What a terminal shows, as the contract words it."""
    if isinstance(shown, Written):
        return {"type": "output", "text": shown.text}
    size = {"width": shown.width, "height": shown.height}
    return {"type": "screen", "text": shown.text, **size, "whole": shown.whole}


def read_input(message: str) -> list[str]:
    """The keys that a viewer wants pressed: by their names, or those that make a text."""
    try:
        said = json.loads(message)
    except (ValueError, RecursionError):
        raise BadRequest("What was sent is not JSON.") from None
    if not isinstance(said, dict) or said.get("type") != "input":
        raise BadRequest("Only messages of the type 'input' are understood.")
    keys, text = said.get("keys"), said.get("text")
    if isinstance(keys, list) and all(isinstance(key, str) for key in keys):
        return keys
    if isinstance(text, str):
        return [key for sign in text if (key := _key(sign))]
    raise BadRequest("'keys' must list names of keys, or 'text' be a text.")


def _key(sign: str) -> str:
    """The key for one character of a text; none for a control character, which has its own name."""
    if sign.isspace():
        return "Space" if sign not in "\r\n\t\v\f" else ""
    # What joins several emoji to one cannot be printed alone, and is typed all the same.
    return "" if unicodedata.category(sign) in ("Cc", "Cs", "Cn") else sign
