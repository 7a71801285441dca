"""Who is calling: the process behind a connection, and whether an agent stands above it."""

import contextlib
import os
import socket
import struct
from collections.abc import Iterable
from dataclasses import dataclass
from ipaddress import IPv4Address, IPv6Address, ip_address
from pathlib import Path

import psutil
from starlette.requests import HTTPConnection

AGENT_MARK = "CLAUDECODE"  # in the environment of everything that Claude Code starts
LOOKS = 3  # at the table of sockets, before somebody counts as gone
GONE = -1  # the pid of a caller that ended before it could be looked at
_MAPPED = b"\0" * 10 + b"\xff\xff"  # before an IPv4 address that an IPv6 socket holds
TABLES = (Path("/proc/net/tcp"), Path("/proc/net/tcp6"))

Address = tuple[str, int]


@dataclass(frozen=True, slots=True)
class Peer:
    """The other end of a connection, as far as the kernel tells."""

    pid: int | None
    uid: int | None


def peer_of(caller: HTTPConnection) -> Peer:
    """The process behind a request or a WebSocket."""
    if caller.client is None:
        return Peer(None, None)
    host, port = caller.client
    if host.startswith("unix:"):
        return Peer(port or None, int(host.removeprefix("unix:") or -1))
    return tcp_peer((host, port), caller.scope["server"])


def unix_peer(connection: socket.socket) -> Peer:
    """The process at the other end of a Unix socket."""
    if not hasattr(socket, "SO_PEERCRED"):
        return Peer(None, None)
    size = struct.calcsize("3i")
    pid, uid, _ = struct.unpack(
        "3i", connection.getsockopt(socket.SOL_SOCKET, socket.SO_PEERCRED, size)
    )
    return Peer(pid, uid)


def tcp_peer(theirs: Address, ours: Address) -> Peer:
    """The process of this machine that holds the other end of a TCP connection."""
    # The kernel's table may skip a row while others come and go; who is gone stays gone.
    found = next(filter(None, (_socket_table(theirs, ours) for _ in range(LOOKS))), None)
    if found is None:
        here = _ip(theirs[0]).is_loopback and TABLES[0].exists()
        return Peer(GONE if here else None, None)
    uid, inode = found
    holder = _holder(inode, uid) if inode else None
    # Of our own processes we see every one; one that is not there has ended meanwhile.
    visible = os.getuid() in (0, uid)
    return Peer(GONE if holder is None and visible else holder, uid)


def is_below_agent(pid: int, agents: Iterable[int]) -> bool:
    """Whether a process runs below an agent, or carries an agent's mark; one that is gone may."""
    running = set(agents)
    try:
        process = psutil.Process(pid)
        chain = [process, *process.parents()]
        marked = any(_is_marked(p) for p in chain[:4])
    except (psutil.NoSuchProcess, ValueError):
        return True
    return marked or any(p.pid in running for p in chain)


def _is_marked(process: psutil.Process) -> bool:
    try:
        return AGENT_MARK in process.environ()
    except (psutil.AccessDenied, OSError):
        return False


def _socket_table(theirs: Address, ours: Address) -> tuple[int, int] | None:
    """Owner and inode of their socket; one port can lead to several places, so both ends count."""
    ends = [f": {_row(theirs, mapped)} {_row(ours, mapped)} " for mapped in (False, True)]
    for table in TABLES:
        with contextlib.suppress(OSError):
            for line in table.read_text().splitlines()[1:]:
                if any(end in line for end in ends):
                    fields = line.split()
                    return int(fields[7]), int(fields[9])
    return None


def _row(address: Address, mapped: bool) -> str:
    """An address as the kernel's table writes it; IPv6 sockets may hold IPv4 ones mapped."""
    ip = _ip(address[0])
    data = (_MAPPED if mapped and ip.version == 4 else b"") + ip.packed
    words = (data[i : i + 4][::-1] for i in range(0, len(data), 4))
    return f"{b''.join(words).hex().upper()}:{address[1]:04X}"


def _ip(host: str) -> IPv4Address | IPv6Address:
    """An address without its zone; an IPv4 one is itself, however it is written."""
    ip = ip_address(host.partition("%")[0])
    return ip.ipv4_mapped or ip if isinstance(ip, IPv6Address) else ip


def _holder(inode: int, uid: int) -> int | None:
    """The process that holds a socket; None where we may not look or it is gone."""
    wanted = f"socket:[{inode}]"
    for directory in Path("/proc").iterdir():
        if not directory.name.isdigit():
            continue
        with contextlib.suppress(OSError):
            if directory.stat().st_uid == uid and _holds(directory / "fd", wanted):
                return int(directory.name)
    return None


def _holds(descriptors: Path, wanted: str) -> bool:
    for descriptor in descriptors.iterdir():
        with contextlib.suppress(OSError):
            if str(descriptor.readlink()) == wanted:
                return True
    return False
