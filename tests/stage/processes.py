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
