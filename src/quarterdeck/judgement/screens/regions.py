"""A screen divided into the regions that rules look at."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from quarterdeck.judgement.screens import composer_shapes, dialog_blocks
from quarterdeck.judgement.screens.canvas import Canvas
from quarterdeck.judgement.screens.lines import indent, is_rule
from quarterdeck.judgement.screens.rules import Look, Region

_NEAR = 12
_TAIL = 4
_ENTRY = 60


@dataclass(frozen=True, slots=True)
class Cut:
    """The regions of a screen; a region that is not there has no text."""

    composer: range | None
    block: dialog_blocks.Block | None
    texts: Mapping[Region, str]


def cut(canvas: Canvas, look: Look) -> Cut:
    """Cut a screen: a dialog below the composer has taken its place."""
    rows = canvas.rows
    where = composer_shapes.find(rows, look)
    block = _block(rows, where, look)
    if block:
        return Cut(None, block, {**_dialog(block), Region.SCREEN: "\n".join(rows)})
    where = where or composer_shapes.guess(rows, look)
    return Cut(where, None, {**_open(rows, where, look), Region.SCREEN: "\n".join(rows)})


def _block(rows: Sequence[str], where: range | None, look: Look) -> dialog_blocks.Block | None:
    """The open dialog; below a composer it must have a rule of its own over it."""
    if where is None:
        return dialog_blocks.find(rows, look)
    below = rows[where.stop + 1 :]
    return dialog_blocks.find(below, look) if any(map(is_rule, below)) else None


def _dialog(block: dialog_blocks.Block) -> dict[Region, str]:
    return {Region.DIALOG: block.text, Region.TITLE: block.title}


def _open(rows: Sequence[str], where: range | None, look: Look) -> dict[Region, str]:
    over = rows[: where.start] if where else rows
    while over and (not over[-1].strip() or (where and is_rule(over[-1]))):
        over = over[:-1]
    texts = {
        Region.STATUS: _status(over, look),
        Region.LATEST: _latest(over, look),
        Region.LAST: rows[-1] if rows else "",
        Region.ABOVE: "\n".join([row for row in over[-2 * _NEAR :] if row.strip()][-_NEAR:]),
    }
    if where:
        footer = (row.strip() for row in rows[where.stop :] if not is_rule(row))
        texts[Region.COMPOSER] = "\n".join(rows[where.start : where.stop])
        texts[Region.FOOTER] = " ".join(text for text in footer if text)
    if where is None or look.shape == "line":  # a prompt alone on a row is no box
        texts[Region.TAIL] = "\n".join([row for row in rows if row.strip()][-_TAIL:])
    return texts


def _status(over: Sequence[str], look: Look) -> str:
    """The lowest paragraph at the left edge: under it stand only tips, lists and queued texts."""
    end = len(over)
    while end and not _is_flush(over[end - 1], look):
        end -= 1
    start = end
    while start > max(0, end - _NEAR) and over[start - 1].strip() and not is_rule(over[start - 1]):
        start -= 1
    return "\n".join(over[start:end])


def _is_flush(row: str, look: Look) -> bool:
    if not row.strip() or indent(row):
        return False
    return not any(pattern.search(row) for pattern in look.beside)


def _latest(over: Sequence[str], look: Look) -> str:
    """From the last bullet or prompt of the transcript to its end."""
    signs = look.bullets + look.prompts
    for index in range(len(over) - 1, max(-1, len(over) - _ENTRY), -1):
        if over[index][:1] and over[index][0] in signs:
            return "\n".join(over[index:])
    return "\n".join(over[-_NEAR:])
