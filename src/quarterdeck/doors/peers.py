"""Who is calling: the process behind a connection, and its standing."""

import contextlib
import os
import socket
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from ipaddress import IPv4Address, IPv6Address, ip_address
from pathlib import Path

import psutil

from quarterdeck.agent_processes import Standing, standing_of
from quarterdeck.domain.sessions import Process
from quarterdeck.doors.socket_diag import owner_of
from quarterdeck.processes import at_other_end

LOOKS = 3  # at the table of sockets, before somebody counts as gone
GONE = -1  # the pid of a caller that ended before it could be looked at
_MAPPED = b"\0" * 10 + b"\xff\xff"  # before an IPv4 address that an IPv6 socket holds
TABLES = (Path("/proc/net/tcp"), Path("/proc/net/tcp6"))

Address = tuple[str, int]


@dataclass(frozen=True, slots=True)
class Peer:
    """The other end of a connection, as far as the kernel knows."""

    pids: tuple[int, ...]  # one of these is calling; none where nobody can tell
    uid: int | None

    @property
    def pid(self) -> int | None:
        """The process, where it is known."""
        return self.pids[0] if len(self.pids) == 1 else None


def unix_peer(connection: socket.socket) -> Peer:
    """The process at the other end of a Unix socket."""
    pid, uid = at_other_end(connection)
    return Peer((pid,) if pid else (), uid)


def tcp_peer(theirs: Address, ours: Address) -> Peer:
    """The process of this machine that holds the other end of a TCP connection."""
    found = _socket(theirs, ours)
    if found is None:
        return Peer(() if _nobody(theirs) is None else (GONE,), None)
    uid, inode = found
    if os.getuid() not in (0, uid):
        return Peer((), uid)
    holder, closed = _holders(inode, uid) if inode else (None, ())
    if holder is not None:
        return Peer((holder,), uid)
    # Still held, and by nobody into whom we can look: by one of the others, such as sshd.
    held = closed and _socket(theirs, ours) == found
    return Peer(closed if held else (GONE,), uid)


def tcp_owner(theirs: Address, ours: Address) -> int | None:
    """The user at the other end of a TCP connection; GONE if it ended, None for other machines."""
    found = _socket(theirs, ours)
    return found[0] if found else _nobody(theirs)


def _nobody(theirs: Address) -> int | None:
    """Who holds the other end of a connection that is in no table."""
    if not TABLES[0].exists():
        return None
    return GONE if _ip(theirs[0]).is_loopback else None


def standing(peer: Peer, agents: Iterable[Process]) -> Standing:
    """As whom somebody calls, the worst of what may be: an agent, or another user, comes first."""
    if not peer.pids:
        stranger = peer.uid not in (None, os.getuid())
        return Standing.AGENT if stranger else Standing.PERSON
    known = list(agents)
    found = {standing_of(pid, known) for pid in peer.pids}
    return next(s for s in (Standing.AGENT, Standing.TMUX_JOB, Standing.PERSON) if s in found)


def _socket(theirs: Address, ours: Address) -> tuple[int, int] | None:
    """Owner and inode of their socket."""
    if told := owner_of((_ip(theirs[0]), theirs[1]), (_ip(ours[0]), ours[1])):
        return told
    # The kernel's table may skip a row while others come and go; who is gone stays gone.
    return next(filter(None, (_socket_table(theirs, ours) for _ in range(LOOKS))), None)


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


def _holders(inode: int, uid: int) -> tuple[int | None, tuple[int, ...]]:
    """The process of a user that holds a socket, and those that cannot be inspected."""
    wanted, closed = f"socket:[{inode}]", []
    for process in _processes(uid):
        try:
            if _holds(process / "fd", wanted):
                return int(process.name), ()
        except PermissionError:
            closed.append(int(process.name))
        except OSError:
            continue  # it ended meanwhile
    return None, tuple(pid for pid in closed if _lives(pid))


def _processes(uid: int) -> Iterator[Path]:
    """The processes of a user, newest first: most callers were started for their call."""
    pids = (int(name) for name in os.listdir("/proc") if name.isdigit())  # noqa: PTH208 - names alone
    for pid in sorted(pids, reverse=True):
        directory = Path(f"/proc/{pid}")
        with contextlib.suppress(OSError):
            if directory.stat().st_uid == uid:
                yield directory


def _holds(descriptors: Path, wanted: str) -> bool:
    for descriptor in descriptors.iterdir():
        with contextlib.suppress(FileNotFoundError):
            if str(descriptor.readlink()) == wanted:
                return True
    return False


def _lives(pid: int) -> bool:
    """Whether a process can hold anything; one that ended cannot be inspected either."""
    try:
        return psutil.Process(pid).status() != psutil.STATUS_ZOMBIE
    except psutil.NoSuchProcess:
        return False
