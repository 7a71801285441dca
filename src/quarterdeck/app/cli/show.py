"""`qd show`: one ask in full."""

import argparse
import json

from quarterdeck.app.cli.cards import WIDEST, card
from quarterdeck.app.cli.client import Client
from quarterdeck.app.cli.console import Commands, Exit, command
from quarterdeck.app.cli.finding import find_ask
from quarterdeck.app.cli.terminal_text import columns


def add(commands: Commands) -> None:
    """Add the command."""
    parser = command(
        commands,
        "show",
        "Show an ask in full, and how to answer it.",
        ["qd show a1b2c3", "qd show a1b2c3 | less -R", "qd show a1b2c3 --json"],
    )
    parser.add_argument("ask", metavar="ASK", help="its id, or the beginning of it")
    parser.add_argument("--json", action="store_true", help="as JSON")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Print one ask, open or over."""
    client = Client()
    ask = find_ask(client, args.ask)
    if args.json:
        print(json.dumps(ask))
        return Exit.DONE
    names = {s["id"]: str(s["name"]) for s in client.list("/api/sessions")}
    print(card(ask, names.get(ask["session"], "?"), columns() or WIDEST, whole=True))
    return Exit.DONE
