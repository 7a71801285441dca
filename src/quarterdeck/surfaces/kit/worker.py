"""The process that draws: jobs on standard input, pictures on standard output."""

import fcntl
import gc
import signal
import sys
from contextlib import suppress
from typing import BinaryIO

from quarterdeck.boards.drawing import Drawing, Sheet
from quarterdeck.surfaces.kit import wire
from quarterdeck.surfaces.kit.palette import palette_of

NOT_INSTALLED = 3
PIPE_SIZE = 1 << 20  # bytes: a whole board fits in, and is written at once


def main() -> int:
    """Draw until nobody asks any more."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # whoever stops the daemon stops us with it
    try:
        from quarterdeck.surfaces.kit.drawer import Drawer
    except ImportError:
        return NOT_INSTALLED
    jobs, pictures = sys.stdin.buffer, sys.stdout.buffer
    _widen(pictures)
    colours = _next(jobs)
    assert isinstance(colours, tuple)
    drawer = Drawer(palette_of(*colours))
    gc.freeze()  # what is loaded stays: nobody has to look through it while a board is drawn
    while (job := _next(jobs)) is not None:
        assert isinstance(job, Drawing | Sheet)
        pictures.write(wire.packed(drawer.done(job)))
        pictures.flush()
    return 0


def _widen(pipe: BinaryIO) -> None:
    """Let a pipe hold a whole board, where the system can."""
    with suppress(OSError, AttributeError):
        fcntl.fcntl(pipe, fcntl.F_SETPIPE_SZ, PIPE_SIZE)


def _next(jobs: BinaryIO) -> object:
    head = jobs.read(wire.HEAD.size)
    return wire.unpacked(jobs.read(wire.length_in(head))) if head else None


if __name__ == "__main__":
    sys.exit(main())
