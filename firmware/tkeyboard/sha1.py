"""SHA-1, which a WebSocket's handshake needs and not every MicroPython has."""

import struct

_ALL = 0xFFFFFFFF


def sha1(data: bytes) -> bytes:
    """The digest, 20 bytes."""
    state = [0x67452301, 0xEFCDAB89, 0x98BADCFE, 0x10325476, 0xC3D2E1F0]
    padding = b"\x80" + b"\0" * ((55 - len(data)) % 64)
    message = data + padding + struct.pack(">Q", len(data) * 8)
    for at in range(0, len(message), 64):
        _mix(state, message[at : at + 64])
    return struct.pack(">5I", *state)


def _mix(state: list, block: bytes) -> None:
    words = list(struct.unpack(">16I", block))
    for n in range(16, 80):
        words.append(_turned(words[n - 3] ^ words[n - 8] ^ words[n - 14] ^ words[n - 16], 1))
    a, b, c, d, e = state
    for n in range(80):
        if n < 20:
            f, k = (b & c) | (~b & d), 0x5A827999
        elif n < 40:
            f, k = b ^ c ^ d, 0x6ED9EBA1
        elif n < 60:
            f, k = (b & c) | (b & d) | (c & d), 0x8F1BBCDC
        else:
            f, k = b ^ c ^ d, 0xCA62C1D6
        new = (_turned(a, 5) + (f & _ALL) + e + k + words[n]) & _ALL
        a, b, c, d, e = new, a, _turned(b, 30), c, d
    for n, value in enumerate((a, b, c, d, e)):
        state[n] = (state[n] + value) & _ALL


def _turned(value: int, by: int) -> int:
    return ((value << by) | (value >> (32 - by))) & _ALL
