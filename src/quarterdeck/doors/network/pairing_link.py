"""Where a device is paired: one WebSocket, on which it proves a code or shows digits."""

import asyncio
import json
import secrets
from contextlib import suppress

from starlette.routing import BaseRoute, WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect

from quarterdeck.domain.callers import Caller, CallerKind, Right, Role
from quarterdeck.domain.ids import CallerId
from quarterdeck.domain.risk import Level
from quarterdeck.doors.facade import Facade, Refused
from quarterdeck.doors.http.visitors import Visitors
from quarterdeck.doors.http.wire import BadRequest
from quarterdeck.doors.network import wire
from quarterdeck.doors.network.device_access import caller_from_network
from quarterdeck.doors.network.pairing import NotPaired, Paired, Pairing

SAID_WITHIN = 5.0  # seconds for each message of a device
POLICY_VIOLATION = 1008
UNPAIRED = Caller(  # whoever has no token yet
    CallerId("unpaired"),
    CallerKind.DEVICE,
    "An unpaired device",
    Role.TYPE,
    Level.LOW,
    session=None,
    own_token=False,
)


class PairingDoor:
    """Lets devices be paired while a person wants that."""

    def __init__(self, facade: Facade, pairing: Pairing, visitors: Visitors, pin: str) -> None:
        self._facade = facade
        self._pairing = pairing
        self._visitors = visitors
        self._pin = pin

    def routes(self) -> list[BaseRoute]:
        """Where devices come to be paired."""
        return [WebSocketRoute("/pair", self.pair)]

    async def pair(self, socket: WebSocket) -> None:
        """Serve one device until it has its token, or is told why not."""
        await socket.accept()
        try:
            # An agent on this machine is no device of the person's, whatever it knows.
            caller = await caller_from_network(self._facade, socket, UNPAIRED)
            self._facade.permit(caller, Right.PAIR)
            self._pairing.attempt()
            paired = await self._paired(socket)
            told = {"type": "paired", "device": paired.device.id, "token": paired.token}
            await socket.send_text(json.dumps(told))
            await socket.close()
        except WebSocketDisconnect:
            return
        except (TimeoutError, BadRequest, Refused, NotPaired) as error:
            with suppress(WebSocketDisconnect, RuntimeError):
                why = str(error) or "No valid message came in time."
                await socket.close(POLICY_VIOLATION, why[:120])

    async def _paired(self, socket: WebSocket) -> Paired:
        first = wire.read_first(await _heard(socket))
        if isinstance(first, wire.ByCode):
            return await self._pairing.by_code(first.code, first.name)
        nonce = secrets.token_bytes(wire.NONCE)
        await socket.send_text(json.dumps({"type": "nonce", "nonce": nonce.hex()}))
        revealed = wire.read_revealed(await _heard(socket), first.commitment)
        digits = wire.digits_of(self._pin, revealed, nonce)
        with self._pairing.shown(digits, first.name) as chosen:
            self._visitors.know(socket.scope, UNPAIRED.id)
            await socket.send_text(json.dumps({"type": "wait"}))
            return await _unless_gone(socket, chosen)


async def _heard(socket: WebSocket) -> str:
    async with asyncio.timeout(SAID_WITHIN):
        return await socket.receive_text()


async def _unless_gone(socket: WebSocket, chosen: "asyncio.Future[Paired]") -> Paired:
    """Wait for the person; a device that says anything, or leaves, waits no longer."""
    said = asyncio.ensure_future(socket.receive())
    try:
        await asyncio.wait((said, chosen), return_when=asyncio.FIRST_COMPLETED)
        if not chosen.done():
            raise BadRequest("Nothing is to be said while you wait.")
        return chosen.result()
    finally:
        said.cancel()
