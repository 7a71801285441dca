"""The hooks of an agent as bare connections, so that nothing but the daemon is measured.

A process of its own: whoever sends hooks is an agent, and agents may not answer. For each line on
its standard input it sends a hook, and prints when it did so and when the daemon replied.
"""

import ctypes
import json
import socket
import sys
import time
from itertools import count
from pathlib import Path

SET_NAME = 15  # as prctl calls it
COUNTER = getattr(time, "CLOCK_BOOTTIME", time.CLOCK_MONOTONIC)


def main(path: str) -> None:
    name_like_an_agent()
    numbers = count()
    for line in sys.stdin:
        kind, text = json.loads(line)
        print(*_told(path, kind, text.encode(), next(numbers)), flush=True)


def name_like_an_agent() -> None:
    """Let the kernel call this process what it calls Claude Code."""
    ctypes.CDLL(None).prctl(SET_NAME, b"claude", 0, 0, 0)


def _told(path: str, kind: str, data: bytes, number: int) -> tuple[float, float]:
    with socket.socket(socket.AF_UNIX) as line:
        began = time.perf_counter()
        line.connect(path)
        line.sendall(_frame(data, kind, number))
        while (told := line.recv(65536)) and not (kind == "ask" and b"say " in told):
            pass  # until it is answered, or heard
        at = time.perf_counter()
        if kind == "ask":
            line.sendall(b"printed\n")
    return began, at


def _frame(data: bytes, kind: str, number: int) -> bytes:
    """What the hook client sends."""
    started = time.clock_gettime_ns(COUNTER)
    stat = Path("/proc/self/stat").read_text()
    head = f"id={number}-{started}\0started={started}\0kind={kind}\0pid=1\0ancestor={stat}"
    return b"QD1 %d %d\n" % (len(head), len(data)) + head.encode() + data


if __name__ == "__main__":
    main(sys.argv[1])
