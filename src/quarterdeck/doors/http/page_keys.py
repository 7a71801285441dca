"""How a page and its daemon prove their identity to each other without revealing a secret.

Each page has a key of its own, which its browser keeps and gives to no script. The daemon can
make it again from its token, so it is written down nowhere. A link's code is such a key too, for
a minute: with it the page's own key is sealed on its way.
"""

import hashlib
import hmac
import secrets
from base64 import urlsafe_b64encode
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Hello:
    """What a daemon says first: which run this is, if it lets the page in, and that it is ours."""

    run: str
    known: bool
    proof: str


@dataclass(frozen=True, slots=True)
class Claim:
    """Somebody followed a link and wants a key: which link, and the proof that they have it."""

    code: str
    nonce: str
    proof: str


@dataclass(frozen=True, slots=True)
class SealedKey:
    """A page's key, to be opened with a link's; and the proof that nobody changed it."""

    page: str
    key: str
    proof: str


class PageKeys:
    """The keys of all pages, and what is proven with them in this run of the daemon."""

    def __init__(self, token: str) -> None:
        self._root = _mac(token.encode(), "pages")
        self.run = secrets.token_hex(16)  # what a page shows is worth nothing in another run

    def key_of(self, page: str) -> bytes:
        """The key of a page."""
        return _mac(self._root, "page", page)

    def hello(self, key: bytes, name: str, nonce: str, *, known: bool) -> Hello:
        """What only a daemon can say that has this key."""
        word = "known" if known else "unknown"
        return Hello(self.run, known, _text(_mac(key, "daemon", name, self.run, nonce, word)))

    def is_claim(self, key: bytes, claim: Claim) -> bool:
        """Whether a claim was made with a link's key, to this run."""
        right = _text(_mac(key, "claim", claim.code, self.run, claim.nonce))
        return hmac.compare_digest(right.encode(), claim.proof.encode())

    def sealed(self, key: bytes, claim: Claim, page: str) -> SealedKey:
        """A page's key for the page that made a claim, and for no listener."""
        pad = _mac(key, "seal", claim.code, self.run, claim.nonce)
        closed = _text(bytes(a ^ b for a, b in zip(self.key_of(page), pad, strict=True)))
        return SealedKey(page, closed, _text(_mac(key, "sealed", page, closed, claim.nonce)))

    def bearer(self, page: str) -> str:
        """What a page shows with each request of this run."""
        return f"{page}.{_text(_mac(self.key_of(page), 'bearer', page, self.run))}"


def new_key() -> bytes:
    """The key of a link."""
    return secrets.token_bytes(32)


def code_text(name: str, key: bytes) -> str:
    """A link's code as the link holds it: its name, which is sent, and its key, which is not."""
    return f"{name}.{_text(key)}"


def _mac(key: bytes, *words: str) -> bytes:
    """A proof over words, with their boundaries."""
    data = "\0".join(("quarterdeck", *words)).encode()
    return hmac.new(key, data, hashlib.sha256).digest()


def _text(data: bytes) -> str:
    return urlsafe_b64encode(data).decode().rstrip("=")
