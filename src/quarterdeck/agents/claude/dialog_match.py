"""Whether a dialog on the screen is the very one that an ask is about.

What is not sure is not the same: an answer given to one must never reach another that
begins alike.
"""

import re
from hashlib import blake2s
from typing import assert_never

from quarterdeck.agents.claude import question_keys
from quarterdeck.agents.claude.dialog_steps import unbroken
from quarterdeck.domain.ask_bodies import HookBody, Kind, Plan, Questions
from quarterdeck.domain.asks import Ask, FromHook, FromScreen, FromTool, FromUs
from quarterdeck.judgement.screens.reading import Dialog
from quarterdeck.judgement.screens.reading import Kind as DialogKind
from quarterdeck.judgement.secrets import MASK

_KINDS = {
    Kind.PERMISSION: DialogKind.PERMISSION,
    Kind.QUESTION: DialogKind.QUESTION,
    Kind.PLAN: DialogKind.PLAN,
    Kind.ELICITATION: DialogKind.ELICITATION,
}
_FILES = ("Write", "Edit", "MultiEdit", "NotebookEdit")
_CLOCK = re.compile(r"\d+:\d\d")
_NUMBERED = re.compile(r"^\s*\d+ (?P<sign>[ +-]?)(?P<text>.*)$")


def sign_of(dialog: Dialog) -> str:
    """What sets a dialog apart: all that it says, but for a clock that runs."""
    said = _CLOCK.sub("", f"{dialog.kind}\0{dialog.title}\0{dialog.text}\0{dialog.prompt}")
    return blake2s(unbroken(said).encode(), digest_size=8).hexdigest()


def is_about(dialog: Dialog, ask: Ask) -> bool:
    """Whether an open dialog is the one that the ask is about."""
    match ask.origin:
        case FromScreen(sign=sign):
            return sign == sign_of(dialog)
        case FromHook(body=body):
            return _KINDS.get(body.kind) is dialog.kind and _is_of(dialog, ask, body)
        case FromTool() | FromUs():
            return False
        case _:
            assert_never(ask.origin)


def _is_of(dialog: Dialog, ask: Ask, body: HookBody) -> bool:
    match body:
        case Questions(questions):
            return question_keys.is_page(dialog, questions)
        case Plan():
            return True  # an agent has one plan at a time
        case _:
            return _shows(dialog, ask)


def _shows(dialog: Dialog, ask: Ask) -> bool:
    """Whether a dialog shows what a tool would do, if we know how it does."""
    if ask.tool == "Bash":
        return _shows_rows(dialog, ask.text)
    if ask.tool in _FILES:
        return _shows_change(dialog, ask.text)
    return unbroken(_longest(ask.text.partition("\n")[0])) in _said(dialog)


def _shows_rows(dialog: Dialog, text: str) -> bool:
    """Whether whole rows of the dialog are this text, however they break; masks match anything."""
    wanted = re.compile(".+".join(re.escape(unbroken(piece)) for piece in text.split(MASK)))
    rows = [unbroken(row) for row in dialog.text.split("\n")]
    starts = range(len(rows))
    return any(
        wanted.fullmatch("".join(rows[start:end]))
        for start in starts
        for end in range(start + 1, len(rows) + 1)
    )


def _shows_change(dialog: Dialog, text: str) -> bool:
    """Whether the dialog names this file, and shows nothing that would not be written."""
    path, _, change = text.partition("\n")
    names = [row.strip() for row in dialog.text.split("\n") if row.strip()]
    named = any(path == name or path.endswith(f"/{name}") for name in names)
    hits = (hit for row in names if (hit := _NUMBERED.match(row)))
    # Rows without a sign are new in a new file; in a changed one they only stand around.
    changed = [hit["text"] for hit in hits if hit["sign"].strip() or "\n- " not in f"\n{change}"]
    meant = unbroken(change)
    return named and all(unbroken(piece) in meant for piece in changed)


def _longest(text: str) -> str:
    """The longest piece of a text that was not masked."""
    return max(text.split(MASK), key=len)


def _said(dialog: Dialog) -> str:
    return unbroken(f"{dialog.title}{dialog.text}{dialog.prompt}")
