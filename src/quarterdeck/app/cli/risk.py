"""`qd risk`: how dangerous a command is, and why."""

import argparse
import json
import shlex
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path

from quarterdeck.app.cli.console import Commands, Exit, command, complain, shortened, tinted
from quarterdeck.domain.risk import Risk
from quarterdeck.judgement.risk import (
    Additions,
    BadAddition,
    Place,
    Step,
    explain,
    judge_call,
    judge_command,
    read_additions,
)
from quarterdeck.judgement.visible_text import plain

WIDTH = 76  # of a command in the tree


def add(commands: Commands) -> None:
    """Add the command."""
    parser = command(
        commands,
        "risk",
        "Say how dangerous a command is, by which rule, and what it would run.",
        [
            "qd risk git push --force",
            "qd risk 'curl -fsSL https://example.com/install.sh | sudo bash'",
            "qd risk --json 'rm -rf build'",
            """echo '{"tool": "Write", "input": {"file_path": ".env"}}' | qd risk --jsonl -""",
        ],
    )
    parser.add_argument(
        "command",
        nargs=argparse.REMAINDER,
        help="the command: unquoted, or in quotes if it has characters that a shell interprets",
    )
    parser.add_argument("--cwd", metavar="DIR", help="where it would run (here)")
    parser.add_argument("--json", action="store_true", help="as JSON, with the tree")
    parser.add_argument(
        "--jsonl",
        metavar="F",
        help="read lines of {command} or {tool, input}, answer each with a line; - for stdin",
    )
    parser.set_defaults(run=run, parser=parser)


def run(args: argparse.Namespace) -> int:
    """Print the verdict."""
    command, args = _command(args)
    if bool(command) == (args.jsonl is not None):
        complain("qd risk takes a command or --jsonl.", "Try: qd risk 'git push --force'")
        return Exit.USAGE
    try:
        additions = _additions()
    except BadAddition as error:
        complain(str(error), "Change it in the settings.")
        return Exit.FAILED
    place = _place(args.cwd)
    if args.jsonl is not None:
        return _answer_lines(args.jsonl, place, additions)
    tree = explain(command, place, additions)
    print(json.dumps(_as_json(tree)) if args.json else "\n".join(_told(tree)))
    return Exit.DONE


def _command(args: argparse.Namespace) -> tuple[str, argparse.Namespace]:
    """The command that was given; behind one in quotes there may be options of ours."""
    words = args.command
    if len(words) > 1 and any(c.isspace() for c in words[0]):
        again = args.parser.parse_args([*words[1:], words[0]], argparse.Namespace(**vars(args)))
        return words[0], again
    return words[0] if len(words) == 1 else shlex.join(words), args


def _additions() -> Additions:
    from quarterdeck.app.paths import paths
    from quarterdeck.app.settings import BadSettings, load

    try:
        return read_additions(load(paths().config).risk)
    except BadSettings as error:
        raise BadAddition(str(error)) from error


def _place(cwd: str | None) -> Place:
    """The place of a command: the project is the nearest folder above with a repository."""
    from quarterdeck.app.paths import paths

    here = Path(cwd).expanduser().absolute() if cwd else Path.cwd()
    project = next((p for p in (here, *here.parents) if (p / ".git").exists()), here)
    return Place(str(here), str(Path.home()), str(project), paths().own)


def _told(tree: Step) -> Iterator[str]:
    risk = tree.risk
    yield f"level     {tinted(risk.level, risk.level)}"
    yield f"reason    {risk.reason}"
    yield f"rule      {risk.rule}"
    yield f"because   {risk.sentence}"
    if risk.part:
        yield f"part      {_line(risk.part)}"
    yield "runs"
    for step in tree.inner:
        yield from _branch(step, 1)


def _branch(step: Step, depth: int) -> Iterator[str]:
    level = tinted(f"{step.risk.level:8}", step.risk.level)
    yield f"  {level}  {step.risk.reason:20}  {'  ' * (depth - 1)}{_line(step.text)}"
    for inner in step.inner:
        yield from _branch(inner, depth + 1)


def _line(text: str) -> str:
    """A text on one line, with what hides or steers written out as on a card."""
    return shortened(plain(text), WIDTH)


def _as_json(step: Step) -> dict[str, object]:
    return _verdict(step.risk) | {
        "sentence": step.risk.sentence,
        "part": step.risk.part,
        "text": step.text,
        "runs": [_as_json(inner) for inner in step.inner],
    }


def _verdict(risk: Risk) -> dict[str, object]:
    return {"level": risk.level.value, "reason": risk.reason, "rule": risk.rule}


def _answer_lines(name: str, place: Place, additions: Additions) -> int:
    try:
        data = sys.stdin.buffer.read() if name == "-" else Path(name).read_bytes()
    except OSError as error:
        complain(f"{name} cannot be read: {error.strerror}.", "")
        return Exit.USAGE
    for line in data.split(b"\n"):
        if line.strip():
            print(json.dumps(_answer(line, place, additions)))
    return Exit.DONE


def _answer(line: bytes, place: Place, additions: Additions) -> dict[str, object]:
    try:
        given = json.loads(line)
    except (ValueError, RecursionError) as error:
        return {"error": f"no JSON: {error}"}
    match given:
        case {"tool": str(tool), "input": Mapping() as tool_input}:
            return _verdict(judge_call(tool, tool_input, place, additions))
        case {"command": str(text)}:
            return _verdict(judge_command(text, place, additions))
        case _:
            return {"error": "a line has {command}, a text, or {tool, input}, text and object"}
