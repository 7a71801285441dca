"""`qd answer`: decides about an ask."""

import argparse
import json
from typing import Any

from quarterdeck.app.cli.client import Client, Refused
from quarterdeck.app.cli.console import Commands, Exit, command, complain
from quarterdeck.app.cli.finding import did_you_mean, find_ask
from quarterdeck.app.cli.picked_answers import answers_for, own_words, picked

WORDS = {
    "accepted": "The agent took it.",
    "blocked": "It arrived, but something else is using the terminal.",
    "not_delivered": "It was not delivered",
    "unknown": "It was sent, but nobody can tell whether the agent took it",
}


def add(commands: Commands) -> None:
    """Add the command."""
    parser = command(
        commands,
        "answer",
        "Answer an ask, and report the outcome.",
        [
            "qd answer a1b2c3 allow",
            "qd answer a1b2c3 deny --text 'use pnpm instead'",
            "qd answer a1b2c3 allow --yes              a critical one",
            "qd answer a1b2c3 submit --answer 1 --own 'neither of them'",
        ],
    )
    parser.add_argument("ask", metavar="ASK", help="its id, or the beginning of it")
    parser.add_argument("choice", metavar="CHOICE", help="one of its choices")
    parser.add_argument("--text", default="", help="what to tell the agent")
    parser.add_argument("--yes", action="store_true", help="confirm; required for critical asks")
    parser.add_argument(
        "--answer",
        action="append",
        default=[],
        type=picked,
        metavar="A",
        help="for each question in turn: the number or name of an option, several joined by"
        " commas; for a form: NAME=VALUE",
    )
    parser.add_argument(
        "--own",
        action="append",
        dest="answer",
        default=[],
        type=own_words,
        metavar="TEXT",
        help="instead of --answer: your own words",
    )
    parser.add_argument("--json", action="store_true", help="as JSON")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Send the answer and wait for its outcome."""
    client = Client()
    ask = find_ask(client, args.ask)
    body: dict[str, object] = {"choice": args.choice, "text": args.text, "confirm": args.yes}
    if args.answer:
        body["answers"] = answers_for(ask, args.answer)
    try:
        told = client.post(f"/api/asks/{ask['id']}/answer", body)
    except Refused as refused:
        complain(refused.problem, _remedy(refused.kind, ask, args.choice))
        return refused.code
    outcome = str(told.get("outcome"))
    if args.json:
        print(json.dumps(told))
    else:
        note = f": {told['note']}." if told.get("note") else ""
        words = WORDS.get(outcome, outcome)
        print(words if words.endswith(".") and not note else words.rstrip(".") + (note or "."))
    codes = {"accepted": Exit.DONE, "unknown": Exit.UNKNOWN}
    return codes.get(outcome, Exit.FAILED)


def _remedy(kind: str, ask: dict[str, Any], choice: str) -> str:
    """What to give with an answer that was refused."""
    if kind == "no_such_choice":
        return did_you_mean(choice, [str(c["id"]) for c in ask["choices"]])
    return _REMEDIES.get(kind, "")


_REMEDIES = {
    "needs_confirmation": "Add --yes if you do.",
    "needs_text": "Add --text 'what to tell the agent'.",
    "needs_answers": "Give --answer once for each; `qd show` lists the options.",
    "unfit_value": "`qd show` lists the fields.",
    "no_such_field": "`qd show` lists the fields.",
}
