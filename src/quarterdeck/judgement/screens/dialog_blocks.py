"""Where an open dialog is: a list of options or a row of keys, with nothing newer below."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from quarterdeck.judgement.screens.lines import is_rule, unframed
from quarterdeck.judgement.screens.option_lists import Listed, listed
from quarterdeck.judgement.screens.rules import Look

_BELOW = 14  # rows that may stand under the options: descriptions, a preview, hints
_TALLEST = 60
_GAP = 3  # empty rows that a dialog does not have inside


@dataclass(frozen=True, slots=True)
class Block:
    """The rows of a dialog from below its upper edge to the end, and the options among them."""

    rows: tuple[str, ...]
    over: tuple[str, ...]  # what stands above its upper edge
    list: Listed | None

    @property
    def text(self) -> str:
        """All of it."""
        return "\n".join(self.rows)

    @property
    def title(self) -> str:
        """Its first non-empty row."""
        said = (row.strip() for row in self.rows if not is_rule(row))
        return next((text for text in said if text), "")


def find(rows: Sequence[str], look: Look) -> Block | None:
    """The dialog at the end of these rows: options or named keys, and nothing newer below."""
    rows = [unframed(row) for row in rows]
    hint = _hint(rows, look)
    options = _options(rows, look, hinted=hint is not None)
    end = options.first if options else hint
    if end is None or (options is None and _is_prompt(rows[:end], look)):
        return None
    top = _upper_edge(rows, end if options else _inside(rows, end), look)
    return Block(tuple(rows[top:]), tuple(rows[:top]), _moved(options, top))


def _is_prompt(over: Sequence[str], look: Look) -> bool:
    """Whether keys are named under a line to write in, which is no dialog for want of options."""
    said = [row.strip() for row in over if row.strip() and not is_rule(row)]
    sign = said[-1][:1] if look.shape == "line" and said else ""
    return sign != "" and sign in look.prompts and said[-1][1:2] in ("", " ")


def _hint(rows: Sequence[str], look: Look) -> int | None:
    """The lowest row that names keys, when it is among the last and nothing newer follows."""
    lowest = [i for i in range(len(rows) - 1, -1, -1) if rows[i].strip()][:4]
    hint = next((i for i in lowest if _names_keys(rows, i, look)), None)
    return hint if hint is not None and _is_live(rows[hint + 1 :], look) else None


def _names_keys(rows: Sequence[str], index: int, look: Look) -> bool:
    """Whether a row names keys, perhaps with the next one, into which it wraps."""
    wrapped = " ".join(row.strip() for row in rows[index : index + 2])
    return look.hints.search(rows[index]) is not None or look.hints.search(wrapped) is not None


def _options(rows: Sequence[str], look: Look, *, hinted: bool) -> Listed | None:
    options = listed(rows, look)
    if options and _is_live(rows[options.last + 1 :], look) and (hinted or options.pointed):
        return options
    return None


def _is_live(below: Sequence[str], look: Look) -> bool:
    """Whether these rows can be under the options of an open dialog: nothing newer is there."""
    said = [row for row in below if row.strip()]
    return len(said) <= _BELOW and not any(_is_newer(row, look) for row in said)


def _is_newer(row: str, look: Look) -> bool:
    return row[0] in look.bullets + look.prompts or look.working.search(row) is not None


def _upper_edge(rows: Sequence[str], end: int, look: Look) -> int:
    """The row below the rule over the dialog; without one, below what was said last."""
    boxes = 0  # inside the dialog, met from below
    for index in range(end - 1, max(-1, end - _TALLEST), -1):
        row = rows[index]
        if look.opening.search(row):
            return index
        if is_rule(row):
            boxes += _closing(row)
            if boxes < 0 or not _is_cornered(row):
                return index + 1
        elif row[:1] and row[0] in look.bullets:
            return _next_paragraph(rows, index, end)
    return _below_gap(rows, end)


def _below_gap(rows: Sequence[str], end: int) -> int:
    """The first row under the lowest wide gap: nothing else parts the dialog from the rest."""
    top, empty = max(0, end - _TALLEST), 0
    for index in range(end - 1, top - 1, -1):
        empty = 0 if rows[index].strip() else empty + 1
        if empty == _GAP:
            return index + _GAP
    return top


def _inside(rows: Sequence[str], end: int) -> int:
    """The end of a dialog that is itself a box, with its hints below the frame."""
    last = next((i for i in range(end - 1, -1, -1) if rows[i].strip()), 0)
    return last if rows[last].lstrip().startswith("╰") else end


def _is_cornered(row: str) -> bool:
    return row.lstrip()[0] in "╭╰"


def _closing(row: str) -> int:
    return {"╰": 1, "╭": -1}.get(row.lstrip()[0], 0)


def _next_paragraph(rows: Sequence[str], index: int, end: int) -> int:
    while index < end and rows[index].strip():
        index += 1
    return min(index, end)


def _moved(options: Listed | None, top: int) -> Listed | None:
    return options and replace(options, first=options.first - top, last=options.last - top)
