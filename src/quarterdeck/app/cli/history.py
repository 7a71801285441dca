"""`qd history`: what was asked and answered, and what was done in sessions."""

import argparse
import json
import time
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path
from urllib.parse import urlencode

from quarterdeck.app.cli.client import Client, Trouble
from quarterdeck.app.cli.console import Commands, Exit, command, duration, one_line, tinted
from quarterdeck.app.cli.moments import moment
from quarterdeck.app.cli.table import table
from quarterdeck.app.cli.terminal_text import columns
from quarterdeck.domain.history import ENDS, KINDS
from quarterdeck.domain.risk import Level

CALL_HEADINGS = ("WHEN", "SESSION", "RISK", "WHAT", "TOOK", "ENDED")
HEADINGS = ("WHEN", "SESSION", "RISK/KIND", "WHAT", "WAITED", "ANSWER")
USUAL = 30
AT_ONCE = 500  # entries that the daemon gives at once


def add(commands: Commands) -> None:
    """Add the command."""
    parser = command(
        commands,
        "history",
        "Show what was asked, answered and done, newest last.",
        [
            "qd history",
            "qd history rm node_modules",
            "qd history --risk high --since 2d          what was dangerous recently",
            "qd history --answer deny --project .       what you refused in this directory",
            "qd history --by terminal --until 09:30     what terminals answered before",
            "qd history --calls --session api-server    what it did while you were away",
            "qd history --all --csv > history.csv       everything, for a spreadsheet",
        ],
    )
    parser.add_argument("words", nargs="*", help="only entries with all these words")
    _add_filters(parser)
    parser.add_argument("-n", "--limit", type=int, metavar="N", help=f"how many ({USUAL})")
    parser.add_argument("--all", action="store_true", help="everything that matches")
    parser.add_argument("--calls", action="store_true", help="show the tool calls that ran instead")
    form = parser.add_mutually_exclusive_group()
    form.add_argument("--json", action="store_true", help="as JSON, newest first")
    form.add_argument("--csv", action="store_true", help="as CSV, newest first")
    parser.set_defaults(run=run)


def _add_filters(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--session", metavar="NAME", help="only of this session: name, id or pid")
    parser.add_argument("--project", metavar="DIR", help="only in this directory and below")
    parser.add_argument("--kind", metavar="KIND", choices=KINDS, help=", ".join(KINDS))
    parser.add_argument(
        "--risk", choices=tuple(Level), help="only entries rated at least this high"
    )
    parser.add_argument("--outcome", metavar="HOW", choices=ENDS, help=", ".join(ENDS))
    parser.add_argument(
        "--answer", metavar="CHOICE", help="only entries with this answer: allow, deny"
    )
    parser.add_argument(
        "--by", metavar="NAME", help="only entries answered by this caller: cli, terminal"
    )
    when = "30min, 3h, 2d, today, yesterday, 09:30, 2026-11-14, '2026-11-14 09:30'"
    parser.add_argument("--since", metavar="WHEN", help=f"only from then on: {when}")
    parser.add_argument("--until", metavar="WHEN", help="only what came before")


def run(args: argparse.Namespace) -> int:
    """Print the history."""
    wanted = _wanted(args)
    found = _fetched(Client(), args, wanted)
    if args.json:
        print(json.dumps(found))
    elif args.csv:
        from quarterdeck.doors.history_csv import as_csv

        print(as_csv(found, heading=True), end="")
    elif not found:
        print("Nothing was found.")
    elif args.calls:
        calls = [_call(entry) for entry in reversed(found)]
        print(table(calls, CALL_HEADINGS, columns(), {"WHAT": 20, "SESSION": 6}))
    else:
        rows = [_row(entry) for entry in reversed(found)]
        least = {"WHAT": 20, "ANSWER": 16, "SESSION": 6, "RISK/KIND": 6}
        print(table(rows, HEADINGS, columns(), least))
    return Exit.DONE


def _wanted(args: argparse.Namespace) -> dict[str, object]:
    """What is looked for, as the daemon is asked for it."""
    project = str(Path(args.project).expanduser().resolve()) if args.project else None
    wanted: dict[str, object | None] = {
        "q": " ".join(args.words),
        "session": args.session,
        "project": project,
        "risk": args.risk,
        "since": _moment("--since", args.since),
        "until": _moment("--until", args.until),
    }
    only_entries = {name: getattr(args, name) for name in ("kind", "outcome", "answer", "by")}
    given = [f"--{name}" for name, value in {**only_entries, "csv": args.csv}.items() if value]
    if args.calls and given:
        problem = f"{given[0]} says nothing about calls that ran."
        raise Trouble(problem, f"Leave {given[0]} or --calls out.", Exit.USAGE)
    if args.all and args.limit is not None:
        raise Trouble("--all and --limit contradict each other.", "Leave one out.", Exit.USAGE)
    return {name: value for name, value in {**wanted, **only_entries}.items() if value is not None}


def _moment(option: str, text: str | None) -> float | None:
    if text is None:
        return None
    try:
        return moment(text, datetime.now().astimezone()).timestamp()
    except (ValueError, OverflowError, OSError):
        problem = f"{option}: {text!r} is no time."
        remedy = "Try 30min, 3h, 2d, today, yesterday, 09:30, 2026-11-14 or '2026-11-14 09:30'."
        raise Trouble(problem, remedy, Exit.USAGE) from None


def _fetched(
    client: Client, args: argparse.Namespace, wanted: dict[str, object]
) -> list[dict[str, object]]:
    """As many entries as were asked for, page by page; what comes in meanwhile moves none."""
    left = USUAL if args.limit is None else args.limit
    found: list[dict[str, object]] = []
    while True:
        some = AT_ONCE if args.all else min(AT_ONCE, left - len(found))
        query = urlencode({**wanted, "limit": some})
        page = client.list(f"/api/{'calls' if args.calls else 'history'}?{query}")
        found += page
        if len(page) < some or (not args.all and len(found) >= left):
            return found
        wanted = {**wanted, "cursor": page[-1]["cursor"]}


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
    directory = str(entry["cwd"] or "").rpartition("/")[2]
    return (
        _when(float(str(entry["opened"]))),
        one_line(str(entry["name"] or directory or "?")),
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
