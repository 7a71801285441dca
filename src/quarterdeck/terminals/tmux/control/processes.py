"""What the system knows about a process: its start, terminal, parents and environment."""

from collections.abc import Iterator
from pathlib import Path

import psutil

from quarterdeck.processes import Vanished, look


def started(pid: int) -> int | None:
    """Give the start time that distinguishes a process from a later one; a zombie has ended."""
    try:
        return look(pid).start
    except Vanished:
        return None


def foreground(pid: int) -> int | None:
    """Give the process group that has this process's terminal."""
    try:
        group = int(_stat(pid)[5])
    except (OSError, ValueError, IndexError):
        return None
    return group if group > 0 else None


def group(pid: int) -> int | None:
    """Give the process group of a process."""
    try:
        return int(_stat(pid)[2])
    except (OSError, ValueError, IndexError):
        return None


def terminal(pid: int) -> str | None:
    """Give the terminal that controls a process."""
    try:
        number = int(_stat(pid)[4])
    except (OSError, ValueError, IndexError):
        return _terminal_elsewhere(pid)
    # psutil keeps the terminals it saw first, and would not know one that was opened later.
    return next((str(d) for d in _terminals() if _is_device(d, number)), None) if number else None


def _terminals() -> Iterator[Path]:
    yield from Path("/dev/pts").iterdir()
    yield from Path("/dev").glob("tty*")


def _is_device(path: Path, number: int) -> bool:
    try:
        return path.stat().st_rdev == number
    except OSError:
        return False


def _terminal_elsewhere(pid: int) -> str | None:
    try:
        return psutil.Process(pid).terminal()
    except psutil.Error:
        return None


def with_parents(pid: int) -> Iterator[int]:
    """Give a process and its ancestors, nearest first."""
    yield pid
    try:
        yield from (parent.pid for parent in psutil.Process(pid).parents())
    except psutil.Error:
        return


def environment(pid: int) -> dict[str, str]:
    """Give the environment a process was started with; empty if it cannot be read."""
    try:
        return psutil.Process(pid).environ()
    except (psutil.Error, OSError):
        return {}


def _stat(pid: int) -> list[str]:
    # The second field is a name in parentheses and may itself hold any sign.
    text = Path(f"/proc/{pid}/stat").read_text(errors="replace")
    return text.rpartition(")")[2].split()
