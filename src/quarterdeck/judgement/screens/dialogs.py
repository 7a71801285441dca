"""What an open dialog says: its question, options and tabs, and how keys act on it."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from quarterdeck.judgement.screens.dialog_blocks import Block
from quarterdeck.judgement.screens.fingerprints import fingerprint
from quarterdeck.judgement.screens.lines import dedented, is_dashes, is_rule, unframed, unrailed
from quarterdeck.judgement.screens.reading import Dialog, Kind, Option, Tab
from quarterdeck.judgement.screens.rules import Look

_TAB = re.compile(r"([☐☒✔☑□■≡])\s+(\S.*?)(?=\s+[│☐☒✔☑□■≡→]|\s*$)")
_HINTS = re.compile(r"\s+[·|•]\s+|\s{3,}")
_FIELD = re.compile(r"^(?:Type something|Type here|Tell Claude what to change)")
_ASKING = ("?", "？", "؟")  # how a question ends, in the scripts that have a sign of their own
_SCROLLED = re.compile(r"\s{2,}[↑↓]$")  # beside a text that goes on out of sight


def dialog(block: Block, kind: Kind, look: Look) -> Dialog:
    """What a block says, read as a dialog of this kind."""
    end = block.list.first if block.list else len(block.rows)
    rows = [unrailed(unframed(row)) for row in block.rows[:end]]
    body = [row for row in rows if not is_rule(row) and not look.hints.search(row)]
    hints = _hints(block, look)
    options = _whole(block.list.options if block.list else (), kind)
    title, tabs = unrailed(block.title).strip(), _tabs(block.title)
    prompt = _prompt(rows, tabs) or title
    return Dialog(
        kind=kind,
        title=_title(title, tabs, prompt),
        text="\n".join(_plan(block, kind) + dedented(_said(body, tabs, prompt))),
        prompt=prompt,
        options=options,
        tabs=tabs,
        multi=any(option.checked is not None for option in options),
        hints=hints,
        digits=_digits(options, hints, kind),
        fingerprint=fingerprint(body, prompt),
    )


def _hints(block: Block, look: Look) -> tuple[str, ...]:
    """The keys that are named below the options, with what wraps joined."""
    start = block.list.last if block.list else 0
    joined = "   ".join(_named(block.rows[start:], look))
    hints = [hint.strip(" ·|•") for hint in _HINTS.split(joined)]
    return tuple(hint for hint in hints if hint and hint not in look.buttons)


def _named(rows: Sequence[str], look: Look) -> Iterator[str]:
    """Each paragraph that names keys, from the row on which it begins to."""
    named: list[str] = []
    for row in [*rows, ""]:
        if row.strip() and (named or look.hints.search(row)):
            named.append(row.strip())
        elif named:
            yield " ".join(named)
            named = []


def _tabs(title: str) -> tuple[Tab, ...]:
    return tuple(Tab(label, sign in "☒☑■") for sign, label in _TAB.findall(title))


def _title(title: str, tabs: Sequence[Tab], prompt: str) -> str:
    if len(tabs) == 1:
        return tabs[0].label
    return prompt if tabs or prompt.startswith(title) else title


def _prompt(rows: Sequence[str], tabs: Sequence[Tab]) -> str:
    """The question at the end of these rows, wrapped ones joined; empty when there is none."""
    texts = [row.strip() for row in rows]
    while texts and not texts[-1]:
        texts.pop()
    start = len(texts)
    while start and texts[start - 1] and not _is_edge(texts[start - 1]):
        start -= 1
    last = " ".join(texts[start:])
    asks = last.endswith(_ASKING) or (tabs and not _tabs(last))
    return last if asks else ""


def _is_edge(row: str) -> bool:
    return is_dashes(row) or is_rule(row)


def _plan(block: Block, kind: Kind) -> list[str]:
    """The plan itself: above the question, between dashed rules as far as they are in sight."""
    over = [row for row in block.over if not is_rule(row)]
    edges = [i for i, row in enumerate(over) if is_dashes(row)]
    if kind is not Kind.PLAN or not edges:
        return []
    below = over[edges[-1] + 1 :]
    closed = not any(row.strip() for row in below)
    rows = over[edges[-2] + 1 if len(edges) > 1 else 0 : edges[-1]] if closed else below
    return [*dedented([_SCROLLED.sub("", row) for row in rows]), ""]


def _said(body: Sequence[str], tabs: Sequence[Tab], prompt: str) -> list[str]:
    """The body without its title or tabs and without dashed rules."""
    title = next((i for i, row in enumerate(body) if row.strip()), 0)
    more = any(row.strip() for row in body[title + 1 :])
    alone = bool(tabs) or (more and not prompt.startswith(body[title].strip()))
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
    selected = next((option for option in options if option.selected), None)
    return selected is None or not _is_written(selected, hints, kind)


def _is_written(selected: Option, hints: Sequence[str], kind: Kind) -> bool:
    """Whether the selected option is a field in which a text is being written."""
    if _FIELD.match(selected.label) or "with this feedback" in selected.description:
        return True
    if kind is Kind.QUESTION:
        return any(hint.startswith("ctrl+g to edit") for hint in hints)
    amendable = kind is Kind.PERMISSION and "Esc to cancel" in hints and "Tab to amend" not in hints
    first = selected.digit == 1 and selected.label.startswith("Yes,")
    return amendable and (first or selected.label.startswith("No,"))
