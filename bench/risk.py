"""How well and how fast commands are judged, on labelled commands of ours and of other projects.

Run as `python -m bench.risk [CORPORA_DIR] [--rows]`.
"""

import argparse
import json
import re
import shlex
import statistics
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tests.judgement import labelled

from quarterdeck.domain.risk import Level
from quarterdeck.judgement.risk import (
    NO_ADDITIONS,
    Effort,
    Place,
    effort_of,
    judge_call,
    judge_command,
)
from quarterdeck.judgement.risk.shell_parser import tree

PLACE = Place("/home/user/project", "/home/user", "/home/user/project")
CALLED_HIGH = {"rm", "mv", "chmod", "chown", "curl", "wget", "pip", "sudo"}  # by 002_… itself
HELD_WRONG = {
    "fs.yaml#108": "a file in the project is written, as by Write: medium",
    "fs.yaml#109": "a file in the project is written, as by Write: medium",
    "fs.yaml#110": "a file in the project is written, as by Write: medium",
    "fs.yaml#111": "a file in the project is written, as by Write: medium",
    "fs.yaml#112": "a file in the project is written, as by Write: medium",
    "fs.yaml#424": "-n is a dry run",
    "git.yaml#77": "-n is a dry run",
    "git.yaml#94": "only the index changes; the other guard allows it",
    "git.yaml#95": "only the index changes; the other guard allows it",
    "edge_cases.txt#93": "a backslash and an n: the shell runs `git resetn--hard`",
    "heredocs.txt#39": "a backslash and a t: the shell runs `trm`",
    "future_packs.toml#0": "allowed only because that guard's pack was off",
    "future_packs.toml#1": "allowed only because that guard's pack was off",
    "future_packs.toml#2": "allowed only because that guard's pack was off",
    "future_packs.toml#3": "allowed only because that guard's pack was off",
    "edge_cases.txt#25": "the heredoc is cut off, so it cannot be parsed",
    "edge_cases.txt#28": "the heredoc is cut off, so it cannot be parsed",
    "edge_cases.txt#50": "an ideographic space: the program is not git",
    "test_risk.py@20": "the table of 002_… says that Write is medium",
    "git.yaml#35": "only the index changes",
    "git.yaml#36": "only the index changes",
    "edge_cases.txt#98": "git knows no RESET",
    "test_risk.py@48": "a temporary directory",
    "test_risk.py@51": "a temporary directory",
    "test_risk.py@54": "a temporary directory",
}


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
    """Whether the command runs a program that 002_… itself rates high or critical."""
    parts = [part.split() for part in re.split(r"[;&|\n]+", command)]
    heads = {words[0].strip("\\\"'()") for words in parts if words}
    return bool(CALLED_HIGH & heads) or ["git", "push"] in [words[:2] for words in parts]


@dataclass(frozen=True, slots=True)
class Measure:
    """How many rows are rated in some way, and whether that is what they should be."""

    name: str
    rows: list[Row]
    is_so: Callable[[Row], bool]
    wanted: bool

    def show(self, with_rows: bool) -> None:
        so = [row for row in self.rows if self.is_so(row)]
        share = 100 * len(so) / max(len(self.rows), 1)
        print(f"{self.name:46} {len(so):5} of {len(self.rows):5}  {share:6.2f} %")
        for row in self.rows if with_rows else ():
            if self.is_so(row) != self.wanted:
                print(f"    {row.level:8} for {row.label:8} {row.id:26} {row.command[:80]!r}")
                print(f"        {why(row)}")


def why(row: Row) -> str:
    """Why a row may differ from its label."""
    if row.label == "allow" and is_called_high(row.command):
        return "002_… itself calls this program high or critical"
    return HELD_WRONG.get(row.id, "not held wrong")


def measures(every: list[Row]) -> list[Measure]:
    deck = [r for r in every if r.source == "cc-streamdeck"]
    guards = [r for r in every if r.source != "cc-streamdeck"]
    dangerous = [r for r in guards if r.label in ("deny", "critical", "high")]
    allowed = [r for r in guards if r.label == "allow"]
    plain = [r for r in allowed if not is_called_high(r.command)]
    silent = [r for r in guards if r.label == "no-match"]
    return [
        Measure("deny/critical/high rated high or critical", dangerous, is_dangerous, True),
        Measure("allow rated critical", allowed, is_critical, False),
        Measure("  without the programs of 002's table", plain, is_critical, False),
        Measure("allow rated high, without those programs", plain, is_high, False),
        Measure("cc-streamdeck: same level", deck, lambda r: r.level == r.label, True),
        Measure("no rule of shellfirm, rated high or critical", silent, is_dangerous, False),
    ]


