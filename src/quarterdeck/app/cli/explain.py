"""`qd explain`: why Quarterdeck thinks a session is in its state."""

import argparse
import json
import time

from quarterdeck.app.cli.client import Client
from quarterdeck.app.cli.console import Commands, Exit, age, command
from quarterdeck.app.cli.finding import SESSION_HELP, find_session
from quarterdeck.app.cli.table import table
from quarterdeck.app.cli.terminal_text import columns


def add(commands: Commands) -> None:
    """Add the command."""
    parser = command(
        commands,
        "explain",
        "Explain why Quarterdeck thinks a session is in its state.",
        ["qd explain api-server", "qd explain s1a2b3 --json"],
    )
    parser.add_argument("session", metavar="SESSION", help=SESSION_HELP)
    parser.add_argument("--json", action="store_true", help="as JSON")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Print what each source says, and the changes so far."""
    client = Client()
    session = find_session(client, args.session)
    found = client.get(f"/api/sessions/{session['id']}/explain")
    if args.json:
        print(json.dumps(found))
        return Exit.DONE
    told = found if isinstance(found, dict) else {}
    print(f"{session['name']} is {session['state']}: {session['reason']}\n")
    rows = [
        (s["source"], s["state"], f"{age(s['at'])} ago", s["confidence"], s["reason"])
        for s in told["sightings"]
    ]
    width, least = columns(), {"BECAUSE": 12}
    print(table(rows, ("SOURCE", "SAYS", "WHEN", "SURE", "BECAUSE"), width, least))
    print()
    changes = [
        (
            _clock(c["at"]),
            f"{c['before']} → {c['after']}",
            c["source"],
            c.get("confidence") or "",
            c["reason"],
        )
        for c in told["changes"]
    ]
    headings = ("AT", "CHANGE", "BY", "SURE", "BECAUSE")
    print(table(changes, headings, width, least) if changes else "No change yet.")
    return Exit.DONE


def _clock(at: float) -> str:
    return time.strftime("%H:%M:%S", time.localtime(at))
