"""Nobody else gets in: host, origin and token are checked before anything is done."""

import hmac
import json
import secrets
import time
from collections.abc import Callable
from urllib.parse import urlsplit

from starlette.types import ASGIApp, Receive, Scope, Send

CODE_VALID = 60.0
MOST_CODES = 32


class Keys:
    """The token, and the single-use codes that are exchanged for it."""

    def __init__(self, token: str) -> None:
        self.token = token
        self._codes: dict[str, float] = {}

    def fits(self, given: str) -> bool:
        """Whether this is the token."""
        return hmac.compare_digest(given.encode(), self.token.encode())

    def new_code(self) -> str:
        """A code that opens once, within a minute."""
        self._codes = {c: t for c, t in self._codes.items() if t > time.monotonic()}
        while len(self._codes) >= MOST_CODES:
            self._codes.pop(next(iter(self._codes)))
        code = secrets.token_urlsafe(24)
        self._codes[code] = time.monotonic() + CODE_VALID
        return code

    def exchange(self, code: str) -> str | None:
        """The token for a code that is good; a code is good once."""
        until = self._codes.pop(code, None)
        return self.token if until is not None and until > time.monotonic() else None


class Guard:
    """Refuses requests for other hosts, from other origins, and without the token."""

    def __init__(self, app: ASGIApp, keys: Keys, open_to_all: Callable[[str, str], bool]) -> None:
        self._app = app
        self._keys = keys
        self._open = open_to_all

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a request through, or refuse it."""
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        headers = {k.decode("latin-1").lower(): v.decode("latin-1") for k, v in scope["headers"]}
        refusal = self._refusal(scope, headers)
        if refusal is None:
            await self._app(scope, receive, send)
        else:
            await _refuse(scope, send, *refusal)

    def _refusal(self, scope: Scope, headers: dict[str, str]) -> tuple[int, str, str] | None:
        host = headers.get("host", "")
        if not _is_ours(host):
            return 421, "wrong_host", "This name is not ours."
        origin = headers.get("origin")
        if origin is not None and urlsplit(origin).netloc != host:
            return 403, "wrong_origin", "Another page may not call this."
        if headers.get("sec-fetch-site", "none") not in ("none", "same-origin"):
            return 403, "wrong_origin", "Another page may not call this."
        if self._open(scope.get("method", "GET"), scope["path"]):
            return None
        kind, _, given = headers.get("authorization", "").partition(" ")
        if kind.lower() != "bearer" or not self._keys.fits(given.strip()):
            return 401, "no_token", "A bearer token is needed; `qd status --json` names its file."
        return None


def _is_ours(host: str) -> bool:
    name = urlsplit(f"//{host}").hostname
    return name in ("127.0.0.1", "localhost", "::1")


async def _refuse(scope: Scope, send: Send, status: int, kind: str, message: str) -> None:
    if scope["type"] == "websocket":
        await send({"type": "websocket.close", "code": 1008, "reason": message})
        return
    body = json.dumps({"status": "error", "error_type": kind, "message": message}).encode()
    headers = [(b"content-type", b"application/json"), (b"content-length", b"%d" % len(body))]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})
