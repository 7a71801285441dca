"""One place for each device's token: whoever comes with it takes the place from who has it."""

import asyncio
import json
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

from starlette.websockets import WebSocket, WebSocketDisconnect

from quarterdeck.domain.callers import Caller, CallerKind
from quarterdeck.domain.ids import CallerId

log = logging.getLogger(__name__)

TAKEN_OVER = 4001  # how a connection is closed whose place another took
WHY = "Another connection with this device's token took over."
SAYS_GOODBYE_WITHIN = 5.0  # seconds; who is alive closes the connection at once
_CUT_OFF = 1006  # nobody said goodbye


@dataclass(eq=False, slots=True)
class Place:
    """A connection, and whether another came in its place."""

    address: str
    profile: str  # as what it came
    replaced: asyncio.Event = field(default_factory=asyncio.Event)
    successor: "Place | None" = None
    _gone: asyncio.Event = field(default_factory=asyncio.Event)

    async def leave_to(self, newer: "Place") -> None:
        """Make way for a newer connection; returns once nothing of this one counts any more."""
        self.successor = newer
        self.replaced.set()
        await self._gone.wait()

    def left(self) -> None:
        """Nothing of this connection counts any more."""
        self._gone.set()

    async def is_another(self, socket: WebSocket) -> bool:
        """Say why it is over; whether the newer connection is that of a second device.

        A device that lost its connection and came back cannot hear us on the old one. Whoever can,
        or came from elsewhere, is not the one that came back.
        """
        newer, told = self.successor, {"type": "taken_over", "message": WHY}
        elsewhere = newer and (newer.address, newer.profile) != (self.address, self.profile)
        try:
            async with asyncio.timeout(SAYS_GOODBYE_WITHIN):
                await socket.send_text(json.dumps(told))
                return bool(elsewhere) or await _says_goodbye(socket)
        except (TimeoutError, WebSocketDisconnect, RuntimeError):
            return bool(elsewhere)


async def _says_goodbye(socket: WebSocket) -> bool:
    """Whether the other end closes the connection itself."""
    while (heard := await socket.receive())["type"] != "websocket.disconnect":
        pass
    return bool(heard.get("code", _CUT_OFF) != _CUT_OFF)


class DevicePlaces:
    """Who is connected with a token of its own; of each device, one."""

    def __init__(self) -> None:
        self._taken: dict[CallerId, Place] = {}

    @asynccontextmanager
    async def taken(self, caller: Caller, address: str, profile: str) -> AsyncIterator[Place]:
        """A connection's place while it lasts; other callers may have as many as they like."""
        place = Place(address, profile)
        if not (caller.own_token and caller.kind is CallerKind.DEVICE):
            yield place
            return
        while before := self._taken.get(caller.id):
            log.info("%s comes again: its earlier connection is closed", caller.id)
            await before.leave_to(place)
        self._taken[caller.id] = place
        try:
            yield place
        finally:
            del self._taken[caller.id]
            place.left()
