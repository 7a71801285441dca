"""The pipe between the daemon and the process that draws: length, then a pickled value."""

import pickle
from struct import Struct

HEAD = Struct(">I")


def packed(value: object) -> bytes:
    """A value with its length in front."""
    body = pickle.dumps(value, pickle.HIGHEST_PROTOCOL)
    return HEAD.pack(len(body)) + body


def length_in(head: bytes) -> int:
    """How many bytes follow."""
    return int(HEAD.unpack(head)[0])


def unpacked(body: bytes) -> object:
    """The value; only the daemon and its own child are at the ends of this pipe."""
    value: object = pickle.loads(body)  # noqa: S301 - our own process wrote it
    return value
