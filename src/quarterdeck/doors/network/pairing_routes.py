"""The calls by which a person pairs a device; they are served on this machine alone."""

from collections.abc import Mapping
from typing import Protocol

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import BaseRoute, Route

from quarterdeck.domain.callers import Right, Role
from quarterdeck.domain.risk import Level
from quarterdeck.doors.facade import Facade
from quarterdeck.doors.http.bodies import body_of, refusal
from quarterdeck.doors.http.connections import permitted
from quarterdeck.doors.http.devices import device_json, granted_ceiling, picked
from quarterdeck.doors.http.wire import BadRequest
from quarterdeck.doors.network import wire
from quarterdeck.doors.network.beacon import reachable_as
from quarterdeck.doors.network.door import Opened
from quarterdeck.doors.network.pairing import Grant, NotPaired, Pairing


class Door(Protocol):
    """The network door."""

    opened: Opened | None
    trouble: str


class PairingRoutes:
    """What can be called about pairing."""

    def __init__(self, facade: Facade, pairing: Pairing, door: Door) -> None:
        self._facade = facade
        self._pairing = pairing
        self._door = door

    def routes(self) -> list[BaseRoute]:
        """Where these calls are found."""
        return [
            Route("/api/pairing", self.state),
            Route("/api/pairing", self.open, methods=["POST"]),
            Route("/api/pairing/digits", self.digits, methods=["POST"]),
            Route("/api/pairing/cancel", self.cancel, methods=["POST"]),
        ]

    async def state(self, request: Request) -> Response:
        """Whether the door is open, and whether a device may be paired now."""
        await permitted(self._facade, request, Right.PAIR)
        return JSONResponse(self._told())

    async def open(self, request: Request) -> Response:
        """Let one device be paired within a minute."""
        caller = await permitted(self._facade, request, Right.PAIR)
        body = await body_of(request)
        opened = self._door.opened
        if opened is None:
            return refusal(409, "closed", self._door.trouble)
        name = body.get("name", "")
        if not isinstance(name, str) or len(name) > wire.LONGEST_NAME or not name.isprintable():
            raise BadRequest(f"'name' must be a line of at most {wire.LONGEST_NAME} characters.")
        role, ceiling = picked(Role, body, "role"), granted_ceiling(caller, body)
        code = self._pairing.open(Grant(name, role or Role.TYPE, ceiling or Level.HIGH))
        link = wire.link(reachable_as(opened.host), opened.port, code, opened.pin)
        return JSONResponse({**self._told(), "link": link})

    async def digits(self, request: Request) -> Response:
        """Pair the device that shows these digits."""
        await permitted(self._facade, request, Right.PAIR)
        digits = (await body_of(request)).get("digits")
        if not isinstance(digits, str) or not wire.are_digits(digits):
            raise BadRequest(f"'digits' must be the {wire.DIGITS} digits that the device shows.")
        try:
            device = await self._pairing.choose(digits)
        except NotPaired as error:
            return refusal(409, "not_paired", str(error))
        return JSONResponse(device_json(device))

    async def cancel(self, request: Request) -> Response:
        """Let no device be paired any more."""
        await permitted(self._facade, request, Right.PAIR)
        self._pairing.cancel()
        return JSONResponse({"status": "ok"})

    def _told(self) -> Mapping[str, object]:
        opened, last = self._door.opened, self._pairing.last
        return {
            "open": opened is not None,
            "trouble": None if opened else self._door.trouble,
            "host": opened.host if opened else None,
            "port": opened.port if opened else None,
            "pin": opened.pin if opened else None,
            "left": round(self._pairing.left(), 1),
            "waiting": self._pairing.waiting(),
            "paired": device_json(last) if last else None,
        }
