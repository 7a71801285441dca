"""Where the composer is: every agent draws it differently."""

import re
from collections.abc import Callable, Sequence
from itertools import pairwise

from quarterdeck.judgement.screens.lines import FRAME, indent, is_rule, unframed
from quarterdeck.judgement.screens.rules import Look

_LOWEST = 45  # rows that menus and lists may take below the composer
_FEWEST = 10  # rows of a window that a text can fill
_FOOTER = 4  # rows below the lower rule of such a text
_BENEATH = 8  # rows that can stand under a composer whose frame is cut off
_MENU = ">/@"  # how rows of a completion list may begin
_LISTED = re.compile(r"\d{1,2}[.)]\s|\[.\]\s")


def find(rows: Sequence[str], look: Look) -> range | None:
    """The rows of the composer, or None where there is none."""
    return _SHAPES[look.shape](rows, look)


def guess(rows: Sequence[str], look: Look) -> range | None:
    """A prompt at the left edge over nothing but a rule or a footer: its frame is cut off."""
    for start in range(len(rows) - 1, max(-1, len(rows) - _LOWEST), -1):
        if _prompted(rows[start], look):
            bare = len(rows[start]) == 1
            return range(start, start + 1) if _is_footer(rows[start + 1 :], look, bare) else None
    return None


def _is_footer(below: Sequence[str], look: Look, bare: bool) -> bool:
    """Whether these rows can be under a composer; under one with text, one must be known."""
    said = [row for row in below if row.strip() and not is_rule(row)]
    known = [look.footer.search(row) is not None for row in said]
    if not any(row.strip() for row in below):
        return False  # a shell's own prompt, after the agent has ended
    if len(said) > _BENEATH or not (bare or any(known)):
        return False
    return all(k or indent(row) for k, row in zip(known, said, strict=True))


def _ruled(rows: Sequence[str], look: Look) -> range | None:
    """Between two rules at the left edge, the lowest such pair that opens with a prompt."""
    edges = [i for i, row in enumerate(rows) if indent(row) == 0 and is_rule(row)]
    for top, bottom in reversed([*pairwise([*edges, len(rows)])]):
        inside = range(top + 1, bottom)
        if len(rows) - bottom <= _LOWEST and _opens(rows, inside, look):
            return inside
    return _overflowing(rows, edges, look)


def _overflowing(rows: Sequence[str], edges: Sequence[int], look: Look) -> range | None:
    """A text taller than the window: nothing but its margin, from the top to the lower rule."""
    if len(edges) != 1 or edges[0] < _FEWEST or len(rows) - edges[0] > _FOOTER:
        return None
    within = all(indent(row) >= 2 or not row.strip() for row in rows[: edges[0]])
    return range(edges[0]) if within and not _hinted(rows, look) else None


def _opens(rows: Sequence[str], inside: range, look: Look) -> bool:
    if not inside:
        return False
    first = unframed(rows[inside.start]).strip()
    closed = inside.stop < len(rows)
    if _prompted(first, look):
        flush = indent(rows[inside.start]) == 0
        return closed or (flush and not _hinted(rows[inside.start :], look))
    bare = closed and len(inside) == 1 and inside.stop == len(rows) - 1
    return bare and bool(first) and not look.hints.search(first)


def _arrow(rows: Sequence[str], look: Look) -> range | None:
    """From a prompt at the left edge down, with nothing but indented rows below."""
    for start in range(len(rows) - 1, max(-1, len(rows) - _LOWEST), -1):
        if _prompted(rows[start], look):
            return _written(rows, start, look)
        flush = rows[start][:1].strip()
        if flush and flush not in _MENU and not look.footer.search(rows[start]):
            return None
    return None


def _written(rows: Sequence[str], start: int, look: Look) -> range | None:
    """The rows of a text up to the blank row before the footer."""
    below = next((i for i in range(start + 1, len(rows)) if look.footer.search(rows[i])), None)
    if below is None and (_LISTED.match(rows[start][1:].strip()) or _hinted(rows[start:], look)):
        return None
    if below is None:
        return _paragraph(rows, start)
    while below > start + 1 and not rows[below - 1].strip():
        below -= 1
    return range(start, below)


