"""Looking at processes that may end at any moment."""

import psutil


def words_of(process: psutil.Process) -> list[str]:
    """Its command line; nothing once it has ended."""
    try:
        return process.cmdline()
    except psutil.Error:
        return []


def is_gone(process: psutil.Process) -> bool:
    """Whether it has ended, though its parent may not have taken notice yet."""
    try:
        return process.status() == psutil.STATUS_ZOMBIE
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
