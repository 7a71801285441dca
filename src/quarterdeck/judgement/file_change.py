"""What a tool call would change in a file, as lines with their numbers."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from itertools import accumulate

from quarterdeck.domain.shown import Change, Hunk
from quarterdeck.judgement.shown_text import safe

AROUND = 3  # lines that stay, shown before and after those that change
MOST_LINES = 2000  # shown of a change
MOST_COMPARED = 5000  # lines; comparing longer files would take long


@dataclass(frozen=True, slots=True)
class FileBefore:
    """A file as it is before a tool call changes it."""

    exists: bool
    text: str | None  # None where it cannot be shown: no text, too large, not ours to read


@dataclass(frozen=True, slots=True)
class _Replacement:
    old: str
    new: str
    everywhere: bool


def change_of(
    path: str, before: FileBefore, tool: str, tool_input: Mapping[str, object]
) -> Change | None:
    """What an editing tool would change; None for a call of another tool."""
    match tool, tool_input:
        case "Write", {"content": str(content)}:
            return _written(path, before, content)
        case "Edit" | "MultiEdit", _:
            return _edited(path, before, _replacements(tool_input))
        case "NotebookEdit", _:
            source = _text(tool_input, "new_source")
            return _change(path, [_unplaced("", source)], new=False) if source else None
        case _:
            return None


def _written(path: str, before: FileBefore, content: str) -> Change:
    if before.text is None:
        return _change(path, [Hunk(0, 1, _signed("+", content))], new=not before.exists)
    return _change(path, _hunks(before.text, content), new=False)


def _edited(path: str, before: FileBefore, pairs: Sequence[_Replacement]) -> Change | None:
    """The lines that replacements change; without numbers if it is not known which."""
    if not pairs:
        return None
    after = _replaced(before.text, pairs)
    if before.text is None or after is None:
        return _change(path, [_unplaced(p.old, p.new) for p in pairs], new=not before.exists)
    return _change(path, _hunks(before.text, after), new=False)


def _replacements(tool_input: Mapping[str, object]) -> list[_Replacement]:
    several = tool_input.get("edits")
    found = several if isinstance(several, list) else [tool_input]
    return [
        _Replacement(_text(one, "old_string"), one["new_string"], one.get("replace_all") is True)
        for one in found
        if isinstance(one, dict) and isinstance(one.get("new_string"), str)
    ]


def _replaced(text: str | None, pairs: Sequence[_Replacement]) -> str | None:
    """The text after the replacements; None if one of them does not fit."""
    for pair in pairs:
        if text is None or not pair.old or pair.old not in text:
            return None
        text = text.replace(pair.old, pair.new, -1 if pair.everywhere else 1)
    return text


def _hunks(before: str, after: str) -> list[Hunk]:
    old, new = before.split("\n"), after.split("\n")
    if max(len(old), len(new)) > MOST_COMPARED:
        return [Hunk(0, 1, _signed("+", after))]
    shown_old, shown_new = _shown_lines(before, old), _shown_lines(after, new)
    return [
        Hunk(
            group[0][1] + 1,
            group[0][3] + 1,
            tuple(line for step in group for line in _step(step, shown_old, shown_new)),
        )
        for group in SequenceMatcher(None, old, new).get_grouped_opcodes(AROUND)
    ]


def _step(
    step: tuple[str, int, int, int, int], old: Sequence[str], new: Sequence[str]
) -> list[str]:
    what, old_start, old_end, new_start, new_end = step
    if what == "equal":
        return [f" {line}" for line in old[old_start:old_end]]
    removed = [f"-{line}" for line in old[old_start:old_end]]
    return removed + [f"+{line}" for line in new[new_start:new_end]]


def _shown_lines(text: str, lines: Sequence[str]) -> list[str]:
    """The lines as they may be shown; a secret may be known only by the lines around it."""
    shown = safe(text).split("\n")
    return shown if len(shown) == len(lines) else [safe(line) for line in lines]


def _unplaced(old: str, new: str) -> Hunk:
    return Hunk(0, 0, (*_signed("-", old), *_signed("+", new)))


def _signed(sign: str, text: str) -> tuple[str, ...]:
    return tuple(f"{sign}{line}" for line in safe(text).split("\n")) if text else ()


def _change(path: str, hunks: Sequence[Hunk], *, new: bool) -> Change:
    """A change of at most this many lines, and how many were left out."""
    ends = list(accumulate(len(hunk.lines) for hunk in hunks))
    kept = [
        Hunk(hunk.old, hunk.new, hunk.lines[: MOST_LINES - (end - len(hunk.lines))])
        for hunk, end in zip(hunks, ends, strict=True)
        if end - len(hunk.lines) < MOST_LINES
    ]
    return Change(safe(path), new, tuple(kept), max(0, (ends or [0])[-1] - MOST_LINES))


def _text(given: Mapping[str, object], key: str) -> str:
    value = given.get(key)
    return value if isinstance(value, str) else ""
