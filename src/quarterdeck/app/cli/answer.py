"""`qd answer`: decides about an ask."""

import argparse
import json
from urllib.parse import quote

from quarterdeck.app.cli.client import Client, Refused, Trouble
from quarterdeck.app.cli.console import Commands, Exit, command, complain

WORDS = {
    "accepted": "The agent took it.",
    "blocked": "It arrived, but something else holds the terminal.",
    "not_delivered": "It was not delivered",
    "unknown": "It was sent; nobody can tell whether the agent took it",
}


def add(commands: Commands) -> None:
    """Add the command."""
    parser = command(
        commands,
        "answer",
        "Answer an ask, and say what became of the answer.",
        [
            "qd answer a1b2c3 allow",
            "qd answer a1b2c3 deny --text 'use pnpm instead'",
            "qd answer a1b2c3 allow --yes              a critical one",
            "qd answer a1b2c3 submit --answer 1 --answer 'my own words'",
        ],
    )
    parser.add_argument("ask", metavar="ASK", help="its id, or the beginning of it")
    parser.add_argument("choice", metavar="CHOICE", help="one of its choices")
    parser.add_argument("--text", default="", help="what to tell the agent")
    parser.add_argument("--yes", action="store_true", help="I mean it: needed for critical asks")
    parser.add_argument(
        "--answer",
        action="append",
        default=[],
        metavar="A",
        help="for each question in turn: a number, numbers joined by commas, or a text;"
        " for a form: NAME=VALUE",
    )
    parser.add_argument("--json", action="store_true", help="as JSON")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Send the answer and wait for its outcome."""
    client = Client()
    ask = find(client, args.ask)
    body: dict[str, object] = {"choice": args.choice, "text": args.text, "confirm": args.yes}
    if args.answer:
        body["answers"] = answers_for(ask, args.answer)
    try:
        told = client.post(f"/api/asks/{ask['id']}/answer", body)
    except Refused as refused:
        if refused.kind == "needs_confirmation":
            complain(refused.problem, "Add --yes if you do.")
            return refused.code
        raise
    outcome = str(told.get("outcome"))
    if args.json:
        print(json.dumps(told))
    else:
        note = f": {told['note']}." if told.get("note") else ""
        words = WORDS.get(outcome, outcome)
        print(words if words.endswith(".") and not note else words.rstrip(".") + (note or "."))
    codes = {"accepted": Exit.DONE, "unknown": Exit.UNKNOWN}
    return codes.get(outcome, Exit.FAILED)


def find(client: Client, wanted: str) -> dict[str, object]:
    """The ask with this id, or the only open one that begins so."""
    if not wanted:
        raise Trouble("Which ask?", "`qd asks` lists them.", Exit.USAGE)
    fitting = [a for a in client.list("/api/asks") if str(a["id"]).startswith(wanted)]
    if len(fitting) == 1:
        return fitting[0]
    if len(fitting) > 1:
        raise Trouble(f"Several asks begin with {wanted!r}.", "Give more of the id.", Exit.USAGE)
    found = client.get(f"/api/asks/{quote(wanted, safe='', errors='replace')}")
    return found if isinstance(found, dict) else {}


def answers_for(ask: dict[str, object], given: list[str]) -> dict[str, object]:
    """What was typed for each question, as labels or free text."""
    questions = ask.get("questions")
    if not isinstance(questions, list):
        return dict(_named(item) for item in given)
    if len(given) != len(questions):
        raise Trouble(
            f"There are {len(questions)} questions and {len(given)} answers.",
            "Give --answer once for each.",
            Exit.USAGE,
        )
    return {q["question"]: _picked(q, text) for q, text in zip(questions, given, strict=True)}


def _named(item: str) -> tuple[str, str]:
    name, equals, value = item.partition("=")
    if not equals:
        raise Trouble(f"{item!r} is not NAME=VALUE.", "", Exit.USAGE)
    return name, value


def _picked(question: dict[str, object], text: str) -> object:
    options = question["options"]
    labels = [str(o["label"]) for o in options] if isinstance(options, list) else []
    parts = [p.strip() for p in text.split(",")]
    if all(p.isdigit() and 0 < int(p) <= len(labels) for p in parts):
        picked = [labels[int(p) - 1] for p in parts]
        return picked if question["multi"] else picked[0]
    return text
