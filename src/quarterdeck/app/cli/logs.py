"""`qd logs`: shows the daemon's log."""

import argparse
import time
from pathlib import Path

from quarterdeck.app.cli.client import Trouble
from quarterdeck.app.cli.console import Commands, Exit, command
from quarterdeck.app.paths import paths


def add(commands: Commands) -> None:
    """Add the command."""
    parser = command(
        commands,
        "logs",
        "Show the daemon's log.",
        ["qd logs", "qd logs -n 200", "qd logs --follow"],
    )
    parser.add_argument("-n", "--lines", type=int, default=40, help="how many lines (40)")
    parser.add_argument("-f", "--follow", action="store_true", help="keep showing new lines")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Print the end of the log."""
    if args.lines < 0:
        raise Trouble("How many lines?", "Give a number that is not negative.", Exit.USAGE)
    log = paths().log
    if not log.exists():
        raise Trouble("There is no log yet.", "Start Quarterdeck with `qd up`.", Exit.NOT_FOUND)
    text = log.read_text(errors="replace")
    lines = text.splitlines()
    if not lines:
        print("The log is empty: nothing went wrong.")
    elif args.lines:
        print("\n".join(lines[-args.lines :]))
    if args.follow:
        _follow(log, len(text.encode()))
    return Exit.DONE


def _follow(log: Path, position: int) -> None:
    while True:
        size = log.stat().st_size
        if size != position:
            with log.open("rb") as file:
                file.seek(position if size > position else 0)
                print(file.read().decode(errors="replace"), end="", flush=True)
                position = file.tell()
        time.sleep(0.3)
