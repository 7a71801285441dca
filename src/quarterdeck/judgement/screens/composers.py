"""What the composer holds: nothing, a draft, or a suggestion that nobody typed."""

import re
from collections.abc import Sequence
from itertools import takewhile

from quarterdeck.domain.states import Composer
from quarterdeck.judgement.screens.canvas import Canvas, Ink
from quarterdeck.judgement.screens.lines import FRAME, dedented, unframed
from quarterdeck.judgement.screens.rules import Look

_QUEUE = 60  # rows above the box among which the messages that wait stand
_WAITING = re.compile(r"(?:\s{2,6}(?:[❯>]\s)?|[❯>]\s)([^\s⎿].*)$")
_SENDING = re.compile(r"^\s*\S+ \S+ to send now$")  # stands under the newest message that waits


def contents(canvas: Canvas, where: range | None, look: Look) -> tuple[Composer, str]:
    """What the composer holds, with the text in it that somebody typed."""
    if where is None:
        return Composer.NONE, ""
    sign, shown = _split([canvas.rows[index] for index in where], look)
    if any(pattern.search(shown) for pattern in look.placeholders):
        shown = ""
    if sign and sign in look.shell:
        return Composer.SHELL, shown
    if not shown:
        return Composer.EMPTY, ""
    if any(pattern.search(shown) for pattern in look.queued):
        return Composer.QUEUED, _queued(canvas.rows[: where.start])
    typed = _typed(canvas, where, look) if canvas.coloured else shown
    return (Composer.DRAFT, typed) if typed else (Composer.GHOST, "")


def suggests(canvas: Canvas, where: range | None) -> bool:
    """Whether something that nobody typed is in the composer, beside a draft or alone."""
    rows = (canvas.ink(index) for index in where or ())
    return canvas.coloured and any(_has_dim(row) for row in rows)


def _has_dim(row: Sequence[tuple[str, Ink]]) -> bool:
    return any(ink.dim and not char.isspace() for char, ink in row)


def _queued(above: Sequence[str]) -> str:
    """The messages that wait: listed right above the box, or the last entry of the transcript."""
    near = range(len(above) - 1, max(-1, len(above) - _QUEUE), -1)
    end = next((i for i in near if _SENDING.match(above[i])), len(above) - 1)
    listed = takewhile(bool, map(_WAITING.match, reversed(above[:end])))
    return "\n".join(reversed([hit[1] for hit in listed if hit]))


def _split(rows: Sequence[str], look: Look) -> tuple[str, str]:
    """The prompt character, and the text after it without the margin of later rows."""
    first = rows[0].lstrip(FRAME)
    sign = first[:1] if first[:1] in look.prompts + look.shell else ""
    if not sign:
        return "", "\n".join(dedented([unframed(row) for row in rows]))
    margin = len(rows[0]) - len(first) + 2
    later = [_beyond(row, margin) for row in rows[1:]]
    return sign, "\n".join([first[1:].strip(FRAME), *later]).strip("\n")


def _beyond(row: str, margin: int) -> str:
    """A later row without the margin under the sign; what is indented further was typed so."""
    clear = not row[:margin].strip(FRAME)
    return (row[margin:] if clear else row.lstrip(FRAME)).rstrip(FRAME)


def _typed(canvas: Canvas, where: range, look: Look) -> str:
    """The text without what is drawn dim, and without a cursor on dim text."""
    rows = [canvas.ink(index) for index in where]
    bright = ["".join(" " if ink.dim else char for char, ink in row) for row in rows]
    typed = _split(bright, look)[1]
    under_cursor = "".join(char for row in rows for char, ink in row if ink.inverse)
    dims = any(_has_dim(row) for row in rows)
    return "" if dims and typed == under_cursor else typed
