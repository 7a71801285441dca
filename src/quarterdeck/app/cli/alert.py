"""`qd alert test`: sends a test message to the alert channels, and says what failed."""

import argparse
import json

from quarterdeck.app.cli.client import Client, Trouble
from quarterdeck.app.cli.console import Commands, Exit, command, tinted
from quarterdeck.app.cli.finding import did_you_mean


def add(commands: Commands) -> None:
    """Add the command."""
    parser = command(
        commands,
        "alert",
        "Test how an ask reaches you when you look elsewhere.",
        ["qd alert test", "qd alert test ntfy", "qd alert test --json"],
    )
    parser.add_argument("what", metavar="test", choices=["test"], help="send a test message")
    parser.add_argument(
        "channel", metavar="CHANNEL", nargs="?", help="only this channel (all of them)"
    )
    parser.add_argument("--json", action="store_true", help="as JSON")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Send the test and print the results."""
    client = Client()
    names = [str(one["channel"]) for one in client.list("/api/alerts")]
    if args.channel and args.channel not in names:
        remedy = did_you_mean(args.channel, names) or f"There are: {', '.join(names)}."
        raise Trouble(f"There is no channel {args.channel!r}.", remedy, Exit.NOT_FOUND)
    results = _results(client.post("/api/alerts/test", {"channel": args.channel}))
    if args.json:
        print(json.dumps(results))
    elif not results:
        remedy = "Turn one on in the settings, under [alerts]."
        raise Trouble("No alert channel is on.", remedy, Exit.FAILED)
    else:
        for one in results:
            _print(one)
    return Exit.DONE if all(one["sent"] for one in results) else Exit.FAILED


def _results(told: dict[str, object]) -> list[dict[str, object]]:
    found = told.get("results")
    return found if isinstance(found, list) else []


def _print(one: dict[str, object]) -> None:
    if one["sent"]:
        print(f"{tinted('✓', 'ok')} {one['channel']!s:12} sent to {one['where']}")
    else:
        print(
            f"{tinted('✕', 'bad')} {one['channel']!s:12} not sent to {one['where']}: {one['why']}"
        )
