"""Where surfaces come in: one WebSocket each, on which the first message says who it is."""

import asyncio
import logging
import secrets
from contextlib import suppress

from starlette.routing import BaseRoute, WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect

from quarterdeck.domain.callers import Caller, Right
from quarterdeck.domain.events import DeviceTakenOver
from quarterdeck.domain.guards import Guards
from quarterdeck.domain.ids import SurfaceId
from quarterdeck.doors.facade import Facade, Refused
from quarterdeck.doors.http.access import Tokens
from quarterdeck.doors.http.connections import caller_of
from quarterdeck.doors.http.hub import Hub
from quarterdeck.doors.http.visitors import Visitors
from quarterdeck.doors.http.wire import (
    BadRequest,
)
from quarterdeck.doors.surface import wire
from quarterdeck.doors.surface.device_places import TAKEN_OVER, WHY, DevicePlaces, Place
from quarterdeck.doors.surface.key_link import KeyBoards, KeyLink
from quarterdeck.doors.surface.list_link import Boards, ListLink

HELLO_WITHIN = 2.0  # seconds in which a socket says who it is
NORMAL, POLICY_VIOLATION = 1000, 1008

log = logging.getLogger(__name__)


class SurfaceDoor:
    """Lets surfaces in."""

    def __init__(
        self,
        facade: Facade,
        hub: Hub,
        tokens: Tokens,
        visitors: Visitors,
        boards: Boards,
        key_boards: KeyBoards,
        guards: Guards,
        places: DevicePlaces,
        stopping: asyncio.Event,
    ) -> None:
        self._facade = facade
        self._hub = hub
        self._tokens = tokens
        self._visitors = visitors
        self._boards = boards
        self._key_boards = key_boards
        self._guards = guards
        self._places = places
        self._stopping = stopping

    def routes(self) -> list[BaseRoute]:
        """Where surfaces come in."""
        return [WebSocketRoute("/surface", self.surface)]

    async def surface(self, socket: WebSocket) -> None:
        """Serve a surface until it or the daemon goes."""
        await socket.accept()
        try:
            async with asyncio.timeout(HELLO_WITHIN):
                hello = await self._hello(socket)
            caller = await self._caller(socket)
            self._facade.permit(caller, Right.SEE)
            address = socket.client.host if socket.client else ""
            profile = f"{hello.profile.kind}-{hello.name}"
            async with self._places.taken(caller, address, profile) as place:
                name = await self._name(hello)
                await self._serve(name, hello, caller, socket, place)
        except WebSocketDisconnect:
            return
        except (TimeoutError, BadRequest, Refused) as error:
            why = str(error) or "No valid message came in time."
            await _close(socket, POLICY_VIOLATION, why)
            return
        if place.replaced.is_set():
            if await place.is_another(socket):
                log.warning("%s: a second device has its token", caller.id)
                self._facade.put(DeviceTakenOver(caller.id, self._facade.now()))
            await _close(socket, TAKEN_OVER, WHY)
        else:
            await _close(socket, NORMAL, "")

    async def _serve(
        self,
        name: SurfaceId,
        hello: wire.Hello,
        caller: Caller,
        socket: WebSocket,
        place: Place,
    ) -> None:
        ends = (self._stopping, place.replaced)
        if hello.keys:
            keys = KeyLink(
                name,
                self._facade,
                self._key_boards,
                self._guards,
                socket,
                hello.keys,
                hello.session,
                fetches=hello.fetches,
            )
            await keys.serve(hello.profile, caller, ends)
        else:
            link = ListLink(name, self._facade, self._boards, self._guards, socket, self._hub)
            await link.serve(hello.profile, caller, ends)

    async def _name(self, hello: wire.Hello) -> SurfaceId:
        """The name that a surface wants, unless another has it."""
        wanted = SurfaceId(f"{hello.profile.kind}-{hello.name}")
        if hello.name and not self._is_taken(wanted):
            return wanted
        return SurfaceId(f"{hello.profile.kind}-{secrets.token_hex(4)}")

    def _is_taken(self, name: SurfaceId) -> bool:
        surfaces = (surface.id for surface in self._facade.view().surfaces)
        return name in {*self._key_boards.names(), *surfaces}

    async def _caller(self, socket: WebSocket) -> Caller:
        """As whom a surface counts that was let in."""
        return await caller_of(self._facade, socket)

    def _known(self, hello: wire.Hello) -> Caller | None:
        """Who brings a surface, by a ticket or a token."""
        by_ticket = self._tokens.admits(hello.ticket) if hello.ticket else None
        name = hello.profile.kind
        return by_ticket or (self._tokens.who(hello.token, name) if hello.token else None)

    async def _hello(self, socket: WebSocket) -> wire.Hello:
        """What a surface can do; who brings it is noted where requests carry that."""
        hello = wire.read(await socket.receive_text())
        if not isinstance(hello, wire.Hello):
            raise BadRequest("The first message must be 'hello'.")
        caller = self._known(hello)
        if caller is None:
            raise BadRequest("A valid ticket or token is needed.")
        socket.scope["caller"] = caller
        self._visitors.know(socket.scope, caller.id)
        return hello


async def _close(socket: WebSocket, code: int, why: str) -> None:
    with suppress(WebSocketDisconnect, RuntimeError):
        await socket.close(code, why[:120])
