"""What the kernel knows about a process: its parents, its name and its environment."""

import os
import re
import socket
import struct
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache, partial
from pathlib import Path

import psutil

PROC = Path("/proc")
_USER = re.compile(r"^Uid:\s*(\d+)", re.MULTILINE)
_AT_ONCE = 1 << 16  # bytes; almost every file of the kernel's has fewer
_TICKS = 100  # in a second, of the start times that are made up where the kernel counts none


class Vanished(Exception):
    """A process that ended before it could be looked at."""


@dataclass(frozen=True, slots=True)
class Seen:
    """A process as it was when somebody looked."""

    pid: int
    start: int  # tells it from a later one with its pid
    name: str  # of its program, as the kernel cuts it: 15 bytes
    parent: int
    leads: bool  # whether it is the first of its session, as what runs in a terminal's window is
    terminal: bool  # whether a terminal controls it


def look(pid: int) -> Seen:
    """A process, now; a zombie has ended."""
    if not _has_files(PROC):
        return _asked(pid)
    line = _file(pid, "stat") if pid > 0 else ""
    if not line:
        raise Vanished(f"there is no process {pid}")
    name, _, rest = line.partition("(")[2].rpartition(") ")
    fields = rest.split()
    if fields[0] in ("Z", "X"):
        raise Vanished(f"process {pid} has ended")
    own_session = int(fields[3]) == pid
    return Seen(pid, int(fields[19]), name, int(fields[1]), own_session, fields[4] != "0")


def chain(pid: int) -> list[Seen]:
    """A process and those above it, nearest first."""
    first = look(pid)
    return [first, *above(first)]


def above(process: Seen) -> Iterator[Seen]:
    """Those above a process, nearest first; each is looked at when it is asked for."""
    while process.parent > 0:
        try:
            parent = look(process.parent)
        except Vanished:
            return
        if parent.start > process.start:
            return  # it ended, and a later one has its pid
        yield parent
        process = parent


def at_other_end(connection: socket.socket) -> tuple[int, int | None]:
    """The process and the user at the other end of a Unix socket; 0 and None if unknown."""
    if not hasattr(socket, "SO_PEERCRED"):
        return 0, None
    size = struct.calcsize("3i")
    told = connection.getsockopt(socket.SOL_SOCKET, socket.SO_PEERCRED, size)
    pid, uid, _ = struct.unpack("3i", told)
    return pid, uid


def owner(pid: int) -> int:
    """The user whose process this is."""
    if not _has_files(PROC):
        return _asked_owner(pid)
    found = _USER.search(_file(pid, "status"))
    if found is None:
        raise Vanished(f"process {pid} does not say whose it is")
    return int(found[1])


def environment(pid: int) -> Mapping[str, str]:
    """The environment a process was started with; empty if it may not be read."""
    if not _has_files(PROC):
        return _asked_environment(pid)
    entries = (entry.partition("=") for entry in _file(pid, "environ").split("\0"))
    return {name: value for name, is_set, value in entries if is_set}


def arguments(pid: int) -> list[str]:
    """The words a process was started with; none if they may not be read."""
    if not _has_files(PROC):
        return _asked_arguments(pid)
    try:
        return _file(pid, "cmdline").split("\0")[:-1]
    except Vanished:
        return []


@cache
def _has_files(proc: Path) -> bool:
    """Whether this kernel describes processes in files."""
    return (proc / "self").exists()


def _file(pid: int, name: str) -> str:
    """What the kernel says in one of them; nothing if it may not be read."""
    try:
        # Without a file object: this is done many times for each hook.
        fd = os.open(f"{PROC}/{pid}/{name}", os.O_RDONLY)
        try:
            pieces = iter(partial(os.read, fd, _AT_ONCE), b"")
            return b"".join(pieces).decode(errors="surrogateescape")
        finally:
            os.close(fd)
    except (FileNotFoundError, ProcessLookupError):
        raise Vanished(f"there is no process {pid}") from None
    except OSError:
        return ""


# Elsewhere the system is asked.


def _asked(pid: int) -> Seen:
    try:
        process = psutil.Process(pid)
        if process.status() == psutil.STATUS_ZOMBIE:
            raise Vanished(f"process {pid} has ended")
        start = int(process.create_time() * _TICKS)
        terminal = process.terminal() is not None
        return Seen(pid, start, process.name(), process.ppid(), terminal, terminal)
    except (psutil.Error, ValueError, OverflowError):
        raise Vanished(f"there is no process {pid}") from None


def _asked_owner(pid: int) -> int:
    try:
        return psutil.Process(pid).uids().real
    except (psutil.Error, ValueError, OverflowError):
        raise Vanished(f"there is no process {pid}") from None


def _asked_environment(pid: int) -> Mapping[str, str]:
    try:
        return psutil.Process(pid).environ()
    except psutil.NoSuchProcess:
        raise Vanished(f"process {pid} has ended") from None
    except (psutil.Error, OSError, ValueError):
        return {}


def _asked_arguments(pid: int) -> list[str]:
    try:
        return psutil.Process(pid).cmdline()
    except (psutil.Error, OSError, ValueError):
        return []
