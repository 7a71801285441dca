"""`qd asks`: what waits for you."""

import argparse
import json

from quarterdeck.app.cli.cards import WIDEST, card, ending
from quarterdeck.app.cli.client import Client
from quarterdeck.app.cli.console import Commands, Exit, command
from quarterdeck.app.cli.terminal_text import columns


def add(commands: Commands) -> None:
    """Add the command."""
    parser = command(
        commands,
        "asks",
        "Show what is waiting for you, most urgent first.",
        [
            "qd asks",
            "qd asks --follow       keep showing what arrives and how it ends",
            "qd asks --json",
            "qd answer ASK allow    answer one of them",
        ],
    )
    parser.add_argument(
        "-f", "--follow", action="store_true", help="keep showing what arrives and how it ends"
    )
    parser.add_argument("--json", action="store_true", help="as JSON")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Print the open asks."""
    client = Client()
    if args.follow:
        return _follow(client, as_json=args.json)
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
    return "\n\n".join(_card(ask, names) for ask in asks)


def _card(ask: dict[str, object], names: dict[object, str]) -> str:
    return card(ask, names.get(ask["session"], "?"), columns() or WIDEST, whole=False)


def _follow(client: Client, *, as_json: bool) -> int:
    """Show each ask when it comes, and in one line how it ended."""
    names: dict[object, str] = {}
    shown: set[object] = set()
    for event, told in client.events("/api/events"):
        if event == "session":
            names[told["id"]] = str(told["name"])
        elif event == "ask" and as_json:
            print(json.dumps(told), flush=True)
        elif event == "ask" and told["ended"]:
            if told["id"] in shown:
                print(
                    f"{told['id']}  {names.get(told['session'], '?')} · {ending(told)}\n",
                    flush=True,
                )
                shown.discard(told["id"])
        elif event == "ask" and told["id"] not in shown:
            print(_card(told, names) + "\n", flush=True)
            shown.add(told["id"])
        elif event == "ready" and not shown and not as_json:
            print("Nothing waits for you yet.\n", flush=True)
    return Exit.DONE
