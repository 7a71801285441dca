"""`qd service`: runs Quarterdeck from when the person logs in, and holds its port."""

import argparse
import os
from pathlib import Path

from quarterdeck.app import service
from quarterdeck.app.cli import background
from quarterdeck.app.cli.client import Trouble
from quarterdeck.app.cli.console import Commands, Exit, command
from quarterdeck.app.cli.refuse_agents import refuse_agents
from quarterdeck.app.cli.welcome import welcome
from quarterdeck.app.paths import BadPath, paths
from quarterdeck.app.settings import BadSettings, load


def add(commands: Commands) -> None:
    """Add the command."""
    parser = command(
        commands,
        "service",
        "Run Quarterdeck as a service, from when you log in.",
        ["qd service install   systemd on Linux, launchd on a Mac", "qd service remove"],
    )
    parser.add_argument("what", choices=["install", "remove"], help="install or remove it")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Put the service in and start it, or take it out."""
    where = paths()
    refuse_agents(where)
    manager = service.manager()
    try:
        where.prepare()
        if args.what == "remove":
            return _told("Removed", service.remove(manager))
        http = load(where.config).http
        background.stop(where)
        where.down.unlink(missing_ok=True)
        _told("Wrote", service.install(manager, http, os.environ))
    except (BadPath, BadSettings, service.NoService, OSError) as error:
        raise Trouble(str(error), "", Exit.FAILED) from None
    welcome(background.start(where), where, demo=False, show=False)
    return Exit.DONE


def _told(verb: str, files: list[Path]) -> int:
    for file in files:
        print(f"{verb} {file}.")
    if not files:
        print("There is no service.")
    return Exit.DONE
