"""How well and how fast commands are judged, on labelled commands of other projects.

Run as `python bench/risk.py CORPORA_DIR [--rows]`.
"""

import argparse
import json
import statistics
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from quarterdeck.domain.risk import Level
from quarterdeck.judgement.risk import NO_ADDITIONS, Place, judge_call, judge_command
from quarterdeck.judgement.risk.shell import tree

PLACE = Place("/home/user/project", "/home/user", "/home/user/project")
CALLED_HIGH = {"rm", "mv", "chmod", "chown", "curl", "wget", "pip", "sudo"}  # by 002_… itself
HELD_WRONG: dict[str, str] = {}


@dataclass(frozen=True, slots=True)
class Row:
    """One labelled command."""

    source: str
    id: str
    command: str
    tool: str
    input: dict[str, Any]
    label: str

    @property
    def level(self) -> Level:
        return judge_call(self.tool, self.input, PLACE, NO_ADDITIONS).level


def rows(folder: Path) -> list[Row]:
    """The labelled commands; a match of shellfirm counts by its severity."""
    lines = (folder / "commands.jsonl").read_text("utf-8").splitlines()
    return [_row(json.loads(line)) for line in lines]


def _row(data: dict[str, Any]) -> Row:
    label = data.get("expected", "")
    label = data.get("severity", label) if label == "match" else label
    command = data.get("command", "")
    return Row(
        data["source"].rpartition("/")[2],
        data["id"],
        command,
        data.get("tool", "Bash"),
        data.get("input", {"command": command}),
        label,
    )


def is_called_high(command: str) -> bool:
    """Whether 002_… itself rates the program high."""
    words = command.replace('"', "").split()
    return bool(CALLED_HIGH & set(words)) or words[:2] == ["git", "push"]


def share(found: Iterable[Row], of: list[Row]) -> str:
    count = len(list(found))
    return f"{count:5} of {len(of):5}  {100 * count / max(len(of), 1):6.2f} %"


def report(all_rows: list[Row], show: bool) -> None:
    dangerous = [
        r for r in all_rows if r.label in ("deny", "critical", "high") and "deck" not in r.source
    ]
    allowed = [r for r in all_rows if r.label == "allow"]
    plain = [r for r in allowed if not is_called_high(r.command)]
    deck = [r for r in all_rows if "streamdeck" in r.source]
    silent = [r for r in all_rows if r.label == "no-match"]
    tables = [
        (
            "deny/critical/high rated high or critical",
            lambda r: r.level.reaches(Level.HIGH),
            dangerous,
            False,
        ),
        ("allow rated critical", lambda r: r.level is Level.CRITICAL, allowed, True),
        ("  of them not of 002's own programs", lambda r: r.level is Level.CRITICAL, plain, True),
        ("allow rated high, not 002's own programs", lambda r: r.level is Level.HIGH, plain, True),
        ("cc-streamdeck: same level", lambda r: r.level == r.label, deck, False),
        (
            "no rule of shellfirm, rated high or critical",
            lambda r: r.level.reaches(Level.HIGH),
            silent,
            True,
        ),
    ]
    for name, test, of, wrong_if in tables:
        found = [r for r in of if test(r)]
        print(f"{name:46} {share(found, of)}")
        if show:
            for row in of:
                if test(row) == wrong_if:
                    why = HELD_WRONG.get(row.id, "")
                    print(
                        f"      {row.level:8} for {row.label:8} {row.id:28} {row.command[:90]!r} {why}"
                    )


def quartiles(work: Callable[[str], object], texts: list[str]) -> list[float]:
    """The p50 and p99 of a piece of work in microseconds, the best of five a text."""
    times = []
    for text in texts:
        best = 1e9
        for _ in range(5):
            begin = time.perf_counter()
            work(text)
            best = min(best, time.perf_counter() - begin)
        times.append(best * 1e6)
    return [statistics.median(times), statistics.quantiles(times, n=100)[98], max(times)]


def speed(all_rows: list[Row]) -> None:
    texts = sorted({r.command for r in all_rows if r.command})
    judged = quartiles(lambda text: judge_command(text, PLACE, NO_ADDITIONS), texts)
    parsed = quartiles(tree, texts)
    print(
        f"{'judged, p50 / p99 / max (µs)':46} {judged[0]:.1f} / {judged[1]:.1f} / {judged[2]:.1f}"
    )
    print(
        f"{'parsed only, p50 / p99 / max (µs)':46} {parsed[0]:.1f} / {parsed[1]:.1f} / {parsed[2]:.1f}"
    )
    print(f"{'ratio of the p50s':46} {judged[0] / parsed[0]:.2f}")
    for name, text in LONG_TEXTS.items():
        begin = time.perf_counter()
        judge_command(text, PLACE, NO_ADDITIONS)
        print(f"{'100 KB of ' + name:46} {(time.perf_counter() - begin) * 1e3:.0f} ms")


LONG_TEXTS = {
    "one word": "echo " + "x" * 100_000,
    "words": "echo " + "word " * 20_000,
    "short commands": "ls;" * 33_000,
    "a chain": "git status && " * 7_000 + "ls",
    "a pipe": "cat |" * 20_000 + "cat",
    "a heredoc": "cat <<EOF\n" + "rm -rf / $(id)\n" * 6_500 + "EOF\n",
    "open parentheses": "$(" * 50_000,
    "quoted text": "echo '" + "rm -rf /; " * 10_000 + "'",
    "nested shells": "bash -c '" * 11_000,
}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--rows", action="store_true", help="show the rows that differ")
    args = parser.parse_args()
    found = rows(args.folder)
    report(found, args.rows)
    speed(found)


if __name__ == "__main__":
    main()
