"""`qd history`: what was asked, and what was answered."""

import argparse
import json
import time
from urllib.parse import urlencode

from quarterdeck.app.cli.client import Client
from quarterdeck.app.cli.console import Commands, Exit, command, shortened, table, tinted


def add(commands: Commands) -> None:
    """Add the command."""
    parser = command(
        commands,
        "history",
        "Show what was asked and answered, newest last.",
        ["qd history", "qd history rm node_modules", "qd history -n 200 --json"],
    )
    parser.add_argument("words", nargs="*", help="only what has all these words")
    parser.add_argument("-n", "--limit", type=int, default=30, help="how many (30)")
    parser.add_argument("--json", action="store_true", help="as JSON, newest first")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Print the history."""
    query = urlencode({"q": " ".join(args.words), "limit": args.limit})
    found = Client().list(f"/api/history?{query}")
    if args.json:
        print(json.dumps(found))
        return Exit.DONE
    if not found:
        print("Nothing was found.")
        return Exit.DONE
    rows = [_row(entry) for entry in reversed(found)]
    print(table(rows, ("WHEN", "SESSION", "KIND", "RISK", "WHAT", "WAITED", "ENDED")))
    return Exit.DONE


def _row(entry: dict[str, object]) -> tuple[str, ...]:
    waited = entry["waited"]
    risk = str(entry["risk"] or "")
    return (
        time.strftime("%m-%d %H:%M", time.localtime(float(str(entry["opened"])))),
        shortened(str(entry["name"] or "?"), 18),
        str(entry["kind"]),
        tinted(risk, risk),
        shortened(str(entry["text"] or entry["title"]), 48),
        f"{float(str(waited)):.0f} s" if waited is not None else "open",
        _ended(entry),
    )


def _ended(entry: dict[str, object]) -> str:
    ended = entry["ended"]
    if not isinstance(ended, dict):
        return ""
    if entry["choice"]:
        return f"{entry['choice']} from {entry['by']}, {entry['outcome'] or 'unknown'}"
    return {"terminal": "at the terminal"}.get(str(ended["how"]), str(ended["how"]))
