"""`qd interrupt`: stops what agents are doing."""

import argparse

from quarterdeck.app.cli.client import Client, Trouble
from quarterdeck.app.cli.console import Commands, Exit, command
from quarterdeck.app.cli.finding import SESSION_HELP, find_session
from quarterdeck.app.cli.terminal_call import reach


def add(commands: Commands) -> None:
    """Add the command."""
    parser = command(
        commands,
        "interrupt",
        "Stop what an agent is doing, or every agent.",
        ["qd interrupt api-server", "qd interrupt --all"],
    )
    parser.add_argument("session", metavar="SESSION", nargs="?", help=SESSION_HELP)
    parser.add_argument("--all", action="store_true", help="every agent that is working or asking")
    parser.add_argument("--json", action="store_true", help="as JSON")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Interrupt one session or all."""
    client = Client()
    if args.all == bool(args.session):
        raise Trouble("Name one session, or give --all.", "`qd sessions` lists them.", Exit.USAGE)
    if not args.all:
        session = find_session(client, args.session)
        return reach(client, session, "interrupt", {}, as_json=args.json)
    busy = [s for s in client.list("/api/sessions") if s["state"] in ("working", "waiting")]
    if not busy:
        print("No agent is working.")
    codes = [reach(client, session, "interrupt", {}, as_json=args.json) for session in busy]
    return max(codes, default=Exit.DONE)
