"""The calls about pages and other devices: how they get access, which there are, revoking."""

from collections.abc import Mapping
from dataclasses import asdict

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import BaseRoute, Route

from quarterdeck.domain.callers import Right
from quarterdeck.domain.devices import Device
from quarterdeck.domain.events import DevicePaired, DeviceRevoked
from quarterdeck.doors.facade import Facade, NotFound
from quarterdeck.doors.http.access import Tokens
from quarterdeck.doors.http.bodies import body_of, refusal
from quarterdeck.doors.http.connections import permitted
from quarterdeck.doors.http.page_keys import Claim
from quarterdeck.doors.http.visitors import Visitors

LONGEST_WORD = 200
USED = "This link was used or is older than a minute."
# What browsers and systems call themselves, in this order: most name others too.
BROWSERS = {"Edg/": "Edge", "OPR/": "Opera", "Firefox": "Firefox", "Chrome": "Chrome"}
SYSTEMS = ("Android", "iPhone", "iPad", "Windows", "Mac", "Linux")


class DeviceRoutes:
    """What can be called about devices."""

    def __init__(self, facade: Facade, tokens: Tokens, visitors: Visitors) -> None:
        self._facade = facade
        self._tokens = tokens
        self._visitors = visitors

    def routes(self) -> list[BaseRoute]:
        """Where these calls are found."""
        return [
            Route("/api/hello", self.hello, methods=["POST"]),
            Route("/api/pages", self.pair, methods=["POST"]),
            Route("/api/codes", self.codes, methods=["POST"]),
            Route("/api/devices", self.every),
            Route("/api/devices/{id}/revoke", self.revoke, methods=["POST"]),
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
        name = request.path_params["id"]
        found = (d for d in self._facade.view().devices if d.id == name and not d.revoked)
        device = next(found, None)
        if device is None:
            raise NotFound(f"There is no device {name!r}.")
        await self._facade.tell(DeviceRevoked(device.id, self._facade.now()))
        self._visitors.shut_out(device.id)
        return JSONResponse({"status": "ok"})


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
    }


def browser(agent: str) -> str:
    """What a browser is called, as far as it says."""
    name = next((name for sign, name in BROWSERS.items() if sign in agent), "A browser")
    system = next((system for system in SYSTEMS if system in agent), "")
    return f"{name} on {system}" if system else name


def _word(body: Mapping[str, object], key: str) -> str:
    """A short text in a body; empty for anything else."""
    value = body.get(key)
    return value if isinstance(value, str) and len(value) <= LONGEST_WORD else ""
