"""Pairing: how we get our token, by a link's code or by six digits that we show."""

import hashlib
import json
from binascii import hexlify, unhexlify

from websocket import Closed

NONCE = 16  # bytes
DIGITS = 6
LONGEST = 200  # characters of a token
LONGEST_HOST = 100
USUAL_PORT = "8080"
_HEX = "0123456789abcdef"
_HOST = _HEX + "ghijklmnopqrstuvwxyz-."


class NoLink(Exception):
    """A text that is no link of `qd pair`."""


def link(text: str) -> dict:
    """Address, port, code and pin of a link; raises NoLink."""
    scheme, _, rest = text.strip().partition("://")
    where, _, query = rest.partition("/pair?")
    given = dict(part.split("=", 1) for part in query.split("&") if "=" in part)
    code, pin = given.get("code", ""), given.get("pin", "")
    if scheme != "quarterdeck" or not 0 < len(code) <= LONGEST or not is_pin(pin):
        raise NoLink("this is no link of `qd pair`")
    found = address(where)
    found.update(code=code, pin=pin)
    return found


def address(text: str) -> dict:
    """A host, and its port if it is not the usual one; raises NoLink."""
    text, signs = text.strip(), _HOST
    host, _, port = text.rpartition(":")
    if text.startswith("[") and "]" in text:  # IPv6, which has colons of its own
        host, _, rest = text[1:].partition("]")
        port, signs = rest[1:] if rest.startswith(":") else rest and "none", _HEX + ":."
    elif not host:
        host, port = text, ""
    port = port or USUAL_PORT
    fits = 0 < len(host) <= LONGEST_HOST and all(sign in signs for sign in host.lower())
    if not fits or not port.isdigit() or len(port) > 5 or not 0 < int(port) < 65536:
        raise NoLink("this is no address")
    return {"host": host, "port": int(port)}


def is_pin(text) -> bool:
    """Whether this is the SHA-256 of a certificate."""
    return _is_hex(text, 32)


def check(pin: str, seen: str) -> None:
    """Raise Closed unless the certificate that we saw is the one that we know."""
    if pin != seen:
        raise Closed("not our daemon: another certificate")


def digits(pin: str, ours: bytes, theirs: bytes) -> str:
    """What we show: the daemon gets the same only if it showed us its own certificate."""
    found = hashlib.sha256(unhexlify(pin) + ours + theirs).digest()
    number = int.from_bytes(found[:8], "big") % 10**DIGITS
    return "0" * (DIGITS - len(str(number))) + str(number)


async def by_code(socket, sink, name: str, code: str) -> str:
    """Our token, for the code of a link; the certificate was compared before. Raises Closed."""
    await socket.send(json.dumps({"type": "pair", "v": 1, "name": name, "code": code}))
    return _token(await _heard(socket, sink, "paired"))


async def by_digits(socket, sink, name: str, pin: str, random, show) -> str:
    """Our token, once a person has typed what we show; raises Closed."""
    ours = random(NONCE)
    settled = hexlify(hashlib.sha256(ours).digest()).decode()
    await socket.send(json.dumps({"type": "pair", "v": 1, "name": name, "commitment": settled}))
    theirs = (await _heard(socket, sink, "nonce")).get("nonce")
    if not _is_hex(theirs, NONCE):
        raise Closed("no nonce")
    await socket.send(json.dumps({"type": "reveal", "nonce": hexlify(ours).decode()}))
    await _heard(socket, sink, "wait")
    await show(digits(pin, ours, unhexlify(theirs)))
    return _token(await _heard(socket, sink, "paired"))


async def _heard(socket, sink, kind: str) -> dict:
    text = await socket.receive(sink)
    try:
        said = json.loads(text)
    except ValueError:
        said = None
    if not isinstance(said, dict) or said.get("type") != kind:
        raise Closed("no " + kind)
    return said


def _is_hex(text, count: int) -> bool:
    return isinstance(text, str) and len(text) == 2 * count and all(c in _HEX for c in text)


def _token(said: dict) -> str:
    token = said.get("token")
    if not isinstance(token, str) or not 0 < len(token) <= LONGEST:
        raise Closed("no token")
    return token
