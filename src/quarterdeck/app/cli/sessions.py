"""`qd sessions`: every agent, and what it does."""

import argparse
import json

from quarterdeck.app.cli.client import Client
from quarterdeck.app.cli.console import (
    SIGNS,
    Commands,
    Exit,
    age,
    command,
    shortened,
    table,
    tinted,
)


def add(commands: Commands) -> None:
    """Add the command."""
    parser = command(
        commands,
        "sessions",
        "List the agents and what they are doing.",
        ["qd sessions", "qd sessions --all --json"],
    )
    parser.add_argument("--all", action="store_true", help="ended ones too")
    parser.add_argument("--json", action="store_true", help="as JSON")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Print the sessions."""
    found = [s for s in Client().list("/api/sessions") if args.all or s["state"] != "ended"]
    if args.json:
        print(json.dumps(found))
        return Exit.DONE
    if not found:
        print("No agent has been seen. `qd setup claude` connects Claude Code.")
        return Exit.DONE
    rows = [_row(s) for s in found]
    print(table(rows, ("ID", "NAME", "STATE", "SINCE", "MODE", "BRANCH", "DOING")))
    return Exit.DONE


def _row(session: dict[str, object]) -> tuple[str, ...]:
    state = str(session["state"])
    doing = session["activity"] if state == "working" and session["activity"] else session["reason"]
    return (
        str(session["id"]),
        shortened(str(session["name"]), 24),
        tinted(f"{SIGNS.get(state, ' ')} {state}", state),
        age(float(str(session["since"]))),
        str(session["mode"] or "").replace("_", " "),
        shortened(str(session["branch"] or ""), 20),
        shortened(str(doing or ""), 50),
    )
