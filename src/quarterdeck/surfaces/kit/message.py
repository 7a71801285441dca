"""A message laid out over keys: header, text in the largest letters that fit, and what is cut."""

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass

from quarterdeck.boards.looks import Message
from quarterdeck.domain.shown import Shown
from quarterdeck.surfaces.kit.areas import Area
from quarterdeck.surfaces.kit.flow import Placed, Row, Text, cut, fits_line, flow, one_line
from quarterdeck.surfaces.kit.fonts import (
    BIG,
    BIG_BOLD,
    LARGE,
    LARGE_BOLD,
    MIDDLE,
    MIDDLE_BOLD,
    SMALL,
    TINY,
    Style,
    glyph,
)

BEFORE_MARK = 24  # characters that are shown before a dangerous part which is far down
LONGEST = 50_000  # characters of a text that keys show, over many pages
LONGEST_WORD = 30  # signs that a page may repeat to show a word whole
SEPARATOR = " · "
HIGHEST_NOTE = 3  # rows from the last, which labels may leave narrow


@dataclass(frozen=True, slots=True)
class Steps:
    """The letters of text and header that go together."""

    body: Style
    header: Style
    second: Style  # of the header's second line


FINE_FROM = 96  # pixels of a key from which there are more steps, since they are finer
STEPS = (
    Steps(LARGE, LARGE_BOLD, MIDDLE),
    Steps(MIDDLE, MIDDLE_BOLD, MIDDLE),
    Steps(TINY, LARGE_BOLD, TINY),
)
FINE_STEPS = (
    Steps(BIG, BIG_BOLD, LARGE),
    *STEPS[:2],
    Steps(SMALL, LARGE_BOLD, SMALL),
    STEPS[2],
)


@dataclass(frozen=True, slots=True)
class Line:
    """Signs that are written in one style."""

    style: Style
    placed: tuple[Placed, ...]


@dataclass(frozen=True, slots=True)
class Layout:
    """Where everything of a message stands."""

    header: tuple[Line, ...]
    header_end: int  # how far down the header's ground reaches
    body: Line
    note: Line
    whole: bool  # nothing is left out


def lay_out(message: Message, area: Area, countdown: str) -> Layout:
    """The message in the largest letters in which all of it fits, else cut in the smallest."""
    parts = tuple(part for part in (*message.header, countdown) if part)
    text = message.text
    words = Text(text.text[:LONGEST], text.breaks)
    parted: Layout | None = None
    fine = min(area.key.width, area.key.height) >= FINE_FROM
    for steps in FINE_STEPS if fine else STEPS:
        header, end = _header(parts, area, steps)
        rows = area.lines(steps.body.height, end)
        rows, note = _note(message.note, rows, steps.body)
        if not _may_fit(words, rows, steps.body):
            continue
        found = flow(words, rows, steps.body)
        if found.end >= len(words):
            whole = text.cut == 0 and len(text.text) <= LONGEST
            layout = Layout(header, end, Line(steps.body, found.placed), note, whole)
            if not found.parted:
                return layout
            parted = parted or layout
    if parted:
        return parted  # a word is longer than a line in all letters, so the largest do
    style = STEPS[-1].body
    header, end = _header(parts, area, STEPS[-1])
    rows, note = _note(message.note, area.lines(style.height, end), style)
    body = Line(style, _part(text, words, rows, style, message.page))
    return Layout(header, end, body, note, whole=False)


def _header(parts: Sequence[str], area: Area, steps: Steps) -> tuple[tuple[Line, ...], int]:
    """The header on one line where it fits there, else its first part above the others."""
    top = area.top_edge
    if not any(parts):
        return (), top
    first, second = steps.header, steps.second
    row = area.row(top, first.height)
    end = top + first.height
    whole = SEPARATOR.join(parts)
    if len(parts) == 1 or fits_line(whole, row, first):
        return (Line(first, one_line(whole, row, first)),), end
    below = area.row(end, second.height)
    rest = SEPARATOR.join(parts[1:])
    lines = (
        Line(first, one_line(parts[0], row, first)),
        Line(second, one_line(rest, below, second)),
    )
    return lines, end + second.height


def _note(note: str, rows: tuple[Row, ...], style: Style) -> tuple[tuple[Row, ...], Line]:
    """The note as far down as it can be read well, and the rows that are left for the text."""
    if not note or len(rows) < 2:
        return rows, Line(style, ())
    for above in range(len(rows) - 1, max(0, len(rows) - 1 - HIGHEST_NOTE), -1):
        for letters in (style, MIDDLE):
            if letters.height <= style.height and fits_line(note, rows[above], letters):
                return rows[:above], Line(letters, one_line(note, rows[above], letters))
    return rows[:-1], Line(TINY, one_line(note, rows[-1], TINY))


def _may_fit(words: Text, rows: Sequence[Row], style: Style) -> bool:
    """A quick no for texts that are far too long."""
    narrowest = glyph("i", style).advance
    lines = words.signs.count("\n") + 1
    return lines <= len(rows) and len(words) <= sum(r.width for r in rows) / narrowest + lines


def _part(
    text: Shown, words: Text, rows: tuple[Row, ...], style: Style, page: int
) -> tuple[Placed, ...]:
    """One page of a text that is longer than the keys; the first shows the dangerous part too."""
    pages = [_page(words, rows, style, 0)]
    while len(pages) <= page and pages[-1].following is not None:
        pages.append(_page(words, rows, style, pages[-1].following))
    place = page % len(pages) if pages[-1].following is None else page
    mark = text.marks[0].start if text.marks else 0
    if place == 0 and len(rows) > 2 and mark >= words.at[pages[0].following or 0]:
        return _around(words, rows, style, mark)
    return pages[place].placed


@dataclass(frozen=True, slots=True)
class _Page:
    placed: tuple[Placed, ...]
    following: int | None  # the sign with which the next one begins


def _page(words: Text, rows: tuple[Row, ...], style: Style, start: int) -> _Page:
    found = flow(words, rows, style, start)
    if found.end >= len(words):
        return _Page(found.placed, None)
    placed = cut(found, rows, style)
    last = max((sign.at for sign in placed), default=-1)
    behind = bisect_right(words.at, last)
    # A word that the ellipsis parted stands whole on the next page.
    word = next((n for n in range(behind, start, -1) if words.signs[n - 1].isspace()), behind)
    following = word if behind - word < LONGEST_WORD else behind
    return _Page(placed, following if following > start else None)


def _around(words: Text, rows: tuple[Row, ...], style: Style, mark: int) -> tuple[Placed, ...]:
    """The beginning, and below it what is around a place far down."""
    least = max(1, len(rows) // 3)
    start = max(0, bisect_right(words.at, mark) - 1 - BEFORE_MARK)
    half = max(least, len(rows) - flow(words, rows[least:], style, start).rows)
    head = flow(words, rows[:half], style)
    tail = flow(words, rows[half:], style, max(start, head.end))
    below = tail.placed if tail.end >= len(words) else cut(tail, rows[half:], style)
    return (*cut(head, rows[:half], style), *below)
