"""The demo agent's process: started with Quarterdeck, and ended with it."""

import contextlib
import os
import signal
import time

from quarterdeck.app.cli import background
from quarterdeck.app.paths import Paths
from quarterdeck.app.running_daemon import running

GONE_WITHIN = 3.0


def start(where: Paths) -> None:
    """Start a demo agent; where one plays already, the new one ends by itself."""
    if running(where.lock) is None or running(where.demo_lock) is None:
        background.spawn(where, "quarterdeck.app.demo", CLAUDE_CONFIG_DIR=str(where.demo))


def end(where: Paths) -> None:
    """End the demo agent that plays, if there is one, and wait until it is gone."""
    until = time.monotonic() + GONE_WITHIN
    asked = 0
    while found := running(where.demo_lock):
        if found.pid not in (0, asked):  # 0: it is only just starting
            asked = found.pid
            _signal(asked, signal.SIGTERM)
        if time.monotonic() > until:
            if asked:
                _signal(asked, signal.SIGKILL)
            return
        time.sleep(0.02)


def _signal(pid: int, number: signal.Signals) -> None:
    with contextlib.suppress(ProcessLookupError):
        os.kill(pid, number)
