"""`qd focus`: goes to an agent's terminal."""

import argparse

from quarterdeck.app.cli.client import Client
from quarterdeck.app.cli.console import Commands, command
from quarterdeck.app.cli.finding import SESSION_HELP, find_session
from quarterdeck.app.cli.terminal_call import reach


def add(commands: Commands) -> None:
    """Add the command."""
    parser = command(
        commands,
        "focus",
        "Bring an agent's terminal to the front.",
        ["qd focus api-server"],
    )
    parser.add_argument("session", metavar="SESSION", help=SESSION_HELP)
    parser.add_argument("--json", action="store_true", help="as JSON")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Focus the session's terminal."""
    client = Client()
    return reach(client, find_session(client, args.session), "focus", {}, as_json=args.json)
