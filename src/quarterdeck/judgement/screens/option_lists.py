"""The options of a dialog: numbered or not, ticked or not, or buttons in a row."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from quarterdeck.judgement.screens.lines import indent, is_rule
from quarterdeck.judgement.screens.reading import Option
from quarterdeck.judgement.screens.rules import Look

_NUMBERED = re.compile(
    r"^\s*+(?:│\s*+)?+(?P<cursor>[^\w\s\[(\"'`]?+)\s*+(?P<digit>\d{1,2})[.)]\s+"
    r"(?:\[(?P<tick>.)\]\s+)?(?P<label>\S.*)$"
)
_LOOSE = re.compile(r"^\s*+(?P<cursor>[^\w\s]?+)\s*+(?P<label>Submit|Next|Chat about this)$")
_ANSWER = re.compile(r"(?:Yes|No|Allow|Deny|Accept|Reject|Approve|Always|Never|Cancel|Skip)\b")
_ASIDE = re.compile(r"\s{2,}")
_MARKS = "↑↓○"  # before an option that is not selected: more above, more below, a radio
_TICKS = "xX✔✓☒◉●*"
_DRAWN = "┌│└╭╰├"
_FARTHEST = 12  # rows that one option with its description may take


@dataclass(frozen=True, slots=True)
class Listed:
    """Options with their rows."""

    options: tuple[Option, ...]
    first: int
    last: int

    @property
    def pointed(self) -> bool:
        """Whether a cursor is on one of them."""
        return any(option.selected for option in self.options)


def listed(rows: Sequence[str], look: Look) -> Listed | None:
    """The lowest list of options on these rows."""
    return (
        _numbered(rows, look, pointed=True)
        or _buttons(rows, look)
        or _pointed(rows, look)
        or _numbered(rows, look, pointed=False)
    )


def _numbered(rows: Sequence[str], look: Look, *, pointed: bool) -> Listed | None:
    found = _run(rows, look)
    if not found or pointed != any(_is_cursor(hit, look) for _, hit in found):
        return None
    first, last = found[0][0], found[-1][0]
    rest = _loose(rows, first, last + _FARTHEST, look)
    starts = sorted([*found, *rest], key=lambda item: item[0])
    ends = [start for start, _ in starts[1:]] + [min(len(rows), starts[-1][0] + 4)]
    pairs = zip(starts, ends, strict=True)
    options = [_option(hit, rows[start + 1 : end], look) for (start, hit), end in pairs]
    return Listed(_settled(options), first, starts[-1][0])


def _settled(options: list[Option]) -> tuple[Option, ...]:
    """The options with at most one selected: two cursors mean nothing."""
    if sum(option.selected for option in options) <= 1:
        return tuple(options)
    return tuple(replace(option, selected=False) for option in options)


def _run(rows: Sequence[str], look: Look) -> list[tuple[int, re.Match[str]]]:
    """Rows whose numbers fall to 1, read from the lowest one up; some may be out of sight."""
    found: list[tuple[int, re.Match[str]]] = []
    for index in range(len(rows) - 1, -1, -1):
        if found and found[0][0] - index > _FARTHEST:
            break
        hit = _NUMBERED.match(rows[index])
        if not hit or hit["cursor"] not in look.cursors + _MARKS:
            continue
        if found and int(hit["digit"]) >= int(found[0][1]["digit"]):
            continue
        found.insert(0, (index, hit))
        if hit["digit"] == "1":
            break
    return found


def _loose(
    rows: Sequence[str], first: int, last: int, look: Look
) -> list[tuple[int, re.Match[str]]]:
    near = range(first, min(len(rows), last + 1))
    hits = [(index, hit) for index in near if (hit := _LOOSE.match(rows[index]))]
    return [(index, hit) for index, hit in hits if hit["cursor"] in look.cursors]


def _option(hit: re.Match[str], below: Sequence[str], look: Look) -> Option:
    parts = hit.groupdict()
    label, *aside = _ASIDE.split(parts["label"], maxsplit=1)
    notes = [text for text in aside if text[0] not in _DRAWN]
    notes += _notes(below, look)
    tick = parts.get("tick")
    return Option(
        label=label,
        digit=_key(parts.get("digit")),
        selected=_is_cursor(hit, look),
        checked=None if tick is None else tick in _TICKS,
        description=" ".join(notes),
    )


def _key(number: str | None) -> int | None:
    """The digit to press; no key has two."""
    return int(number) if number and len(number) == 1 else None


def _notes(below: Sequence[str], look: Look) -> list[str]:
    """The rows under an option that belong to it, up to a blank one, a rule or named keys."""
    notes: list[str] = []
    for row in below:
        text = row.strip()
        if not text or is_rule(row) or text[0] in _DRAWN or indent(row) == 0:
            break
        if look.hints.search(row):
            break
        notes.append(text)
    return notes


def _is_cursor(hit: re.Match[str], look: Look) -> bool:
    return hit["cursor"] != "" and hit["cursor"] in look.cursors


def _pointed(rows: Sequence[str], look: Look) -> Listed | None:
    """Options without numbers: one has the cursor, the others are in line with its text."""
    pattern = re.compile(rf"^(\s*)([{re.escape(look.cursors)}])(\s+)(\S.*)$")
    for index in range(len(rows) - 1, -1, -1):
        if hit := pattern.match(rows[index]):
            found = _column(rows, index, hit.start(4))
            several = len(found.options) > 1  # one alone is what somebody writes at a prompt
            return found if several and (hit[1] or _is_choice(found)) else None
    return None


def _is_choice(found: Listed) -> bool:
    """Whether these are answers: what a person wrote at the left edge looks like a list too."""
    return sum(_ANSWER.match(option.label) is not None for option in found.options) >= 2


def _column(rows: Sequence[str], cursor: int, column: int) -> Listed:
    first = last = cursor
    while first and _in_line(rows[first - 1], column):
        first -= 1
    while last + 1 < len(rows) and _in_line(rows[last + 1], column):
        last += 1
    labels = [(index, rows[index][column:]) for index in range(first, last + 1)]
    options = [Option(label, None, index == cursor, None, "") for index, label in labels]
    return Listed(tuple(options), first, last)


def _in_line(row: str, column: int) -> bool:
    return indent(row) == column and row.strip() != ""


def _buttons(rows: Sequence[str], look: Look) -> Listed | None:
    """Labels side by side on one row."""
    for index in range(len(rows) - 1, -1, -1):
        words = _ASIDE.split(rows[index].strip(" ┃│"))
        if len(found := [word for word in words if word in look.buttons]) >= 2:
            options = tuple(Option(word, None, False, None, "") for word in found)
            return Listed(options, index, index)
    return None
