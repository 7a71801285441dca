"""`qd down`: stops Quarterdeck, and keeps hooks from starting it again."""

import argparse
import contextlib
import os
import signal
import time
from pathlib import Path

from quarterdeck.app.cli.client import Trouble
from quarterdeck.app.cli.console import Commands, Exit, command, complain
from quarterdeck.app.cli.refuse_agents import refuse_agents
from quarterdeck.app.paths import BadPath, Paths, paths
from quarterdeck.app.running_daemon import running

GONE_WITHIN = 5.0


def add(commands: Commands) -> None:
    """Add the command."""
    parser = command(
        commands,
        "down",
        "Stop Quarterdeck; hooks do not start it again until `qd up`.",
        ["qd down"],
    )
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Stop the daemon and wait until it is gone."""
    del args
    where = paths()
    refuse_agents(where)
    marked = _mark(where)
    if running(where.lock):
        _stop(where.lock)
        print("Quarterdeck is stopped.")
    else:
        print(
            "Quarterdeck is not running" + ("; hooks will not start it either." if marked else ".")
        )
    if not marked:
        complain(f"{where.down} cannot be written: a hook may start it again.", "")
    return Exit.DONE


def _mark(where: Paths) -> bool:
    """Tell hooks not to start a daemon; on a disk that cannot be written one can still stop."""
    try:
        where.prepare()
        where.down.touch(mode=0o600)
    except (BadPath, OSError):
        return False
    return True


def _stop(lock: Path) -> None:
    """End the daemon, also one that only just starts, and wait until it is gone."""
    until = time.monotonic() + GONE_WITHIN
    asked = 0
    while found := running(lock):
        if found.pid not in (0, asked):
            asked = found.pid
            with contextlib.suppress(ProcessLookupError):
                os.kill(asked, signal.SIGTERM)
        if time.monotonic() > until:
            raise Trouble(
                f"Quarterdeck (pid {found.pid}) does not stop.",
                f"End it with `kill -9 {found.pid}`; nothing is lost.",
                Exit.FAILED,
            )
        time.sleep(0.02)
