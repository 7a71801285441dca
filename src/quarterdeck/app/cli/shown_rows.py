"""A text to be judged, in rows of a terminal: cut where it is long, but never silently.

The rows say how much is missing, and show the dangerous part however far down it stands.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from quarterdeck.app.cli.console import tinted
from quarterdeck.app.cli.terminal_text import clipped, wrapped

EMPTY_SHOWN = 3  # more empty lines than that in a row are told, not shown
MOST_TOLD = 3  # dangerous parts that are out of sight


@dataclass(frozen=True, slots=True)
class Rows:
    """The rows of a text, and whether some are missing."""

    texts: list[str]
    cut: bool


@dataclass(frozen=True, slots=True)
class Marked:
    """A text, its dangerous parts from one position to another, and where it is best broken."""

    text: str
    marks: Sequence[tuple[int, int]]
    breaks: Sequence[int]


@dataclass(frozen=True, slots=True)
class _Row:
    text: str
    line: int
    end: int  # the position up to which the text is shown


def text_rows(shown: Marked, width: int, most: int | None) -> Rows:
    """A text in at most this many rows; without a limit all of it."""
    rows = list(_rows(shown, width))
    kept = rows if most is None else rows[:most]
    texts = [row.text for row in kept]
    cut = len(kept) < len(rows)
    if cut:
        texts.append(_missing(shown.text, kept[-1] if kept else _Row("", 0, 0)))
    if cut or len(rows) > (most or 20):
        seen = kept[-1].end if cut and kept else 0  # of a long text the end is what one sees
        texts += _dangerous(shown, seen, width)
    return Rows(texts, cut)


def change_rows(change: dict[str, Any], width: int, most: int | None) -> Rows:
    """What changes in a file: numbers, signs, lines."""
    rows = [row for hunk in change["hunks"] for row in ["⋮", *_numbered(hunk, width)]][1:]
    kept = rows if most is None else rows[:most]
    texts = kept + ([f"… {len(rows) - len(kept)} more rows"] if len(kept) < len(rows) else [])
    if left_out := int(change["cut"]):
        texts.append(f"… {_lines(left_out)} that only the terminal shows")
    return Rows(texts, bool(left_out) or len(kept) < len(rows))


def _numbered(hunk: dict[str, Any], width: int) -> Iterator[str]:
    """The lines of a hunk, each with its number if known, and its sign."""
    old, new, known = hunk["old"], hunk["new"], bool(hunk["new"])
    for line in hunk["lines"]:
        sign, text = line[0], _drawn(line[1:])
        head = f"{old if sign == '-' else new:>4} {sign} " if known else f"{sign} "
        for start, end in wrapped(text, max(10, width - len(head)), ()):
            yield tinted(head + text[start:end], _SIGNS.get(sign, ""))
            head = " " * len(head)
        old += sign != "+"
        new += sign != "-"


_SIGNS = {"+": "added", "-": "removed"}


def _rows(shown: Marked, width: int) -> Iterator[_Row]:
    position, number = 0, 0
    for is_empty, group in groupby(shown.text.split("\n"), key=lambda line: not line.strip()):
        lines = list(group)
        if is_empty and len(lines) > EMPTY_SHOWN:
            number += len(lines)
            position += sum(len(line) + 1 for line in lines)
            yield _Row(f"⋮ {len(lines)} empty lines", number, position - 1)
            continue
        for line in lines:
            number += 1
            yield from _wrapped(shown, line, position, number, width)
            position += len(line) + 1


def _wrapped(shown: Marked, line: str, at: int, number: int, width: int) -> Iterator[_Row]:
    marks = [(a, b) for a, b in shown.marks if a < at + len(line) and b > at]
    breaks = [b - at for b in shown.breaks if at < b < at + len(line)]
    for start, end in wrapped(line, max(10, width - 2 * len(marks)), breaks):
        yield _Row(_with_marks(shown.text, at + start, at + end, marks), number, at + end)


def _with_marks(text: str, start: int, end: int, marks: Sequence[tuple[int, int]]) -> str:
    """A piece of a text with its dangerous parts between marks."""
    drawn, at = "", start
    for first, last in marks:
        a, b = max(first, at), min(last, end)
        if a < b:
            drawn += _drawn(text[at:a]) + tinted(f"▐{_drawn(text[a:b])}▌", "dangerous")
            at = b
    return drawn + _drawn(text[at:end])


def _drawn(text: str) -> str:
    return text.replace("\t", "  ")


def _missing(text: str, last: _Row) -> str:
    lines = text.count("\n") + 1 - last.line
    inside = last.end < len(text) and text[last.end] != "\n"
    rest = f"the rest of line {last.line}" if inside else ""
    return "… " + " and ".join(filter(None, [rest, _lines(lines) if lines else ""]))


def _lines(count: int) -> str:
    return "1 more line" if count == 1 else f"{count} more lines"


def _dangerous(shown: Marked, seen: int, width: int) -> Iterator[str]:
    """The dangerous parts below what is visible."""
    below = [(a, b) for a, b in shown.marks if b > seen]
    for start, end in below[:MOST_TOLD]:
        line = shown.text.count("\n", 0, start) + 1
        part = _drawn(shown.text[start:end].replace("\n", "⏎"))
        label = f"line {line}: "
        room = max(10, width - len(label) - 2)
        yield label + tinted(f"▐{clipped(part, room)}▌", "dangerous")
    if len(below) > MOST_TOLD:
        yield f"… {len(below) - MOST_TOLD} more dangerous parts"
