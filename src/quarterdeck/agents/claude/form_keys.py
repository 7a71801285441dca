"""Fills in Claude Code's forms by keys, row by row as the screen shows them."""

import re
from dataclasses import dataclass

from quarterdeck.agents.claude.dialog_steps import holds, one_line, press
from quarterdeck.domain.ask_bodies import Field
from quarterdeck.domain.asks import Answer
from quarterdeck.judgement.screens.reading import Dialog
from quarterdeck.ports import Step

_ROW = re.compile(r"^(?P<cursor>❯)?\s*(?P<sign>[*✔])?\s*(?P<label>[^:]+):\s*(?P<value>.*)$")
_ITEM = re.compile(r"^\s*(?P<cursor>❯)?\s*[◯◉○●]\s+(?P<label>\S.*)$")
_UNSET = ("", "not set", "Type something…")
_YES, _NO = "☒", "☐"


@dataclass(frozen=True, slots=True)
class _Row:
    """One field of a form as it is shown."""

    label: str
    value: str
    filled: bool
    selected: bool


def step(dialog: Dialog, fields: tuple[Field, ...], answer: Answer) -> Step | None:
    """What to do next; None if the form does not show the way."""
    if answer.choice == "decline":
        return _button(dialog, "Decline")
    if answer.choice != "accept":
        return None
    rows = _rows(dialog, fields)
    if rows is None:
        return None
    for row, field in zip(rows, fields, strict=True):
        wanted = answer.answers.get(field.name)
        if not _is_right(row, field, wanted):
            return _toward(rows, row) or _fill(dialog, row, field, wanted)
    return _button(dialog, "Accept")


def _rows(dialog: Dialog, fields: tuple[Field, ...]) -> list[_Row] | None:
    """The form's fields in its own order; None if it shows others."""
    hits = [hit for line in dialog.text.split("\n") if (hit := _ROW.match(line.strip()))]
    rows = {
        hit["label"].strip(): _Row(
            hit["label"].strip(),
            hit["value"].removeprefix("▸").strip(),
            hit["sign"] == "✔",
            hit["cursor"] is not None,
        )
        for hit in hits
    }
    labels = [field.label for field in fields]
    return [rows[label] for label in labels] if all(label in rows for label in labels) else None


def _is_right(row: _Row, field: Field, wanted: object) -> bool:
    if wanted is None:
        return not row.filled
    if not row.filled or not isinstance(wanted, str):
        return False
    if field.kind == "boolean":
        return row.value == (_YES if _means_yes(wanted) else _NO)
    return holds(row.value, one_line(wanted))


def _toward(rows: list[_Row], row: _Row) -> Step | None:
    here = next((i for i, one in enumerate(rows) if one.selected), len(rows))
    there = rows.index(row)
    if here == there:
        return None
    return press("Down" if there > here else "Up")


def _fill(dialog: Dialog, row: _Row, field: Field, wanted: object) -> Step | None:
    """Fill in the field under the cursor."""
    if not isinstance(wanted, str):
        return press("BSpace")
    if field.kind == "boolean":
        return press("Space")
    if field.kind == "enum":
        return _select(dialog, row, wanted)
    if row.value not in _UNSET:
        return press("BSpace")
    return Step("", one_line(wanted), decides=False)


def _select(dialog: Dialog, row: _Row, wanted: str) -> Step | None:
    """Open the list of a field, go to the value and take it."""
    if row.value != "▾":
        return press("Right")
    items = [hit for line in dialog.text.split("\n") if (hit := _ITEM.match(line))]
    labels = [hit["label"].strip() for hit in items]
    here = next((i for i, hit in enumerate(items) if hit["cursor"]), None)
    if here is None or wanted not in labels:
        return None
    there = labels.index(wanted)
    return press("Space") if here == there else press("Down" if there > here else "Up")


def _button(dialog: Dialog, name: str) -> Step | None:
    """Go down to the buttons, which are side by side, and press one."""
    shown = "\n".join((dialog.text, *(_marked(o.label) for o in dialog.options if o.selected)))
    on = next((one for one in ("Accept", "Decline") if re.search(rf"❯\s*{one}\b", shown)), None)
    if on == name:
        return press("Enter", decides=True)
    return press("Up" if on == "Decline" else "Down")


def _marked(label: str) -> str:
    return f"❯ {label}"


def _means_yes(value: str) -> bool:
    return value.strip().lower() in ("true", "yes", "1")
