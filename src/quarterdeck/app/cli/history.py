"""`qd history`: what was asked and answered, and what was done in sessions."""

import argparse
import json
import time
from collections.abc import Iterator
from urllib.parse import urlencode

from quarterdeck.app.cli.client import Client
from quarterdeck.app.cli.console import Commands, Exit, command, duration, one_line, tinted
from quarterdeck.app.cli.table import table
from quarterdeck.app.cli.terminal_text import columns

CALL_HEADINGS = ("WHEN", "SESSION", "RISK", "WHAT", "TOOK", "ENDED")
HEADINGS = ("WHEN", "SESSION", "RISK/KIND", "WHAT", "WAITED", "ANSWER")


def add(commands: Commands) -> None:
    """Add the command."""
    parser = command(
        commands,
        "history",
        "Show what was asked, answered and done, newest last.",
        [
            "qd history",
            "qd history rm node_modules",
            "qd history --calls api-server   what it did while you were away",
            "qd history -n 200 --json",
        ],
    )
    parser.add_argument("words", nargs="*", help="only entries with all these words")
    parser.add_argument("-n", "--limit", type=int, default=30, help="how many (30)")
    parser.add_argument("--calls", action="store_true", help="show the tool calls that ran instead")
    parser.add_argument("--json", action="store_true", help="as JSON, newest first")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Print the history."""
    query = urlencode({"q": " ".join(args.words), "limit": args.limit})
    found = Client().list(f"/api/{'calls' if args.calls else 'history'}?{query}")
    if args.json:
        print(json.dumps(found))
        return Exit.DONE
    if not found:
        print("Nothing was found.")
        return Exit.DONE
    if args.calls:
        calls = [_call(entry) for entry in reversed(found)]
        print(table(calls, CALL_HEADINGS, columns(), {"WHAT": 20, "SESSION": 6}))
        return Exit.DONE
    rows = [_row(entry) for entry in reversed(found)]
    print(
        table(rows, HEADINGS, columns(), {"WHAT": 20, "ANSWER": 16, "SESSION": 6, "RISK/KIND": 6})
    )
    return Exit.DONE


def _call(entry: dict[str, object]) -> tuple[str, ...]:
    began, ended = entry["began"], float(str(entry["ended"]))
    risk = str(entry["risk"] or "")
    return (
        _when(ended),
        one_line(str(entry["name"] or "?")),
        tinted(risk, risk),
        one_line(str(entry["summary"])),
        duration(ended - float(str(began))) if began is not None else "",
        "" if entry["ok"] else tinted("failed", "failed"),
    )


def _row(entry: dict[str, object]) -> tuple[str, ...]:
    waited = entry["waited"]
    risk = str(entry["risk"] or "")
    return (
        _when(float(str(entry["opened"]))),
        one_line(str(entry["name"] or "?")),
        tinted(risk, risk) if risk else str(entry["kind"]),
        one_line(str(entry["text"] or entry["title"])),
        duration(float(str(waited))) if waited is not None else "open",
        _answer(entry),
    )


def _when(at: float) -> str:
    """The time of day, with the date where it is not today's."""
    then = time.localtime(at)
    today = then[:3] == time.localtime()[:3]
    return time.strftime("%H:%M" if today else "%m-%d %H:%M", then)


def _answer(entry: dict[str, object]) -> str:
    """What was answered or done, from where, and its outcome."""
    ended = entry["ended"]
    if entry["what"] == "action":
        outcome = str(entry["outcome"] or "under way").replace("_", " ")
        return f"{outcome} ({entry['by']})"
    if not entry["choice"]:
        how = str(ended["how"]) if isinstance(ended, dict) else ""
        return {"terminal": "at the terminal", "gone": "session gone"}.get(how, how)
    outcome = str(entry["outcome"] or "unknown").replace("_", " ")
    doubt = "" if outcome == "accepted" else f", {outcome}"
    said = one_line("; ".join(_said(entry)))
    return f"{entry['choice']} ({entry['by']}{doubt})" + (f": {said}" if said else "")


def _said(entry: dict[str, object]) -> Iterator[str]:
    """The words and values that went with an answer."""
    if text := entry.get("answer_text"):
        yield str(text)
    answers = entry.get("answers")
    for value in answers.values() if isinstance(answers, dict) else ():
        yield ", ".join(map(str, value)) if isinstance(value, list) else str(value)
