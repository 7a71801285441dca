"""`qd screen`: what a captured screen means, and by which rule."""

import argparse
import json
import sys
from collections.abc import Iterable, Iterator
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

from quarterdeck.app.cli.shape import Commands, Exit, command, complain

if TYPE_CHECKING:
    from quarterdeck.judgement.screens import Dialog, Reading, Rules, Tried

_EXAMPLES = (
    "tmux capture-pane -p -e -t %3 | qd screen - --agent claude",
    "qd screen capture.txt --agent codex --explain",
    "qd screen --jsonl screens.jsonl",
)


def add(commands: Commands) -> None:
    """Add the command."""
    parser = command(commands, "screen", "say what a captured screen means", _EXAMPLES)
    parser.add_argument("file", nargs="?", metavar="FILE", help="the capture; - for standard input")
    parser.add_argument("--agent", default="claude", help="whose screen it is (claude)")
    parser.add_argument("--rules", metavar="FILE", help="add the rules of this TOML file")
    parser.add_argument("--explain", action="store_true", help="show which rules were tried")
    parser.add_argument("--json", action="store_true", help="print the reading as JSON")
    parser.add_argument(
        "--jsonl", metavar="F", help="read lines of {agent, screen}; - for standard input"
    )
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Read what was given and print what it means."""
    from quarterdeck.judgement.screens import BadRule

    if (args.file is None) == (args.jsonl is None):
        complain("give a FILE or --jsonl F", "qd screen --help shows examples")
        return Exit.USAGE
    try:
        rules = _rules(args.rules)
        if args.jsonl is not None:
            return _answer_lines(_lines(args.jsonl), rules)
        return _print_one(_text(args.file), args, rules)
    except OSError as error:
        complain(f"{error.filename}: {error.strerror}", "")
        return Exit.NOT_FOUND
    except BadRule as error:
        complain(str(error), "docs/reference/screens.md lists what a rule may say")
        return Exit.FAILED


def _rules(file: str | None) -> "Rules":
    from quarterdeck.judgement.screens import builtin_rules, with_additions

    if file is None:
        return builtin_rules()
    return with_additions(builtin_rules(), _text(file))


def _print_one(screen: str, args: argparse.Namespace, rules: "Rules") -> int:
    from quarterdeck.judgement.screens import explain, read

    reading = read(screen, args.agent, rules)
    if args.json:
        print(json.dumps(asdict(reading)))
    else:
        print("\n".join(_told(reading)))
    if args.explain:
        print("\n".join(_tried(entry) for entry in explain(screen, args.agent, rules)))
    return Exit.DONE


def _told(reading: "Reading") -> Iterator[str]:
    yield f"state       {reading.state}"
    yield f"because     {reading.reason}"
    yield f"rule        {reading.rule}"
    yield f"confidence  {reading.confidence}"
    yield f"composer    {reading.composer}" + (f": {reading.draft}" if reading.draft else "")
    yield f"mode        {reading.mode or 'not shown'}"
    for name in ("retry", "limit", "deadline"):
        if timed := getattr(reading, name):
            yield f"{name:12}{timed.line}"
    if reading.background:
        yield f"background  {reading.background}"
    if reading.interrupted:
        yield "interrupted yes"
    if reading.dialog:
        yield from _dialog(reading.dialog)


def _dialog(dialog: "Dialog") -> Iterator[str]:
    yield f"dialog      {dialog.kind}: {dialog.title}"
    for option in dialog.options:
        cursor = ">" if option.selected else " "
        digit = f"{option.digit}." if option.digit else " -"
        tick = "" if option.checked is None else "[x] " if option.checked else "[ ] "
        yield f"          {cursor} {digit} {tick}{option.label}"


def _tried(entry: "Tried") -> str:
    return f"{'+' if entry.held else ' '} {entry.rule.name:28} {entry.rule.gives:12} {entry.why}"


def _answer_lines(lines: Iterable[str], rules: "Rules") -> int:
    for line in lines:
        if line.strip():
            print(json.dumps(_answer(line, rules)), flush=True)
    return Exit.DONE


def _answer(line: str, rules: "Rules") -> dict[str, Any]:
    from quarterdeck.judgement.screens import read

    try:
        asked = json.loads(line)
    except (ValueError, RecursionError) as error:
        return {"error": f"not JSON: {error}"}
    if not isinstance(asked, dict) or not isinstance(asked.get("screen"), str):
        return {"error": "a line must be an object with the text 'screen'"}
    if not isinstance(agent := asked.get("agent", "claude"), str):
        return {"error": "'agent' must be a text"}
    reading = asdict(read(asked["screen"], agent, rules))
    return {key: reading[key] for key in _ANSWERED}


_ANSWERED = ("state", "composer", "dialog", "mode", "confidence", "rule")


def _text(file: str) -> str:
    if file == "-":
        return sys.stdin.buffer.read().decode("utf-8", "replace")
    return Path(file).read_bytes().decode("utf-8", "replace")


def _lines(file: str) -> Iterable[str]:
    if file == "-":
        return (line.decode("utf-8", "replace") for line in sys.stdin.buffer)
    return _text(file).split("\n")
