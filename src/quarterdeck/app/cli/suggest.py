"""`qd suggest`: rules that would have saved asks, added and taken out by the person alone."""

import argparse
import json
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

from quarterdeck.app.cli.client import Client, Trouble
from quarterdeck.app.cli.console import Commands, Exit, age, command, duration, tinted
from quarterdeck.app.cli.terminal_text import WITHOUT_TERMINAL, columns, wrapped

INDENT = 11
SHORTEST = 4  # letters of an id: with fewer, it may be another's by now
Rows = Callable[[dict[str, Any]], Iterator[str]]


def add(commands: Commands) -> None:
    """Add the command."""
    parser = command(
        commands,
        "suggest",
        "Show rules that would have saved asks, and add one.",
        [
            "qd suggest",
            "qd suggest --project               only for this directory",
            "qd suggest --add 1b2c3d4e          add this one to its project's settings",
            "qd suggest --added                 list what was added",
            "qd suggest --remove r5f6a7b8c      remove it again",
        ],
    )
    parser.add_argument("--project", action="store_true", help="only for this directory's project")
    parser.add_argument("--json", action="store_true", help="as JSON")
    doing = parser.add_mutually_exclusive_group()
    doing.add_argument("--add", metavar="ID", help="add the rule with this id")
    doing.add_argument("--added", action="store_true", help="list the rules that were added here")
    doing.add_argument("--remove", metavar="ID", help="remove a rule that was added here")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Print the suggestions or the rules, or change one."""
    client = Client()
    if args.remove:
        rule = _chosen(_here(client.list("/api/rules"), args), args.remove, "qd suggest --added")
        return _say(client.post(f"/api/rules/{rule['id']}/remove", {}))
    if args.added:
        return _print(_here(client.list("/api/rules"), args), args, _added, "No rule was added.")
    offers = _here(client.list("/api/suggestions"), args)
    if args.add:
        offer = _chosen(offers, args.add, "qd suggest")
        return _say(client.post(f"/api/suggestions/{offer['id']}", {"rule": offer["rule"]}))
    nothing = "Nothing to suggest: no call was allowed often enough, or one was refused."
    code = _print(offers, args, _offer, nothing)
    if offers and not args.json:
        print(f"\nNothing is added by itself. `qd suggest --add {offers[0]['id']}` adds the first.")
    return code


def _here(found: list[dict[str, Any]], args: argparse.Namespace) -> list[dict[str, Any]]:
    """Those of this directory's project, where only they are wanted."""
    here = Path.cwd().resolve()
    return [f for f in found if not args.project or here.is_relative_to(f["project"])]


def _chosen(found: Sequence[dict[str, Any]], name: str, listed: str) -> dict[str, Any]:
    chosen = [f for f in found if f["id"].startswith(name) and len(name) >= SHORTEST]
    if len(chosen) != 1:
        why = "Several begin so" if chosen else "There is none with this id, or no longer"
        raise Trouble(f"{why}: {name}.", f"`{listed}` lists them.", Exit.NOT_FOUND)
    return chosen[0]


def _say(told: dict[str, object]) -> int:
    note = str(told["note"])
    print(note[:1].upper() + note[1:] + ".")
    return Exit.DONE


def _print(found: list[dict[str, Any]], args: argparse.Namespace, rows: Rows, nothing: str) -> int:
    if args.json:
        print(json.dumps(found))
    elif not found:
        print(nothing)
    else:
        print("\n\n".join("\n".join(_block(one["id"], rows(one))) for one in found))
    return Exit.DONE


def _offer(offer: dict[str, Any]) -> Iterator[str]:
    level, reason = offer["risk"]["level"], offer["risk"]["reason"]
    days = max(2, round((offer["last"] - offer["first"]) / 86400) + 1)
    often = f"{offer['times']} times in {days} days"
    yield f"You allowed `{offer['text']}` {often}, and never refused it."
    yield f"Would allow exactly {offer['rule']}"
    yield f"in {offer['file']}"
    yield f"Risk {tinted(level, level)}: {reason}. It waited {duration(offer['waited'])} for you."


def _added(rule: dict[str, Any]) -> Iterator[str]:
    yield str(rule["rule"])
    yield f"in {rule['project']}, risk {tinted(rule['risk'], rule['risk'])},"
    yield f"added {age(rule['at'])} ago by {rule['by']}"


def _block(name: str, rows: Iterator[str]) -> Iterator[str]:
    """The rows beside the name, none of them cut: what is allowed must be seen."""
    head, width = name.ljust(INDENT), (columns() or WITHOUT_TERMINAL) - INDENT
    for row in rows:
        for start, end in wrapped(row, width, ()):
            yield (head + row[start:end]).rstrip()
            head = " " * INDENT
