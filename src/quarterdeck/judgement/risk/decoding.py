"""What decoders print, if their input is known."""

import binascii
from base64 import b32decode, b64decode
from collections.abc import Callable

from quarterdeck.judgement.risk.parsed_call import Call


def decoded(call: Call, text: str) -> str | None:
    """What this call makes of a text; nothing if it is not a decoder, or cannot read it."""
    reader = _READERS.get(call.program)
    if reader is None or call.flags.isdisjoint(_DECODING[call.program]):
        return None
    try:
        return reader("".join(text.split())).decode()
    except (binascii.Error, ValueError):
        return None


_READERS: dict[str, Callable[[str], bytes]] = {
    "base64": b64decode,
    "gbase64": b64decode,
    "openssl": b64decode,
    "base32": b32decode,
    "xxd": bytes.fromhex,
}
_DECODING = {
    "base64": {"-d", "-D", "--decode"},
    "gbase64": {"-d", "-D", "--decode"},
    "openssl": {"-d"},
    "base32": {"-d", "--decode"},
    "xxd": {"-r"},
}