def _boxed(rows: Sequence[str], look: Look) -> range | None:
    """The lowest prompt with a margin, in a frame or under a rule."""
    for start in range(len(rows) - 1, max(-1, len(rows) - _LOWEST), -1):
        text = unframed(rows[start])
        if _prompted(text.strip(), look):
            is_composer = _is_box(rows, start) and not _hinted(rows[start:], look)
            return _closed(rows, start) if is_composer else None
        if text[:1] and text[0] in look.bullets:
            return None
    return None


def _is_box(rows: Sequence[str], start: int) -> bool:
    """Whether a rule is shortly above: what was said before has no rule over it."""
    return any(_is_edge(row) for row in rows[max(0, start - 4) : start])


def _closed(rows: Sequence[str], start: int) -> range:
    """The rows down to the lower edge; without one, as far as they keep to the margin."""
    below = range(start + 1, min(len(rows), start + _LOWEST))
    stop = next((i for i in below if _is_edge(rows[i])), None)
    return range(start, stop or _end_of_margin(rows, start))


def _end_of_margin(rows: Sequence[str], start: int) -> int:
    """Below the last row that is indented as far as a text after its prompt."""
    margin, stop = indent(rows[start]) + 2, start + 1
    for index in range(start + 1, len(rows)):
        if rows[index].strip() and indent(rows[index]) < margin:
            break
        if rows[index].strip():
            stop = index + 1
    return stop


def _barred(rows: Sequence[str], look: Look) -> range | None:
    """A block with a bar at its left that ends in a half-block rule."""
    ends = [i for i, row in enumerate(rows) if row.lstrip().startswith("╹▀")]
    if not ends or len(rows) - ends[-1] > _LOWEST:
        return None
    start = stop = ends[-1]
    while start and _is_barred(rows[start - 1]):
        start -= 1
    while stop > start + 1 and not rows[stop - 1].strip(FRAME):
        stop -= 1
    return range(start, max(start + 1, stop - 1))  # the last row names the model


def _is_barred(row: str) -> bool:
    """Whether a row has its bar at the left alone: a list of completions has one on each side."""
    text = row.strip()
    return text.startswith("┃") and (text == "┃" or not text.endswith("┃"))


def _line(rows: Sequence[str], look: Look) -> range | None:
    """A prompt alone on the lowest row, or between two rules, as agents draw it."""
    last = rows[-1].strip(" │") if rows else ""
    if last and last in look.prompts:
        return range(len(rows) - 1, len(rows))
    for start in range(len(rows) - 1, max(-1, len(rows) - _BENEATH - 1), -1):
        if _prompted(unframed(rows[start]).strip(), look):
            return _enclosed(rows, start)
    return None


def _enclosed(rows: Sequence[str], start: int) -> range | None:
    """The rows from a prompt to the rule below, if there is one above it too."""
    below = next((i for i in range(start + 1, len(rows)) if _is_edge(rows[i])), None)
    over = start and _is_edge(rows[start - 1])
    return range(start, below) if over and below else None


def _prompted(text: str, look: Look) -> bool:
    return text[:1] != "" and text[0] in look.prompts + look.shell and text[1:2] in ("", " ")


def _hinted(rows: Sequence[str], look: Look) -> bool:
    return any(look.hints.search(row) for row in rows)


def _paragraph(rows: Sequence[str], start: int) -> range:
    stop = start + 1
    while stop < len(rows) and unframed(rows[stop]).strip() and not _is_edge(rows[stop]):
        stop += 1
    return range(start, stop)


def _is_edge(row: str) -> bool:
    return is_rule(row) or row.strip()[:3] in ("▀▀▀", "▄▄▄")


_SHAPES: dict[str, Callable[[Sequence[str], Look], range | None]] = {
    "ruled": _ruled,
    "arrow": _arrow,
    "boxed": _boxed,
    "barred": _barred,
    "line": _line,
}
