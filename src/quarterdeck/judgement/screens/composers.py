"""What the composer holds: nothing, a draft, or a suggestion that nobody typed."""

import re
from collections.abc import Sequence

from quarterdeck.domain.states import Composer
from quarterdeck.judgement.screens.canvas import Canvas
from quarterdeck.judgement.screens.lines import FRAME
from quarterdeck.judgement.screens.rules import Look

_WAITING = re.compile(r"\s+[❯>]\s(.+)$")


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


def _queued(above: Sequence[str]) -> str:
    """The messages that wait, as they are listed right above the box."""
    texts: list[str] = []
    for row in reversed(above[:-1]):
        if not (waiting := _WAITING.match(row)):
            break
        texts.insert(0, waiting[1])
    return "\n".join(texts)


def _split(rows: Sequence[str], look: Look) -> tuple[str, str]:
    """The prompt sign, and the text after it without the margin of later rows."""
    texts = [row.strip(FRAME) for row in rows]
    sign = texts[0][:1] if texts[0][:1] in look.prompts + look.shell else ""
    texts[0] = texts[0][len(sign) :].strip()
    return sign, "\n".join(texts).strip()


def _typed(canvas: Canvas, where: range, look: Look) -> str:
    """The text without what is drawn dim, and without a cursor that stands on a dim text."""
    rows = [canvas.ink(index) for index in where]
    bright = ["".join(char for char, ink in row if not ink.dim) for row in rows]
    typed = _split(bright, look)[1]
    under_cursor = "".join(char for row in rows for char, ink in row if ink.inverse)
    dims = any(ink.dim and not char.isspace() for row in rows for char, ink in row)
    return "" if dims and typed == under_cursor else typed
