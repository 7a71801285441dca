"""A page's side of the handshake, written from its description, not from our code."""

import base64
import hashlib
import hmac
import secrets
from dataclasses import dataclass

from tests.stage.calls import call
from tests.stage.daemon import StagedDaemon


@dataclass(frozen=True)
class PlayedPage:
    """A page with a key of its own."""

    daemon: StagedDaemon
    name: str
    key: bytes

    @property
    def bearer(self) -> str:
        """Its token for this run of the daemon, once that has proven who it is."""
        run, _, known = proven(self.daemon, self.name, self.key)
        assert known
        return f"{self.name}.{mac(self.key, 'bearer', self.name, run)}"

    def get(self, path: str) -> int:
        """The status of a call that this page makes."""
        return int(call(self.daemon, "GET", path, Authorization=f"Bearer {self.bearer}")[0])


def pair(daemon: StagedDaemon, code: str = "") -> PlayedPage:
    """A page that has followed a link."""
    code = code or call(daemon, "POST", "/api/codes", {})[1]["code"]
    name, _, secret = code.partition(".")
    link = octets(secret)
    run, nonce, _ = proven(daemon, name, link)
    claim = {"code": name, "nonce": nonce, "proof": mac(link, "claim", name, run, nonce)}
    status, told = call(daemon, "POST", "/api/pages", claim, Authorization=None)
    assert status == 200, told
    assert told["proof"] == mac(link, "sealed", told["page"], told["key"], nonce)
    pad = octets(mac(link, "seal", name, run, nonce))
    key = bytes(a ^ b for a, b in zip(octets(told["key"]), pad, strict=True))
    return PlayedPage(daemon, told["page"], key)


def proven(daemon: StagedDaemon, name: str, key: bytes) -> tuple[str, str, bool]:
    """The run that answers, proven to be ours; the nonce of the proof, and if we are known."""
    nonce = secrets.token_urlsafe(24)
    status, told = call(
        daemon, "POST", "/api/hello", {"name": name, "nonce": nonce}, Authorization=None
    )
    assert status == 200, told
    word = "known" if told["known"] else "unknown"
    assert told["proof"] == mac(key, "daemon", name, told["run"], nonce, word)
    return told["run"], nonce, told["known"]


def mac(key: bytes, *words: str) -> str:
    """HMAC-SHA256 over `quarterdeck` and the words, joined by NUL, in base64url without padding."""
    data = "\0".join(("quarterdeck", *words)).encode()
    digest = hmac.new(key, data, hashlib.sha256).digest()
    return base64.urlsafe_b64encode(digest).decode().rstrip("=")


def octets(text: str) -> bytes:
    """The bytes of such a text."""
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))