def is_dangerous(row: Row) -> bool:
    return row.level.reaches(Level.HIGH)


def is_critical(row: Row) -> bool:
    return row.level is Level.CRITICAL


def is_high(row: Row) -> bool:
    return row.level is Level.HIGH


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


def own_sets() -> None:
    """How our own labelled sets are rated, and how secrets are masked."""
    for name, found in (("commands", labelled.commands()), ("calls", labelled.calls())):
        count = Counter((row.label, row.level.value) for row in found)
        for label in dict.fromkeys(row.label for row in found):
            levels = ", ".join(f"{count[label, level.value]} {level}" for level in Level)
            print(f"{f'{label} {name}, ours':46} {levels}")
    texts = labelled.maskings()
    right = sum(text.shown == text.wanted for text in texts)
    print(f"{'texts with and without secrets, ours':46} {right} of {len(texts)} right")


def words_of(text: str) -> list[str]:
    """What the standard library makes of a command: something to measure beside."""
    try:
        return shlex.split(text)
    except ValueError:
        return []


def speed(texts: list[str]) -> None:
    judged = quartiles(lambda text: judge_command(text, PLACE, NO_ADDITIONS), texts)
    parsed = quartiles(tree, texts)
    split = quartiles(words_of, texts)
    shown = (("judged", judged), ("parsed only", parsed), ("shlex.split", split))
    for name, (p50, p99, most) in shown:
        print(f"{name + ', p50 / p99 / max (µs)':46} {p50:.1f} / {p99:.1f} / {most:.1f}")
    print(f"{'p50 judged, in p50s of shlex.split':46} {judged[0] / split[0]:.2f}")
    print(f"{'p50 judged, in p50s of parsing':46} {judged[0] / parsed[0]:.2f}")
    hostile()
    for name, text in LONG_TEXTS.items():
        begin = time.process_time()
        judge_command(text, PLACE, NO_ADDITIONS)
        print(f"{'100 KB of ' + name:46} {(time.process_time() - begin) * 1e3:.0f} ms")


def hostile() -> None:
    """The longest that anything takes which is judged on the loop: texts made to be slow."""
    texts = [at_most_small(head, unit) for head in HEADS for unit in UNITS]
    _, _, most = quartiles(lambda text: judge_command(text, PLACE, NO_ADDITIONS), texts)
    print(f"{'hostile texts on the loop, max (µs)':46} {most:.1f}")


def at_most_small(head: str, unit: str) -> str:
    """As much of a repeated text as still counts as little work."""
    text = head
    while effort_of({"command": text + unit}) is Effort.SMALL:
        text += unit
    return text


HEADS = (
    "",
    "bash -c '",
    "python -c '",
    "perl -e '",
    "ruby -e '",
    "php -r '",
    "echo $(",
    "./deploy",
)
UNITS = (
    *(
        "$(",
        "`",
        "(",
        ")",
        "{ ",
        "<<A ",
        "${",
        "'",
        "|",
        "a|",
        "a>b;",
        "a/)",
        "x=(",
        "eval(",
        "exec(",
    ),
    *(
        "sudo ",
        "time ",
        "xargs a;",
        "bash -c 'a';",
        "eval 'a';",
        "f(){ a;};",
        "-",
        "a.",
        "_a",
        "ls;",
    ),
)
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
    parser.add_argument("folder", type=Path, nargs="?", help="labelled commands of others")
    parser.add_argument("--rows", action="store_true", help="show the rows that differ")
    args = parser.parse_args()
    own_sets()
    found = rows(args.folder) if args.folder else []
    for measure in measures(found) if found else ():
        measure.show(args.rows)
    texts = {r.command for r in found if r.command}
    speed(sorted(texts or {row.text for row in labelled.commands()}))


if __name__ == "__main__":
    main()
