"""Asks the kernel about one TCP socket, which is quicker than to read its table of all of them."""

import socket
import struct
from ipaddress import IPv4Address, IPv6Address

NETLINK_SOCK_DIAG = 4
BY_FAMILY = 20
REQUEST = 1
WITHIN = 1.0  # seconds; the kernel answers at once, where it answers at all
ANY = 0xFFFFFFFF  # state, cookie
KERNEL = 0  # its address

_HEAD = struct.Struct("=IHHII")
_ENDS = struct.Struct("!HH16s16s")
_ENDS_AT = _HEAD.size + 4
_OWNER_AT = _ENDS_AT + 48 + 12  # behind both ends, and three numbers that say nothing of it

End = tuple[IPv4Address | IPv6Address, int]


def owner_of(theirs: End, ours: End) -> tuple[int, int] | None:
    """User and inode of the socket between these ends; None where the kernel does not say."""
    if not hasattr(socket, "AF_NETLINK"):
        return None
    try:
        with socket.socket(socket.AF_NETLINK, socket.SOCK_RAW, NETLINK_SOCK_DIAG) as line:
            line.settimeout(WITHIN)
            line.send(_request(theirs, ours))
            told, (sender, _) = line.recvfrom(4096)
    except OSError:
        return None
    return _read(told, theirs, ours) if sender == KERNEL else None


def _request(theirs: End, ours: End) -> bytes:
    family = socket.AF_INET if theirs[0].version == 4 else socket.AF_INET6
    what = struct.pack("=BBBBI", family, socket.IPPROTO_TCP, 0, 0, ANY)
    body = what + _ends(theirs, ours) + struct.pack("=III", 0, ANY, ANY)
    return _HEAD.pack(_HEAD.size + len(body), BY_FAMILY, REQUEST, 1, 0) + body


def _read(told: bytes, theirs: End, ours: End) -> tuple[int, int] | None:
    """What an answer says of exactly this socket: where there is none, it may be of a listener."""
    if len(told) < _OWNER_AT + 8 or _HEAD.unpack_from(told)[1] != BY_FAMILY:
        return None
    if told[_ENDS_AT:][: _ENDS.size] != _ends(theirs, ours):
        return None
    user, inode = struct.unpack_from("=II", told, _OWNER_AT)
    return (user, inode) if inode else None


def _ends(theirs: End, ours: End) -> bytes:
    return _ENDS.pack(theirs[1], ours[1], theirs[0].packed, ours[0].packed)
