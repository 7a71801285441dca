"""`qd restart`: stops Quarterdeck and starts it again."""

import argparse

from quarterdeck.app.cli import background
from quarterdeck.app.cli.client import Trouble
from quarterdeck.app.cli.console import Commands, Exit, command
from quarterdeck.app.cli.refuse_agents import refuse_agents
from quarterdeck.app.cli.welcome import welcome
from quarterdeck.app.paths import BadPath, paths


def add(commands: Commands) -> None:
    """Add the command."""
    parser = command(
        commands,
        "restart",
        "Stop Quarterdeck and start it in the background; nothing is lost.",
        ["qd restart   after an update, or after changing the settings"],
    )
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Restart the daemon; one that does not run is started."""
    from quarterdeck.app.settings import BadSettings, load

    del args
    where = paths()
    refuse_agents(where)
    try:
        where.prepare()
        load(
            where.config
        )  # with settings that make no sense, the one that runs is better than none
    except (BadPath, BadSettings) as error:
        raise Trouble(str(error), "Nothing was stopped.", Exit.FAILED) from None
    where.down.unlink(missing_ok=True)
    welcome(background.restart(where), where, demo=False, show=False)
    return Exit.DONE
