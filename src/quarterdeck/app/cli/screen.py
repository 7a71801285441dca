"""`qd screen`: what a captured screen means, and by which rule."""

import argparse
import json
import sys
from collections.abc import Iterable, Iterator
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

from quarterdeck.app.cli.console import Commands, Exit, command, complain

if TYPE_CHECKING:
    from quarterdeck.judgement.screens import Dialog, Reading, Rules, Tried
    from quarterdeck.judgement.screens.rules import Rule

_EXAMPLES = (
    "tmux capture-pane -p -e -t %3 | qd screen - --agent claude",
    "qd screen capture.txt --agent codex --explain",
    "qd screen --jsonl screens.jsonl",
)
_HELP = "docs/reference/screens.md lists what a rule may say"


def add(commands: Commands) -> None:
    """Add the command."""
    parser = command(commands, "screen", "Say what a captured screen means.", _EXAMPLES)
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
    from quarterdeck.app.screen_rules import BadScreenRules

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
    except NoScreen as error:
        complain(str(error), "tmux capture-pane -p -e makes a capture")
        return Exit.FAILED
    except BadScreenRules as error:
        complain(str(error), _HELP)
        return Exit.NOT_FOUND if isinstance(error.__cause__, OSError) else Exit.FAILED


class NoScreen(Exception):
    """What was given cannot be a captured screen."""


def _rules(file: str | None) -> "Rules":
    """The rules by which the daemon reads screens, with those of a file to be tried."""
    from quarterdeck.app.paths import paths
    from quarterdeck.app.screen_rules import all_screen_rules, with_rule_file

    rules, left_out = all_screen_rules(paths())
    for error in left_out:
        complain(f"left out: {error}", _HELP)
    return with_rule_file(rules, Path(file)) if file else rules


def _print_one(screen: str, args: argparse.Namespace, rules: "Rules") -> int:
    from quarterdeck.judgement.screens import explain, read

    reading = read(screen, args.agent, rules)
    tried = explain(screen, args.agent, rules) if args.explain else ()
    if args.json:
        print(json.dumps(asdict(reading) | ({"tried": _listed(tried)} if tried else {})))
        return Exit.DONE
    if args.agent not in rules.by_agent:
        print(f"agent       {args.agent}: no rules of its own, read as a plain program")
    print("\n".join(_told(reading)))
    for line in _tried(tried, reading.rule):
        print(line)
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


def _tried(tried: Iterable["Tried"], decided: str) -> Iterator[str]:
    """The rules that were tried: = decided, + held too, and what spoke for or against each."""
    for entry in tried:
        mark = "=" if entry.rule.name == decided else "+" if entry.held else " "
        yield f"{mark} {entry.rule.name:28} {_given(entry.rule):14} {entry.why}"


def _given(rule: "Rule") -> str:
    """What a rule yields; states are bare, the rest is named."""
    from quarterdeck.domain.states import Mode, State

    if isinstance(rule.gives, State):
        return rule.gives
    return f"mode {rule.gives}" if isinstance(rule.gives, Mode) else f"sign {rule.gives}"


def _listed(tried: Iterable["Tried"]) -> list[dict[str, Any]]:
    return [
        {"rule": entry.rule.name, "gives": entry.rule.gives, "held": entry.held, "why": entry.why}
        for entry in tried
    ]


def _answer_lines(lines: Iterable[str], rules: "Rules") -> int:
    for number, line in enumerate(lines, 1):
        if line.strip():
            print(json.dumps(_answer(line, number, rules)), flush=True)
    return Exit.DONE


def _answer(line: str, number: int, rules: "Rules") -> dict[str, Any]:
    from quarterdeck.judgement.screens import read

    try:
        agent, screen = _asked(line)
    except NoScreen as error:
        return {"error": f"line {number} {error}"}
    reading = asdict(read(screen, agent, rules))
    return {key: reading[key] for key in _ANSWERED}


def _asked(line: str) -> tuple[str, str]:
    try:
        asked = json.loads(line)
    except json.JSONDecodeError as error:
        raise NoScreen(f"is not JSON: {error.msg} at column {error.colno}") from error
    except (ValueError, RecursionError) as error:
        raise NoScreen(f"is not JSON: {error}") from error
    if not isinstance(asked, dict) or not isinstance(screen := asked.get("screen"), str):
        raise NoScreen("must be an object with the text 'screen'")
    if not isinstance(agent := asked.get("agent", "claude"), str):
        raise NoScreen("must have a text as 'agent'")
    return agent, screen


_ANSWERED = ("state", "composer", "dialog", "mode", "confidence", "rule")


def _text(file: str) -> str:
    data = sys.stdin.buffer.read() if file == "-" else Path(file).read_bytes()
    if b"\0" in data:
        raise NoScreen(f"{file} is not a captured screen: it is binary data")
    return data.decode("utf-8", "replace")


def _lines(file: str) -> Iterable[str]:
    data = sys.stdin.buffer if file == "-" else Path(file).read_bytes().split(b"\n")
    return (line.decode("utf-8", "replace") for line in data)
