"""Throw broken screens at the reading of screens.

    python -m tests.fuzz.screens --count 1000000 --seed 7

Each is a recorded screen that was cut, joined, wrapped or sprinkled with signs. The same seed
gives the same screens; a failure prints the seed and the number that bring it back.
"""

import argparse
import random
import sys
import time
from pathlib import Path

from quarterdeck.domain.states import Composer, State
from quarterdeck.judgement.screens import Reading, builtin_rules, explain, read

RECORDINGS = Path(__file__).parents[1] / "recordings" / "screens"
SIGNS = [
    *(
        "❯ 1. Yes",
        "  2. No",
        "❯",
        "› ",
        "> ",
        "! ls",
        "─" * 40,
        "╭────────╮",
        "╰────────╯",
        "│ x │",
    ),
    *("┃", "╹▀▀▀", "╌╌╌╌╌╌╌╌", "▔▔▔▔▔▔▔▔", "esc to interrupt", "Esc to cancel", "Enter to select"),
    *("✻ Baking… (2s · ↓ 4 tokens)", "● API Error: 500", "⎿  Interrupted by user", "☐ A  ☒ B  ✔ C"),
    *("\x1b[2m", "\x1b[0m", "\x1b[7m", "\x1b[38;2;1;2", "\x1b]0;t\x07", "\x1b", "\x00", "\r", "\t"),
    *("\ud800", "\u202e", "\u200b", "é", "日本", "🂡", "\xa0", "9" * 400 + ". x", "(" * 200),
    *(sign * 600 for sign in "█ │─9…"),
]
SOON = 0.2  # seconds of work that the worst screen may take
AGENTS = ("claude", "codex", "gemini", "opencode", "shell", "nobody")


def broken(chance: random.Random, screens: list[str]) -> str:
    """A recorded screen, broken in one to six ways."""
    rows = chance.choice(screens).split("\n")
    for _ in range(chance.randint(1, 6)):
        at = chance.randrange(len(rows) + 1)
        match chance.randrange(6):
            case 0:
                rows.insert(at, chance.choice(SIGNS))
            case 1:
                rows = rows[at:] or [""]
            case 2:
                rows = rows[:at] or [""]
            case 3:
                rows += chance.choice(screens).split("\n")[:at]
            case 4:
                rows = [row[: chance.randint(1, 60)] for row in rows]
            case _:
                row = rows[at % len(rows)]
                cut = chance.randrange(len(row) + 1)
                rows[at % len(rows)] = row[:cut] + chance.choice(SIGNS) + row[cut:]
    return "\n".join(rows)


def check(reading: Reading) -> None:
    """What must hold for every reading, whatever the screen."""
    assert reading.state is State.UNKNOWN or reading.rule != "none", "a state has its rule"
    assert reading.reason, "a reason is always given"
    if reading.dialog:
        assert reading.composer is Composer.NONE, "a dialog takes the composer's place"
        assert not set(reading.dialog.fingerprint) & set(",{}#"), "a fingerprint fits a format"
        assert sum(option.selected for option in reading.dialog.options) <= 1, "one cursor"
    if reading.composer in (Composer.NONE, Composer.EMPTY, Composer.GHOST):
        assert reading.draft == "", "nothing typed, nothing told"


def main() -> int:
    """Run the fuzzer; the exit code says whether everything held."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=20_000)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    screens = [file.read_text("utf-8") for file in sorted(RECORDINGS.glob("*/*.*"))]
    chance = random.Random(args.seed)
    slowest, start = 0.0, time.perf_counter()
    for number in range(args.count):
        screen, agent = broken(chance, screens), chance.choice(AGENTS)
        begun = time.process_time()
        try:
            check(read(screen, agent, builtin_rules()))
            slowest = max(slowest, time.process_time() - begun)
            assert slowest < SOON, "no screen takes long"
        except Exception:
            sys.stderr.write(f"seed {args.seed}, number {number}, agent {agent}: {screen!r}\n")
            raise
        if number % 100 == 0:
            explain(screen, agent, builtin_rules())
    spent = time.perf_counter() - start
    told = f"{args.count} screens held with seed {args.seed}, in {spent:.0f} s"
    sys.stdout.write(f"{told}; slowest {slowest * 1e3:.1f} ms\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
