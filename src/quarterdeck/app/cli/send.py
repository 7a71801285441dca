"""`qd send`: types a text to an agent."""

import argparse

from quarterdeck.app.cli.client import Client, Trouble
from quarterdeck.app.cli.console import Commands, Exit, command
from quarterdeck.app.cli.finding import SESSION_HELP, find_session
from quarterdeck.app.cli.terminal_call import reach

LONGEST_WAIT = 3600.0


def add(commands: Commands) -> None:
    """Add the command."""
    parser = command(
        commands,
        "send",
        "Send a text to an agent; never over a draft or into a dialog.",
        ["qd send api-server 'run the tests'", "qd send api-server 'then push' --wait 600"],
    )
    parser.add_argument("session", metavar="SESSION", help=SESSION_HELP)
    parser.add_argument("text", metavar="TEXT", help="what to type")
    parser.add_argument(
        "--wait", type=float, default=0, metavar="S", help="wait up to S seconds for it to be idle"
    )
    parser.add_argument(
        "--queue", action="store_true", help="an agent at work takes it into its own queue"
    )
    parser.add_argument("--json", action="store_true", help="as JSON")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Send the text and print the outcome."""
    if not 0 <= args.wait <= LONGEST_WAIT:
        problem = f"--wait must be from 0 to {LONGEST_WAIT:g} seconds."
        raise Trouble(problem, "", Exit.USAGE)
    client = Client(patience=args.wait + 30)
    body = {"text": args.text, "wait": args.wait, "queue": args.queue}
    return reach(client, find_session(client, args.session), "send", body, as_json=args.json)
