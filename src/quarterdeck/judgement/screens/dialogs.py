"""What an open dialog says: its question, options and tabs, and how keys act on it."""

import re
from collections.abc import Sequence
from dataclasses import replace

from quarterdeck.judgement.screens.blocks import Block
from quarterdeck.judgement.screens.fingerprints import fingerprint
from quarterdeck.judgement.screens.lines import dedented, is_dashes, is_rule, unframed
from quarterdeck.judgement.screens.reading import Dialog, Kind, Option, Tab
from quarterdeck.judgement.screens.rules import Look

_TAB = re.compile(r"([☐☒✔☑□■≡])\s+(\S.*?)(?=\s+[│☐☒✔☑□■≡→]|\s*$)")
_HINTS = re.compile(r"\s+[·|•]\s+|\s{3,}")
_FIELD = re.compile(r"^(?:Type something|Type here|Tell Claude what to change)")


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
        fingerprint=fingerprint(body, prompt),
    )


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
