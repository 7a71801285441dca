"""`qd asks`: what waits for you."""

import argparse
import json

from quarterdeck.app.cli.client import Client
from quarterdeck.app.cli.console import Commands, Exit, age, command, shortened, tinted


def add(commands: Commands) -> None:
    """Add the command."""
    parser = command(
        commands,
        "asks",
        "Show what waits for you, most urgent first.",
        ["qd asks", "qd asks --json", "qd answer ASK allow    answer one of them"],
    )
    parser.add_argument("--json", action="store_true", help="as JSON")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Print the open asks."""
    client = Client()
    asks = client.list("/api/asks")
    if args.json:
        print(json.dumps(asks))
        return Exit.DONE
    if not asks:
        print("Nothing waits for you.")
        return Exit.DONE
    names = {s["id"]: str(s["name"]) for s in client.list("/api/sessions")}
    print("\n\n".join(card(ask, names.get(ask["session"], "?")) for ask in asks))
    return Exit.DONE


def card(ask: dict[str, object], name: str) -> str:
    """An ask in a few lines: who, how dangerous, what, and how to answer."""
    lines = [f"{ask['id']}  {name} · {ask['kind']} · waits {age(float(str(ask['opened'])))}"]
    risk = ask.get("risk")
    if isinstance(risk, dict):
        level = str(risk["level"])
        lines.append("  " + tinted(f"{level.upper()}  {risk['reason']}", level))
    lines.append(f"  {shortened(str(ask['title']), 100)}")
    lines += [f"    {line}" for line in str(ask["text"]).splitlines()[:12]]
    lines += _questions(ask) + _fields(ask)
    if plan := ask.get("plan"):
        lines += [f"    {line}" for line in str(plan).splitlines()[:20]]
    if rule := ask.get("rule"):
        lines.append(f"  always: {shortened(str(rule), 90)}")
    answering = ask.get("answering")
    if isinstance(answering, dict):
        lines.append(f"  answered {answering['choice']} from {answering['by']}, not confirmed yet")
    else:
        choices = ask["choices"]
        ids = [str(c["id"]) for c in choices] if isinstance(choices, list) else []
        lines.append(f"  qd answer {ask['id']} {'|'.join(ids)}")
    return "\n".join(lines)


def _questions(ask: dict[str, object]) -> list[str]:
    lines = []
    questions = ask.get("questions")
    for question in questions if isinstance(questions, list) else []:
        many = " (several)" if question["multi"] else ""
        lines.append(f"    {question['question']}{many}")
        lines += [
            f"      {number}. {option['label']}  {option['description']}"
            for number, option in enumerate(question["options"], start=1)
        ]
    return lines


def _fields(ask: dict[str, object]) -> list[str]:
    """What a form wants, as `--answer NAME=VALUE` takes it."""
    lines = []
    fields = ask.get("fields")
    for field in fields if isinstance(fields, list) else []:
        values = "|".join(field["options"]) or field["kind"]
        needed = "" if field["required"] else " (may be left out)"
        lines.append(f"    {field['name']}={values}  {field['label']}{needed}")
    return lines
