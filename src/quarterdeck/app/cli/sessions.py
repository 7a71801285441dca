"""`qd sessions`: every agent, and what it is doing."""

import argparse
import json

from quarterdeck.app.cli.client import Client
from quarterdeck.app.cli.console import (
    SIGNS,
    Commands,
    Exit,
    age,
    command,
    one_line,
    tinted,
)
from quarterdeck.app.cli.table import table
from quarterdeck.app.cli.terminal_text import columns

HEADINGS = ("ID", "NAME", "STATE", "SINCE", "MODE", "BRANCH", "USED", "DOING")


def add(commands: Commands) -> None:
    """Add the command."""
    parser = command(
        commands,
        "sessions",
        "List the agents and what they are doing.",
        ["qd sessions", "qd sessions --all --json"],
    )
    parser.add_argument("--all", action="store_true", help="include sessions that have ended")
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
    print(table(rows, HEADINGS, columns(), {"DOING": 16, "BRANCH": 6, "NAME": 10}))
    for limits in dict.fromkeys(str(s["limits"]) for s in found if s.get("limits")):
        print(f"\nlimits  {limits}")
    return Exit.DONE


def _row(session: dict[str, object]) -> tuple[str, ...]:
    state = str(session["state"])
    doing = session["activity"] if state == "working" and session["activity"] else session["reason"]
    return (
        str(session["id"]),
        one_line(str(session["name"])),
        tinted(f"{SIGNS.get(state, ' ')} {state}", state),
        age(float(str(session["since"]))),
        str(session["mode"] or "").replace("_", " "),
        one_line(str(session["branch"] or "")),
        _used(session),
        one_line(str(doing or "")),
    )


def _used(session: dict[str, object]) -> str:
    """What a session has used, if its status line says so: context and money."""
    context, cost = session.get("context"), session.get("cost")
    parts = [f"{context:.0f} %"] if isinstance(context, float) else []
    return " ".join(parts + ([f"${cost:.2f}"] if isinstance(cost, float) else []))
