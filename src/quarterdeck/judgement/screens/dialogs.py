"""An open dialog: where its block stands on the screen, and what it says."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from quarterdeck.judgement.screens.lines import dedented, is_dashes, is_rule, unframed
from quarterdeck.judgement.screens.lists import Listed, listed
from quarterdeck.judgement.screens.reading import Dialog, Kind, Option, Tab
from quarterdeck.judgement.screens.rules import Look

_BELOW = 14  # rows that may stand under the options: descriptions, a preview, hints
_TALLEST = 60
_TAB = re.compile(r"([☐☒✔☑□■≡])\s+(\S.*?)(?=\s+[│☐☒✔☑□■≡→]|\s*$)")
_HINTS = re.compile(r"\s+[·|•]\s+|\s{3,}")
_FIELD = re.compile(r"^(?:Type something|Type here|Tell Claude what to change)")
_UNFIT = re.compile(r"[^\w ./()@+=:-]")  # tmux reads the rest as parts of a format or a pattern
_COMMON = re.compile(r"(?:proceed|the following (?:command|edits)|these permissions)\?$")
_CLOCK = re.compile(r"\d+:\d\d|\b\d+s\b")


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
        """Its first row that says something."""
        said = (row.strip() for row in self.rows if not is_rule(row))
        return next((text for text in said if text), "")


def find(rows: Sequence[str], look: Look) -> Block | None:
    """The dialog at the end of these rows: options or named keys, and nothing newer below."""
    rows = [unframed(row) for row in rows]
    hint = _hint(rows, look)
    options = _options(rows, look, hinted=hint is not None)
    end = options.first if options else hint
    if end is None:
        return None
    top = _upper_edge(rows, end, look)
    return Block(tuple(rows[top:]), tuple(rows[:top]), _moved(options, top))


def dialog(block: Block, kind: Kind, look: Look) -> Dialog:
    """What a block says, read as a dialog of this kind."""
    end = block.list.first if block.list else len(block.rows)
    rows = [unframed(row) for row in block.rows[:end]]
    body = [row for row in rows if not is_rule(row) and not look.hints.search(row)]
    hints = _hints(block, look)
    options = _whole(block.list.options if block.list else (), kind)
    tabs = _tabs(block.title)
    prompt = _prompt(rows) or block.title
    return Dialog(
        kind=kind,
        title=_title(block, tabs, prompt),
        text="\n".join(_plan(block, kind) + dedented(_said(body, tabs))),
        prompt=prompt,
        options=options,
        tabs=tabs,
        multi=any(option.checked is not None for option in options),
        hints=hints,
        digits=_digits(options, hints, kind),
        fingerprint=_fingerprint(body, prompt),
    )


def _is_live(below: Sequence[str], look: Look) -> bool:
    """Whether these rows can stand under the options of an open dialog: nothing newer is there."""
    said = [row for row in below if row.strip()]
    return len(said) <= _BELOW and not any(_is_newer(row, look) for row in said)


def _is_newer(row: str, look: Look) -> bool:
    return row[0] in look.bullets + look.prompts or look.working.search(row) is not None


def _hint(rows: Sequence[str], look: Look) -> int | None:
    """The lowest row that names keys, when it is among the last and nothing newer follows."""
    lowest = [i for i in range(len(rows) - 1, -1, -1) if rows[i].strip()][:4]
    hint = next((i for i in lowest if look.hints.search(rows[i])), None)
    return hint if hint is not None and _is_live(rows[hint + 1 :], look) else None


def _options(rows: Sequence[str], look: Look, *, hinted: bool) -> Listed | None:
    options = listed(rows, look)
    if options and _is_live(rows[options.last + 1 :], look) and (hinted or options.pointed):
        return options
    return None


def _upper_edge(rows: Sequence[str], end: int, look: Look) -> int:
    """The row below the rule over the dialog; without one, below what was said last."""
    boxes = 0  # inside the dialog, met from below
    for index in range(_inside(rows, end) - 1, max(-1, end - _TALLEST), -1):
        row = rows[index]
        if look.opening.search(row):
            return index
        if is_rule(row):
            boxes += _closing(row)
            if boxes < 0 or not _is_cornered(row):
                return index + 1
        elif row[:1] and row[0] in look.bullets:
            return _next_paragraph(rows, index, end)
    return max(0, end - _TALLEST)


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


def _hints(block: Block, look: Look) -> tuple[str, ...]:
    start = block.list.last if block.list else 0
    rows = [row.strip() for row in block.rows[start:] if look.hints.search(row)]
    hints = [hint for row in rows for hint in _HINTS.split(row)]
    return tuple(hint for hint in hints if hint and hint not in look.buttons)


def _tabs(title: str) -> tuple[Tab, ...]:
    return tuple(Tab(label, sign in "☒☑■") for sign, label in _TAB.findall(title))


def _title(block: Block, tabs: Sequence[Tab], prompt: str) -> str:
    if not tabs:
        return block.title
    return tabs[0].label if len(tabs) == 1 else prompt


def _prompt(rows: Sequence[str]) -> str:
    """The question at the end of these rows, wrapped ones joined; empty when there is none."""
    texts = [row.strip() for row in rows]
    while texts and not texts[-1]:
        texts.pop()
    start = len(texts)
    while start and texts[start - 1] and not _is_edge(texts[start - 1]):
        start -= 1
    last = " ".join(texts[start:])
    return last if last.endswith("?") else ""


def _is_edge(row: str) -> bool:
    return is_dashes(row) or is_rule(row)


def _plan(block: Block, kind: Kind) -> list[str]:
    """The plan itself, which stands between dashed rules above the question."""
    edges = [i for i, row in enumerate(block.over) if is_dashes(row)]
    if kind is not Kind.PLAN or len(edges) < 2:
        return []
    return [*dedented(list(block.over[edges[-2] + 1 : edges[-1]])), ""]


def _said(body: Sequence[str], tabs: Sequence[Tab]) -> list[str]:
    """The body without its title or tabs and without dashed rules."""
    title = next((i for i, row in enumerate(body) if row.strip()), 0)
    alone = bool(tabs) or any(row.strip() for row in body[title + 1 :])
    rows = body[title + 1 :] if alone else body
    return [row for row in rows if not is_dashes(row)]


def _whole(options: tuple[Option, ...], kind: Kind) -> tuple[Option, ...]:
    """Where options have no descriptions, the rows under one are its label, wrapped."""
    if kind not in (Kind.PERMISSION, Kind.TRUST):
        return options
    joined = ((option, f"{option.label} {option.description}".strip()) for option in options)
    return tuple(replace(option, label=label, description="") for option, label in joined)


def _digits(options: Sequence[Option], hints: Sequence[str], kind: Kind) -> bool:
    """Whether digits choose: not where they only move the focus, nor where they would be typed."""
    if not any(option.digit for option in options) or any("add notes" in hint for hint in hints):
        return False
    selected = next((option.label for option in options if option.selected), "")
    amended = kind is Kind.PERMISSION and selected.startswith("No, ") and len(hints) > 0
    amended = amended and not any("to amend" in hint for hint in hints)
    return not (amended or _FIELD.match(selected))


def _fingerprint(body: Sequence[str], prompt: str) -> str:
    """The longest run of plain characters in what sets this dialog apart from its like."""
    subject = _subject(body, prompt)
    rows = [row for row in subject if not _CLOCK.search(row)] or list(body)
    return max((run.strip() for row in rows for run in _UNFIT.split(row)), key=len, default="")


def _subject(body: Sequence[str], prompt: str) -> Sequence[str]:
    """A question of its own; else the command; else the first row under the title."""
    own = [row for row in body if row.strip() and row.strip() in prompt]
    if own and prompt.endswith("?") and not _COMMON.search(prompt):
        return own
    edges = [i for i, row in enumerate(body) if is_dashes(row)]
    commands = [row for row in body if row.lstrip().startswith("$ ")]
    if len(edges) >= 2:
        commands = list(body[edges[0] + 1 : edges[1]])
    return commands or [row for row in body if row.strip()][1:2]
