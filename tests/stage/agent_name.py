"""Processes that are called like an agent's program, by which agents are known."""

import ctypes
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path

SET_NAME = 15  # as prctl calls it
COMM = Path("/proc/self/comm")


def call_yourself(name: str) -> None:
    """Give this process a name, as the kernel tells it; the main thread's name is the process's."""
    ctypes.CDLL(None).prctl(SET_NAME, name.encode(), 0, 0, 0)


def called_claude() -> AbstractContextManager[None]:
    """Meanwhile this process is called like Claude Code."""
    return called_as("claude")


@contextmanager
def called_as(name: str) -> Iterator[None]:
    """Meanwhile this process has another name."""
    before = COMM.read_text().strip()
    call_yourself(name)
    try:
        yield
    finally:
        call_yourself(before)
