"""What every command of the command line shares: exit codes, parsers, words on the screen."""

import argparse
import sys
import textwrap
import time
from collections.abc import Sequence
from enum import IntEnum
from typing import TypeAlias

from quarterdeck.app.cli.terminal_text import clipped, in_colour

WIDTH = 78  # of what help says in sentences
LONGEST_CELL = 200  # in a table, where no terminal's width limits it

Commands: TypeAlias = "argparse._SubParsersAction[argparse.ArgumentParser]"  # noqa: SLF001 - its only name


class Exit(IntEnum):
    """What a command's exit code says."""

    DONE = 0
    FAILED = 1
    USAGE = 2
    NO_DAEMON = 3
    NOT_FOUND = 4
    UNKNOWN = 5


def command(
    commands: Commands, name: str, summary: str, examples: Sequence[str]
) -> argparse.ArgumentParser:
    """A command's parser, with examples in its help."""
    return commands.add_parser(
        name,
        help=summary,
        description=textwrap.fill(summary, WIDTH),
        epilog="examples:\n" + "\n".join(f"  {line}" for line in examples),
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )


def complain(problem: str, remedy: str) -> None:
    """Say in two lines what is wrong and what to try."""
    print(f"qd: {problem}", file=sys.stderr)
    if remedy:
        print(f"    {remedy}", file=sys.stderr)


_COLOURS = {
    "critical": "1;97;41",
    "high": "33",
    "medium": "34",
    "low": "2",
    "waiting": "33",
    "working": "34",
    "idle": "32",
    "limited": "35",
    "failed": "31",
    "unknown": "2",
    "ended": "2",
    "ok": "32",
    "warn": "33",
    "bad": "31",
    "added": "32",
    "removed": "31",
    "dangerous": "1;97;41",
}
SIGNS = {
    "waiting": "●",
    "working": "◐",
    "idle": "○",
    "limited": "⏳",
    "failed": "✕",
    "unknown": "?",
    "ended": "–",
    "starting": "◌",
}


def tinted(text: str, word: str) -> str:
    """The text in the colour of a word, on a terminal; the word itself is there anyway."""
    code = _COLOURS.get(word)
    return f"\x1b[{code}m{text}\x1b[0m" if code and in_colour(sys.stdout) else text


def one_line(text: str) -> str:
    """The text on one line, not endless."""
    return shortened(text, LONGEST_CELL)


def shortened(text: str, most: int) -> str:
    """One line of at most this many cells."""
    return clipped(" ".join(text[: 4 * most].split()), most)


def age(since: float) -> str:
    """How long ago: 0:42, 12 min, 3 h."""
    return duration(time.time() - since)


def duration(length: float) -> str:
    """How long: 0:42, 12 min, 3 h."""
    seconds = max(0, int(length))
    if seconds < 600:
        return f"{seconds // 60}:{seconds % 60:02d}"
    if seconds < 7200:
        return f"{seconds // 60} min"
    return f"{seconds // 3600} h" if seconds < 172800 else f"{seconds // 86400} d"
