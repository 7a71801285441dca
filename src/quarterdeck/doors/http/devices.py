"""The calls about pages and other devices: how they get access, which there are, revoking."""

from collections.abc import Callable, Mapping
from dataclasses import asdict, replace
from enum import StrEnum
from typing import TypeVar

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import BaseRoute, Route

from quarterdeck.domain.callers import Caller, Right, Role
from quarterdeck.domain.devices import Device
from quarterdeck.domain.events import DevicePaired, DeviceRevoked
from quarterdeck.domain.ids import CallerId
from quarterdeck.domain.risk import Level
from quarterdeck.doors.facade import Facade, NotFound, Refused
from quarterdeck.doors.http.access import Tokens
from quarterdeck.doors.http.bodies import body_of, refusal
from quarterdeck.doors.http.connections import permitted
from quarterdeck.doors.http.page_keys import Claim
from quarterdeck.doors.http.wire import BadRequest

W = TypeVar("W", bound=StrEnum)

LONGEST_WORD = 200
USED = "This link was used or is older than a minute."
# What browsers and systems call themselves, in this order: most name others too.
BROWSERS = {"Edg/": "Edge", "OPR/": "Opera", "Firefox": "Firefox", "Chrome": "Chrome"}
SYSTEMS = ("Android", "iPhone", "iPad", "Windows", "Mac", "Linux")


class DeviceRoutes:
    """What can be called about devices."""

    def __init__(
        self, facade: Facade, tokens: Tokens, shut_out: Callable[[CallerId], None]
    ) -> None:
        self._facade = facade
        self._tokens = tokens
        self._shut_out = shut_out

    def routes(self) -> list[BaseRoute]:
        """Where these calls are found."""
        return [
            Route("/api/hello", self.hello, methods=["POST"]),
            Route("/api/pages", self.pair, methods=["POST"]),
            Route("/api/codes", self.codes, methods=["POST"]),
            Route("/api/devices", self.every),
            Route("/api/devices/{id}/revoke", self.revoke, methods=["POST"]),
            Route("/api/devices/{id}/rights", self.rights, methods=["POST"]),
        ]

    async def hello(self, request: Request) -> Response:
        """Prove our identity to a page that has sent nothing secret yet."""
        body = await body_of(request)
        found = self._tokens.hello(_word(body, "name"), _word(body, "nonce"))
        if found is None:
            return refusal(404, "unknown_page", USED)
        return JSONResponse(asdict(found))

    async def pair(self, request: Request) -> Response:
        """A page's own key for a single-use code."""
        body = await body_of(request)
        claim = Claim(_word(body, "code"), _word(body, "nonce"), _word(body, "proof"))
        called = browser(request.headers.get("user-agent", ""))
        found = self._tokens.pair(claim, called, self._facade.now())
        if found is None:
            return refusal(403, "bad_code", USED)
        key, device = found
        await self._facade.tell(DevicePaired(device))
        return JSONResponse(asdict(key))

    async def codes(self, request: Request) -> Response:
        """A new single-use code, for a link."""
        await permitted(self._facade, request, Right.PAIR)
        return JSONResponse({"code": self._tokens.new_code()})

    async def every(self, _: Request) -> Response:
        """Every device that was let in, and may still come."""
        devices = (d for d in self._facade.view().devices if not d.revoked)
        return JSONResponse([device_json(device) for device in devices])

    async def revoke(self, request: Request) -> Response:
        """Let a device in no more."""
        await permitted(self._facade, request, Right.PAIR)
        device = self._named(request)
        await self._facade.tell(DeviceRevoked(device.id, self._facade.now()))
        self._shut_out(device.id)
        return JSONResponse({"status": "ok"})

    async def rights(self, request: Request) -> Response:
        """Give a device another role or ceiling; it counts from its next press."""
        caller = await permitted(self._facade, request, Right.PAIR)
        device, body = self._named(request), await body_of(request)
        role, ceiling = picked(Role, body, "role"), granted_ceiling(caller, body)
        changed = replace(device, role=role or device.role, ceiling=ceiling or device.ceiling)
        await self._facade.tell(DevicePaired(changed))
        return JSONResponse(device_json(changed))

    def _named(self, request: Request) -> Device:
        name = request.path_params["id"]
        for device in self._facade.view().devices:
            if device.id == name and not device.revoked:
                return device
        raise NotFound(f"There is no device {name!r}.")


def device_json(device: Device) -> dict[str, object]:
    """A device in the public JSON; without its key or token."""
    return {
        "id": device.id,
        "name": device.name,
        "kind": device.kind,
        "role": device.role,
        "ceiling": device.ceiling,
        "created": device.created,
        "last_seen": device.last_seen,
        "taken_over": device.taken_over,
    }


def browser(agent: str) -> str:
    """What a browser is called, as far as it says."""
    name = next((name for sign, name in BROWSERS.items() if sign in agent), "A browser")
    system = next((system for system in SYSTEMS if system in agent), "")
    return f"{name} on {system}" if system else name


def picked(words: type[W], body: Mapping[str, object], key: str) -> W | None:
    """One of these words, where a body has it; raises BadRequest for any other."""
    value = body.get(key)
    if value is None:
        return None
    for word in words:
        if value == word:
            return word
    raise BadRequest(f"'{key}' must be one of {', '.join(words)}.")


def granted_ceiling(caller: Caller, body: Mapping[str, object]) -> Level | None:
    """The ceiling in a body; raises Refused for one above that of the caller."""
    ceiling = picked(Level, body, "ceiling")
    if ceiling and not caller.ceiling.reaches(ceiling):
        raise Refused(f"{caller.name} may grant up to {caller.ceiling}.")
    return ceiling


def _word(body: Mapping[str, object], key: str) -> str:
    """A short text in a body; empty for anything else."""
    value = body.get(key)
    return value if isinstance(value, str) and len(value) <= LONGEST_WORD else ""
