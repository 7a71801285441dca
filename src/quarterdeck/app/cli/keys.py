"""`qd keys`: presses keys in an agent's terminal."""

import argparse

from quarterdeck.app.cli.client import Client
from quarterdeck.app.cli.console import Commands, command
from quarterdeck.app.cli.finding import SESSION_HELP, find_session
from quarterdeck.app.cli.terminal_call import reach


def add(commands: Commands) -> None:
    """Add the command."""
    parser = command(
        commands,
        "keys",
        "Press keys in an agent's terminal, as long as its screen does not change.",
        ["qd keys api-server Down Enter", "qd keys api-server 2", "qd keys api-server Escape"],
    )
    parser.add_argument("session", metavar="SESSION", help=SESSION_HELP)
    parser.add_argument("keys", metavar="KEY", nargs="+", help="Up, Down, Enter, Escape, Tab, 1 …")
    parser.add_argument("--json", action="store_true", help="as JSON")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Press the keys and print the outcome."""
    client = Client()
    body = {"keys": args.keys}
    return reach(client, find_session(client, args.session), "keys", body, as_json=args.json)
