"""Reads untrusted files: never blocks on a pipe, never reads more than it should."""

import os
import stat
from pathlib import Path


class Unreadable(OSError):
    """There is no readable file there."""


def read_regular(path: Path, most: int, *, offset: int = 0) -> bytes:
    """What a regular file holds from there on, up to a limit; raises OSError."""
    with os.fdopen(_opened(path), "rb") as file:
        file.seek(offset)
        return file.read(most)


def _opened(path: Path) -> int:
    try:
        # Without O_NONBLOCK, opening a pipe waits until somebody writes into it.
        descriptor = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC | os.O_NOCTTY)
    except ValueError:  # a path may hold what no path can
        raise Unreadable(f"{path!r} is not a path") from None
    if not stat.S_ISREG(os.fstat(descriptor).st_mode):
        os.close(descriptor)
        raise Unreadable(f"{path} is not a regular file")
    return descriptor
