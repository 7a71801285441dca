"""Text into lines: over the keys from left to right, no letter cut by the gap between two."""

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate

from quarterdeck.surfaces.kit.clusters import clusters, drawable
from quarterdeck.surfaces.kit.fonts import Glyph, Style, glyph

ELLIPSIS = "…"
_CLOSING = set("、。，．）」』】〕！？：；ー々ぁぃぅぇぉっゃゅょァィゥェォッャュョ,.;:!?)]}")
_ROUNDING = 0.01  # of a pixel, which advances may add up to
_WIDE_FROM = "\u2e80"  # from here on lines may break between any two signs


@dataclass(frozen=True, slots=True)
class Row:
    """Where a line of text may stand: how far down, and between which pixels."""

    y: int
    segments: tuple[tuple[int, int], ...]

    @property
    def width(self) -> int:
        """How much fits on it."""
        return sum(end - start for start, end in self.segments)


@dataclass(frozen=True, slots=True)
class Placed:
    """One sign in its place."""

    glyph: Glyph
    x: float
    y: int
    at: int  # its place in the text; -1 for signs that are not of the text


class Text:
    """A text in signs, with the places at which it is best broken."""

    def __init__(self, text: str, breaks: Sequence[int] = ()) -> None:
        pieces = clusters(text)
        self.at = [0, *accumulate(map(len, pieces))]
        self.signs = pieces if text.isascii() else [drawable(piece) for piece in pieces]
        self.breaks = sorted(bisect_right(self.at, place) - 1 for place in breaks)

    def __len__(self) -> int:
        return len(self.signs)


@dataclass(frozen=True, slots=True)
class Flow:
    """A text laid into rows, and how far it came."""

    placed: tuple[Placed, ...]
    end: int  # the first sign that found no place
    parted: bool  # whether a word had to be parted
    rows: int  # how many were used


def flow(text: Text, rows: Sequence[Row], style: Style, start: int = 0) -> Flow:
    """Lay a text into rows, from one of its signs on."""
    placed: list[Placed] = []
    parted, used = False, 0
    for row in rows:
        if start >= len(text):
            break
        line, overflow = _line(text, start, row, style)
        end, broken = _break(text, start, overflow, row.width, style)
        parted |= broken
        placed += line[: end - start]
        start = _next(text, end, ended_here=overflow < len(text))
        used += 1
    return Flow(tuple(placed), start, parted, used)


def cut(found: Flow, rows: Sequence[Row], style: Style) -> tuple[Placed, ...]:
    """The signs of a flow that goes on beyond its rows, ending in an ellipsis."""
    if not found.placed or not rows:
        return found.placed
    sign = glyph(ELLIPSIS, style)
    kept = list(found.placed)
    last = kept[-1]
    row = next(r for r in reversed(rows) if r.y == last.y)
    while kept and kept[-1].y == row.y:
        x = kept[-1].x + kept[-1].glyph.advance
        if (spot := _fit(row, x, sign.advance)) is not None:
            return (*kept, Placed(sign, spot, row.y, -1))
        kept.pop()
    return (*kept, Placed(sign, row.segments[0][0], row.y, -1))


def one_line(text: str, row: Row, style: Style) -> tuple[Placed, ...]:
    """A text on one line, ending in an ellipsis where it is longer."""
    if not row.segments:
        return ()
    words = Text(" ".join(text.split()))
    line, overflow = _line(words, 0, row, style)
    whole = Flow(tuple(line), overflow, parted=False, rows=1)
    return whole.placed if overflow >= len(words) else cut(whole, (row,), style)


def fits_line(text: str, row: Row, style: Style) -> bool:
    """Whether a text fits on one line; a sign that would be cut takes more room than its own."""
    words = Text(" ".join(text.split()))
    return bool(row.segments) and _line(words, 0, row, style)[1] >= len(words)


def _line(text: Text, start: int, row: Row, style: Style) -> tuple[list[Placed], int]:
    """The signs that fit on a row, and the first that does not, or the line's end."""
    line: list[Placed] = []
    segments = iter(row.segments)
    x, end = map(float, next(segments))
    for index in range(start, len(text)):
        sign = text.signs[index]
        if sign == "\n":
            return line, index
        drawn = glyph("  " if sign == "\t" else sign, style)
        while x + drawn.advance > end + _ROUNDING:
            following = next(segments, None)
            if following is None:
                return line, index
            x, end = map(float, following)
        line.append(Placed(drawn, x, row.y, text.at[index]))
        x += drawn.advance
    return line, len(text)


def _fit(row: Row, x: float, advance: float) -> float | None:
    """Where a sign can stand from x on without being cut."""
    for start, end in row.segments:
        spot = max(x, start)
        if spot + advance <= end + _ROUNDING:
            return spot
    return None


def _break(text: Text, start: int, overflow: int, width: int, style: Style) -> tuple[int, bool]:
    """Where the line is broken, and whether that parts a word."""
    signs = text.signs
    if overflow >= len(text) or signs[overflow] == "\n":
        return overflow, False
    operator = bisect_right(text.breaks, overflow) - 1
    if operator >= 0 and text.breaks[operator] > start + (overflow - start) * 0.4:
        return text.breaks[operator], False
    if signs[overflow] == " ":
        return overflow, False
    for index in range(overflow, start, -1):
        if signs[index - 1] == " ":
            return (overflow, True) if _too_long(text, index, width, style) else (index, False)
        wide = signs[index - 1] >= _WIDE_FROM or signs[index] >= _WIDE_FROM
        if wide and signs[index] not in _CLOSING:
            return index, False
    return max(overflow, start + 1), True


def _too_long(text: Text, start: int, width: int, style: Style) -> bool:
    """Whether a word fills more than a line of its own."""
    room = float(width)
    for index in range(start, len(text)):
        if text.signs[index] in "\n\t " or text.signs[index] >= _WIDE_FROM:
            return False
        room -= glyph(text.signs[index], style).advance
        if room < 0:
            return True
    return False


def _next(text: Text, end: int, *, ended_here: bool) -> int:
    """Where the next line begins: behind the line's end, or behind spaces."""
    if end < len(text) and text.signs[end] == "\n":
        return end + 1
    if ended_here:
        while end < len(text) and text.signs[end] == " ":
            end += 1
        if end < len(text) and text.signs[end] == "\n":
            return end + 1
    return end
