"""Looking at processes that may end at any moment."""

from contextlib import suppress
from pathlib import Path

import psutil


def all_processes() -> list[psutil.Process]:
    """All that run now.

    Not `psutil.process_iter`: it keeps what it once listed under a number, and whoever was given
    that number since is taken for the one before, and never killed.
    """
    found = []
    for pid in psutil.pids():
        with suppress(psutil.NoSuchProcess):
            found.append(psutil.Process(pid))
    return found


def processes_of(home: Path) -> list[psutil.Process]:
    """All that run with this Quarterdeck's home."""
    return [process for process in all_processes() if _belongs(process, home)]


def words_of(process: psutil.Process) -> list[str]:
    """Its command line; nothing once it has ended."""
    try:
        return process.cmdline()
    except psutil.Error:
        return []


def is_gone(process: psutil.Process) -> bool:
    """Whether it has ended, though its parent may not have taken notice yet."""
    try:
        return not process.is_running() or process.status() == psutil.STATUS_ZOMBIE
    except psutil.NoSuchProcess:
        return True


def runs_in_tmux(pid: int) -> bool:
    """Whether a pane's program runs, or is over: before that nothing tells that it is in tmux."""
    try:
        return "TMUX_PANE" in psutil.Process(pid).environ()
    except psutil.NoSuchProcess:
        return True
    except (psutil.Error, OSError):
        return False


def _belongs(process: psutil.Process, home: Path) -> bool:
    try:
        return process.environ().get("QUARTERDECK_HOME") == str(home)
    except (psutil.Error, OSError):
        return False
