"""What is said while a device is paired, and how a daemon announces itself: formats alone."""

import hashlib
import hmac
import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from urllib.parse import urlencode

from quarterdeck.doors.http.wire import BadRequest

VERSION = 1
LONGEST = 2048  # characters of a message
LONGEST_NAME = 60
NONCE = 16  # bytes
DIGITS = 6
_HEX = re.compile("[0-9a-f]*")


@dataclass(frozen=True, slots=True)
class ByCode:
    """A device has the code of a link."""

    name: str
    code: str


@dataclass(frozen=True, slots=True)
class ByDigits:
    """A device will show digits; it has settled on its nonce and keeps it to itself for now."""

    name: str
    commitment: str


def read_first(text: str) -> ByCode | ByDigits:
    """Who wants to be paired, and how; raises BadRequest."""
    said = _message(text, "pair")
    if said.get("v") != VERSION:
        raise BadRequest(f"This daemon speaks version {VERSION} of pairing.")
    name = "".join(c for c in _text(said, "name") if c.isprintable())[:LONGEST_NAME].strip()
    if not name:
        raise BadRequest("'name' must say what the device is called.")
    if "code" in said:
        return ByCode(name, _text(said, "code"))
    return ByDigits(name, _hex(said, "commitment", 32))


def read_revealed(text: str, commitment: str) -> bytes:
    """The nonce on which a device had settled; raises BadRequest for any other."""
    nonce = bytes.fromhex(_hex(_message(text, "reveal"), "nonce", NONCE))
    if not hmac.compare_digest(hashlib.sha256(nonce).hexdigest(), commitment):
        raise BadRequest("This is not the nonce on which you had settled.")
    return nonce


def digits_of(pin: str, device: bytes, daemon: bytes) -> str:
    """What a device shows: only who sees the same certificate and nonces gets the same digits."""
    found = hashlib.sha256(bytes.fromhex(pin) + device + daemon).digest()
    return f"{int.from_bytes(found[:8]) % 10**DIGITS:0{DIGITS}}"


def are_digits(text: str) -> bool:
    """Whether a device could show this."""
    return len(text) == DIGITS and text.isascii() and text.isdigit()


def link(host: str, port: int, code: str, pin: str) -> str:
    """All that a device needs to be paired, as one line or a QR code."""
    return f"quarterdeck://{bracketed(host)}:{port}/pair?{urlencode({'code': code, 'pin': pin})}"


def bracketed(host: str) -> str:
    """A host as an address writes it."""
    return f"[{host}]" if ":" in host else host


def announcement(name: str, port: int, pin: str) -> bytes:
    """What a daemon calls out; the pin says which of several it is."""
    return json.dumps({"quarterdeck": VERSION, "name": name, "port": port, "pin": pin}).encode()


def _message(text: str, kind: str) -> Mapping[str, object]:
    if len(text) > LONGEST:
        raise BadRequest(f"A message may have at most {LONGEST} characters.")
    try:
        said = json.loads(text)
        json.dumps(said, ensure_ascii=False).encode()  # no half of a character
    except (ValueError, RecursionError):
        raise BadRequest("What was sent is not JSON.") from None
    if not isinstance(said, dict) or said.get("type") != kind:
        raise BadRequest(f"A message of the type {kind!r} is expected.")
    return said


def _text(said: Mapping[str, object], key: str) -> str:
    value = said.get(key)
    if not isinstance(value, str) or not value:
        raise BadRequest(f"'{key}' must be a string.")
    return value


def _hex(said: Mapping[str, object], key: str, count: int) -> str:
    value = _text(said, key)
    if len(value) != 2 * count or not _HEX.fullmatch(value):
        raise BadRequest(f"'{key}' must be {2 * count} hexadecimal digits.")
    return value
