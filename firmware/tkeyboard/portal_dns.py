"""A name server for a network of our own: whatever name is asked for, it is here."""

import struct

LONGEST = 512  # bytes of a question
_HEAD = 12
_ADDRESS, _INTERNET = 1, 1  # a record with an IPv4 address, of the Internet
_ANSWER, _QUERY_BITS, _WANTS_MORE = 0x8400, 0x7800, 0x0100
_KNOWN_FOR = 10  # seconds; the name means somebody else once we are gone


def answer(asked: bytes, address: str):
    """What is answered to a question; None for anything that is no question."""
    end = _question_end(asked)
    if end is None:
        return None
    number, flags = struct.unpack(">HH", asked[:4])
    kind, network = struct.unpack(">HH", asked[end - 4 : end])
    here = kind == _ADDRESS and network == _INTERNET  # of other kinds there is nothing here
    told = _ANSWER | (flags & _WANTS_MORE)
    reply = struct.pack(">HHHHHH", number, told, 1, 1 if here else 0, 0, 0) + asked[_HEAD:end]
    if here:
        reply += struct.pack(">HHHIH", 0xC00C, _ADDRESS, _INTERNET, _KNOWN_FOR, 4)
        reply += bytes(int(part) for part in address.split("."))
    return reply


def _question_end(asked: bytes):
    """Where the only question ends; None if this is none."""
    if not _HEAD < len(asked) <= LONGEST:
        return None
    flags, count = struct.unpack(">HH", asked[2:6])
    if flags & 0x8000 or flags & _QUERY_BITS or count != 1:
        return None
    at = _HEAD
    while at < len(asked) and asked[at]:
        if asked[at] > 63:  # a reference, which a question has no need of
            return None
        at += 1 + asked[at]
    end = at + 5  # the end of the name, the kind, the network
    return end if end <= len(asked) and at - _HEAD < 255 else None
