"""`qd down`: stops Quarterdeck, and keeps hooks from starting it again."""

import argparse

from quarterdeck.app.cli import background, demo_process
from quarterdeck.app.cli.console import Commands, Exit, command, complain
from quarterdeck.app.cli.refuse_agents import refuse_agents
from quarterdeck.app.paths import BadPath, Paths, paths
from quarterdeck.app.running_daemon import running


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
    """Stop the daemon, and the demo agent, and wait until they are gone."""
    del args
    where = paths()
    refuse_agents(where)
    marked = _mark(where)
    was_there = running(where.lock) is not None
    if was_there or background.is_service():
        background.stop(where)
    demo_process.end(where)
    if was_there:
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
