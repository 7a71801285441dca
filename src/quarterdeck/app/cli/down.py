"""`qd down`: stops Quarterdeck, and keeps hooks from starting it again."""

import argparse
import os
import signal
import time

from quarterdeck.app.cli.client import Trouble
from quarterdeck.app.cli.shape import Commands, Exit, command
from quarterdeck.app.places import places
from quarterdeck.app.running import running

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
    where = places()
    where.prepare()
    where.down.touch(mode=0o600)
    found = running(where.lock)
    if found is None or not found.pid:
        print("Quarterdeck is not running; hooks will not start it either.")
        return Exit.DONE
    os.kill(found.pid, signal.SIGTERM)
    until = time.monotonic() + GONE_WITHIN
    while running(where.lock):
        if time.monotonic() > until:
            raise Trouble(
                f"Quarterdeck (pid {found.pid}) does not stop.",
                f"End it with `kill -9 {found.pid}`; nothing is lost.",
                Exit.FAILED,
            )
        time.sleep(0.02)
    print("Quarterdeck is stopped.")
    return Exit.DONE
