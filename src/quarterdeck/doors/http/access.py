"""Keeps everybody else out: host, origin and token are checked, and say who is calling."""

import hashlib
import hmac
import json
import secrets
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Generic, TypeVar
from urllib.parse import SplitResult, parse_qs, urlsplit

from starlette.types import ASGIApp, Receive, Scope, Send

from quarterdeck.domain.callers import Caller, CallerKind, Role
from quarterdeck.domain.devices import Device
from quarterdeck.domain.ids import CallerId
from quarterdeck.domain.risk import Level
from quarterdeck.doors.http import page_keys
from quarterdeck.doors.http.page_keys import Claim, Hello, PageKeys, SealedKey
from quarterdeck.doors.http.visitors import Visitors

VALID = 60.0
PAGE = "page-"  # how the names of pages begin
MOST = 32  # of one kind that wait to be used
LONGEST_NAME = 60

T = TypeVar("T")

PICTURES = "/pictures/"  # the only calls that a device's token opens here

Refusal = tuple[int, str, str]  # status, kind and message

OTHER_USER: Refusal = (403, "other_user", "Programs of other users may not call this.")

DEVICE_TOKEN: Refusal = (
    403,
    "device_token",
    "A device's token opens surfaces and pictures, nothing else.",
)


class SingleUseCodes(Generic[T]):
    """Secrets that open once, within a minute, each for something."""

    def __init__(self) -> None:
        self._valid: dict[str, tuple[float, T]] = {}

    def new(self, to: T) -> str:
        """A new one; where too many wait, the oldest is void."""
        now = time.monotonic()
        self._valid = {s: kept for s, kept in self._valid.items() if kept[0] > now}
        while len(self._valid) >= MOST:
            self._valid.pop(next(iter(self._valid)))
        code = secrets.token_urlsafe(24)
        self._valid[code] = (now + VALID, to)
        return code

    def look(self, code: str) -> T | None:
        """What this one opens, if it is valid; it stays valid."""
        until, to = self._valid.get(code, (0.0, None))
        return to if until > time.monotonic() else None

    def take(self, code: str) -> T | None:
        """What this one opens, if it is valid; it is used up by that."""
        until, to = self._valid.pop(code, (0.0, None))
        return to if until > time.monotonic() else None


class Tokens:
    """The person's token, those of devices, keys of pages; codes and tickets, which open once."""

    def __init__(self, token: str, devices: Callable[[], Sequence[Device]]) -> None:
        self.token = token
        self._devices = devices
        self._keys = PageKeys(token)
        self._codes = SingleUseCodes[bytes]()
        self._tickets = SingleUseCodes[Caller]()
        self._minted: dict[str, Caller] = {}  # by hash

    def who(self, token: str, name: str) -> Caller | None:
        """The holder of this token; the person's own is shared by callers that give their names."""
        if hmac.compare_digest(token.encode(), self.token.encode()):
            return _person(name)
        device = self._page_with(token) or self._device_with(token)
        return device.caller() if device else self._minted.get(token_hash(token))

    def device(self, token: str) -> Caller | None:
        """The paired device that holds this token; nobody else's token counts."""
        device = self._device_with(token)
        return device.caller() if device and device.kind is CallerKind.DEVICE else None

    def mint(self, name: str) -> str:
        """A token for a part of ours that runs beside us, for as long as this daemon runs."""
        token = secrets.token_urlsafe(32)
        self._minted[token_hash(token)] = replace(_person(name), kind=CallerKind.DEVICE)
        return token

    def _page_with(self, bearer: str) -> Device | None:
        page = self._page(bearer.partition(".")[0])
        if page is None:
            return None
        right = self._keys.bearer(page.id).encode()
        return page if hmac.compare_digest(bearer.encode(), right) else None

    def _device_with(self, token: str) -> Device | None:
        given = token_hash(token)
        live = (d for d in self._devices() if d.token_hash and not d.revoked)
        return next((d for d in live if hmac.compare_digest(d.token_hash, given)), None)

    def _page(self, name: str) -> Device | None:
        pages = (d for d in self._devices() if d.kind is CallerKind.PAGE and not d.revoked)
        return next((page for page in pages if page.id == name), None)

    def new_code(self) -> str:
        """The code of a link, which opens once, within a minute."""
        key = page_keys.new_key()
        return page_keys.code_text(self._codes.new(key), key)

    def hello(self, name: str, nonce: str) -> Hello | None:
        """Our proof of identity, for a page or a link; None for a link that is no longer valid."""
        if name.startswith(PAGE):
            known = self._page(name) is not None
            return self._keys.hello(self._keys.key_of(name), name, nonce, known=known)
        key = self._codes.look(name)
        return self._keys.hello(key, name, nonce, known=True) if key else None

    def pair(self, claim: Claim, called: str, now: float) -> tuple[SealedKey, Device] | None:
        """A page's own key for a link's code; a code works once."""
        key = self._codes.look(claim.code)
        if key is None or not self._keys.is_claim(key, claim):
            return None
        self._codes.take(claim.code)
        name = CallerId(PAGE + secrets.token_hex(4))
        device = Device(
            name,
            called[:LONGEST_NAME],
            CallerKind.PAGE,
            Role.TYPE,
            Level.CRITICAL,
            token_hash="",  # it has a key, which is written down nowhere
            created=now,
            last_seen=now,
            revoked=False,
        )
        return self._keys.sealed(key, claim, name), device

    def new_ticket(self, caller: Caller) -> str:
        """A ticket that opens one WebSocket for a caller, within a minute."""
        return self._tickets.new(caller)

    def admits(self, ticket: str) -> Caller | None:
        """For whom this ticket opens a WebSocket; it does so once."""
        return self._tickets.take(ticket)


