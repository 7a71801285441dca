"""Nobody else gets in: host, origin and token are checked before anything is done."""

import hmac
import json
import secrets
import time
from collections.abc import Callable, Mapping
from urllib.parse import SplitResult, parse_qs, urlsplit

from starlette.types import ASGIApp, Receive, Scope, Send

from quarterdeck.doors.http.visitors import Visitors

VALID = 60.0
MOST = 32  # of one kind that wait to be used

Refusal = tuple[int, str, str]  # status, kind and message

OTHER_USER: Refusal = (403, "other_user", "Another user's programs may not call this.")


class SingleUseCodes:
    """Secrets that open once, within a minute."""

    def __init__(self) -> None:
        self._valid: dict[str, float] = {}

    def new(self) -> str:
        """A new one; where too many wait, the oldest is void."""
        self._valid = {s: t for s, t in self._valid.items() if t > time.monotonic()}
        while len(self._valid) >= MOST:
            self._valid.pop(next(iter(self._valid)))
        code = secrets.token_urlsafe(24)
        self._valid[code] = time.monotonic() + VALID
        return code

    def take(self, code: str) -> bool:
        """Whether this one is good; it is not any more."""
        until = self._valid.pop(code, None)
        return until is not None and until > time.monotonic()


class Tokens:
    """The token, the codes that are exchanged for it, and the tickets of WebSockets."""

    def __init__(self, token: str) -> None:
        self.token = token
        self._codes = SingleUseCodes()
        self._tickets = SingleUseCodes()

    def fits(self, given: str) -> bool:
        """Whether this is the token."""
        return hmac.compare_digest(given.encode(), self.token.encode())

    def new_code(self) -> str:
        """A code that opens once, within a minute."""
        return self._codes.new()

    def exchange(self, code: str) -> str | None:
        """The token for a code that is good; a code is good once."""
        return self.token if self._codes.take(code) else None

    def new_ticket(self) -> str:
        """A ticket that opens one WebSocket, within a minute."""
        return self._tickets.new()

    def admits(self, ticket: str) -> bool:
        """Whether this ticket opens a WebSocket; it does so once."""
        return self._tickets.take(ticket)


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
        refusal = self._refusal(scope, headers) if ours else OTHER_USER
        if refusal is None:
            await self._app(scope, receive, send)
        else:
            await _refuse(scope, send, *refusal)

    def _refusal(self, scope: Scope, headers: Mapping[str, str]) -> Refusal | None:
        if elsewhere := _elsewhere(headers):
            return elsewhere
        if scope["type"] == "websocket":
            return self._without_ticket(scope)
        if self._open(scope.get("method", "GET"), scope["path"]):
            return None
        return self._without_token(scope, headers)

    def _without_ticket(self, scope: Scope) -> Refusal | None:
        asked = parse_qs(scope["query_string"].decode("latin-1"))
        if self._tokens.admits(asked.get("ticket", [""])[0]):
            self._visitors.know(scope)
            return None
        return 401, "no_ticket", "A new ticket is needed; POST /api/tickets gives one."

    def _without_token(self, scope: Scope, headers: Mapping[str, str]) -> Refusal | None:
        kind, _, given = headers.get("authorization", "").partition(" ")
        if kind.lower() == "bearer" and self._tokens.fits(given.strip()):
            self._visitors.know(scope)
            return None
        return 401, "no_token", "A bearer token is needed; `qd status --json` names its file."


def _elsewhere(headers: Mapping[str, str]) -> Refusal | None:
    """What speaks against a request that is meant for another host, or comes from another page."""
    host = headers.get("host", "")
    if not _is_ours(host):
        return 421, "wrong_host", "This name is not ours."
    origin = headers.get("origin")
    strange = origin is not None and _split(origin).netloc != host
    if strange or headers.get("sec-fetch-site", "none") not in ("none", "same-origin"):
        return 403, "wrong_origin", "Another page may not call this."
    return None


def _is_ours(host: str) -> bool:
    return _split(f"//{host}").hostname in ("127.0.0.1", "localhost", "::1")


def _split(address: str) -> SplitResult:
    """The parts of an address; of none, where it makes no sense."""
    try:
        return urlsplit(address)
    except ValueError:
        return urlsplit("")


async def _refuse(scope: Scope, send: Send, status: int, kind: str, message: str) -> None:
    if scope["type"] == "websocket":
        await send({"type": "websocket.close", "code": 1008, "reason": message})
        return
    body = json.dumps({"status": "error", "error_type": kind, "message": message}).encode()
    headers = [(b"content-type", b"application/json"), (b"content-length", b"%d" % len(body))]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})
