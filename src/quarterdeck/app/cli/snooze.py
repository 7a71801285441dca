"""`qd snooze`: moves an ask behind the others for a while."""

import argparse

from quarterdeck.app.cli.client import Client
from quarterdeck.app.cli.console import Commands, Exit, command
from quarterdeck.app.cli.finding import find_ask


def add(commands: Commands) -> None:
    """Add the command."""
    parser = command(
        commands,
        "snooze",
        "Move an ask behind the others for a while.",
        ["qd snooze a1b2c3", "qd snooze a1b2c3 30"],
    )
    parser.add_argument("ask", metavar="ASK", help="its id, or the beginning of it")
    parser.add_argument("minutes", metavar="MINUTES", type=float, nargs="?", default=10.0)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Snooze the ask."""
    client = Client()
    ask = find_ask(client, args.ask)
    client.post(f"/api/asks/{ask['id']}/snooze", {"seconds": args.minutes * 60})
    print(f"It comes back in {args.minutes:g} min." if args.minutes else "It is back.")
    return Exit.DONE
