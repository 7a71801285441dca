"""Somebody who looks at a pane all the time, to know when something stood there first."""

import subprocess
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Self

from tests.live.lab.agent import Agent

EVERY = 0.005


class Observer:
    """Captures a pane every few milliseconds over a control client of its own."""

    def __init__(self, socket: Path, agent: Agent) -> None:
        self._pane = agent.pane
        argv = ["tmux", "-u", "-N", "-S", str(socket), "-C", "attach", "-E"]
        argv += ["-f", "ignore-size,no-output", "-t", agent.pane]
        self._client = subprocess.Popen(
            argv, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, encoding="utf-8"
        )
        self._seen: list[tuple[float, str]] = []
        self._left = threading.Event()
        self._looking = threading.Thread(target=self._look)

    def __enter__(self) -> Self:
        self._looking.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._left.set()
        self._looking.join()
        self._client.kill()
        self._client.communicate()

    def first(self, meant: Callable[[str], bool], after: float) -> float:
        """When such a screen stood there first, not before a moment; 0 as long as none did."""
        seen = self._seen.copy()
        then = next((screen for at, screen in reversed(seen) if at <= after), None)
        if then is not None and meant(then):
            return after
        return next((at for at, screen in seen if at > after and meant(screen)), 0.0)

    def _look(self) -> None:
        while not self._left.wait(EVERY):
            screen = self._captured()
            if not self._seen or self._seen[-1][1] != screen:
                self._seen.append((time.monotonic(), screen))

    def _captured(self) -> str:
        assert self._client.stdin
        assert self._client.stdout
        self._client.stdin.write(f"capture-pane -p -e -t {self._pane}\n")
        self._client.stdin.flush()
        lines: list[str] = []
        for line in self._client.stdout:
            if line.startswith("%begin") and line.endswith(" 1\n"):
                lines.clear()
            elif line.startswith(("%end", "%error")) and line.endswith(" 1\n"):
                return "".join(lines)
            else:
                lines.append(line)
        raise AssertionError("the observer's client is gone")