def token_hash(token: str) -> str:
    """All that is kept of a device's token; it is long and random, so this needs no salt."""
    return hashlib.sha256(token.encode()).hexdigest()


def _person(name: str) -> Caller:
    kind = CallerKind.CLI if name == "cli" else CallerKind.PROGRAM
    called = (name or "api")[:LONGEST_NAME]
    return Caller(
        CallerId(called), kind, called, Role.TYPE, Level.CRITICAL, session=None, own_token=False
    )


class AccessControl:
    """Refuses requests for other hosts, from other origins, and without the token."""

    def __init__(
        self,
        app: ASGIApp,
        keys: Tokens,
        visitors: Visitors,
        open_to_all: Callable[[str, str], bool],
    ) -> None:
        self._app = app
        self._tokens = keys
        self._visitors = visitors
        self._open = open_to_all

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a request through, or refuse it."""
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        headers = {k.decode("latin-1").lower(): v.decode("latin-1") for k, v in scope["headers"]}
        ours = await self._visitors.is_ours(scope)
        refusal = _elsewhere(headers) or self._unknown(scope, headers) if ours else OTHER_USER
        if refusal is None:
            await self._app(scope, receive, send)
        else:
            await refuse(scope, send, *refusal)

    def _unknown(self, scope: Scope, headers: Mapping[str, str]) -> Refusal | None:
        """The objection to an unknown caller; a known one is noted in the scope."""
        if self._open(_method(scope), scope["path"]):
            return None
        if scope["type"] == "websocket":
            asked = parse_qs(scope["query_string"].decode("latin-1"))
            caller = self._tokens.admits(asked.get("ticket", [""])[0])
            refusal = 401, "no_ticket", "A new ticket is needed; POST /api/tickets gives one."
        else:
            kind, _, given = headers.get("authorization", "").partition(" ")
            name = headers.get("x-quarterdeck-surface", "")
            known = kind.lower() == "bearer"
            caller = self._tokens.who(given.strip(), name) if known else None
            why = "A bearer token is needed; `qd status --json` names its file."
            refusal = 401, "no_token", why
        if caller is None:
            return refusal
        if caller.kind is CallerKind.DEVICE and caller.own_token and not _to_devices(scope):
            return DEVICE_TOKEN
        scope["caller"] = caller
        self._visitors.know(scope, caller.id)
        return None


def _to_devices(scope: Scope) -> bool:
    return scope["type"] == "http" and str(scope["path"]).startswith(PICTURES)


def _method(scope: Scope) -> str:
    return "WS" if scope["type"] == "websocket" else scope.get("method", "GET")


def _elsewhere(headers: Mapping[str, str]) -> Refusal | None:
    """The objection to a request that is meant for another host or comes from another page."""
    host = headers.get("host", "")
    if not _is_ours(host):
        return 421, "wrong_host", "This host name is not ours."
    return from_another_page(headers)


def from_another_page(headers: Mapping[str, str]) -> Refusal | None:
    """The objection to a request that a page of another origin makes."""
    origin = headers.get("origin")
    strange = origin is not None and _split(origin).netloc != headers.get("host", "")
    if strange or headers.get("sec-fetch-site", "none") not in ("none", "same-origin"):
        return 403, "wrong_origin", "Other pages may not call this."
    return None


def _is_ours(host: str) -> bool:
    return _split(f"//{host}").hostname in ("127.0.0.1", "localhost", "::1")


def _split(address: str) -> SplitResult:
    """The parts of an address; of none, if it makes no sense."""
    try:
        return urlsplit(address)
    except ValueError:
        return urlsplit("")


async def refuse(scope: Scope, send: Send, status: int, kind: str, message: str) -> None:
    """Say why a request or a WebSocket is refused."""
    if scope["type"] == "websocket":
        await send({"type": "websocket.close", "code": 1008, "reason": message})
        return
    body = json.dumps({"status": "error", "error_type": kind, "message": message}).encode()
    headers = [(b"content-type", b"application/json"), (b"content-length", b"%d" % len(body))]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})
