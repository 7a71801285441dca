"""`qd asks`: what waits for you."""

import argparse
import json

from quarterdeck.app.cli.cards import WIDEST, card
from quarterdeck.app.cli.client import Client
from quarterdeck.app.cli.console import Commands, Exit, command
from quarterdeck.app.cli.terminal_text import columns


def add(commands: Commands) -> None:
    """Add the command."""
    parser = command(
        commands,
        "asks",
        "Show what waits for you, most urgent first.",
        ["qd asks", "qd asks --json", "qd answer ASK allow    answer one of them"],
    )
    parser.add_argument("--json", action="store_true", help="as JSON")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Print the open asks."""
    client = Client()
    asks = client.list("/api/asks")
    if args.json:
        print(json.dumps(asks))
        return Exit.DONE
    print(cards(client, asks))
    return Exit.DONE


def cards(client: Client, asks: list[dict[str, object]]) -> str:
    """The asks as cards, or that there are none."""
    if not asks:
        return "Nothing waits for you."
    names = {s["id"]: str(s["name"]) for s in client.list("/api/sessions")}
    width = columns() or WIDEST
    return "\n\n".join(card(a, names.get(a["session"], "?"), width, whole=False) for a in asks)
