"""Single steps through a Claude Code dialog: to an option, onto it, into a field."""

import unicodedata

from quarterdeck.judgement.screens.reading import Dialog, Option
from quarterdeck.ports import Step

_PLACEHOLDERS = ("type something", "tell claude what to change", "and tell claude what to do")
_FOLDED = "[Pasted "  # what stands for a long text


def press(key: str, *, decides: bool = False) -> Step:
    """Press one key."""
    return Step(key, "", decides)


def toward(dialog: Dialog, option: Option) -> Step | None:
    """The arrow that leads to an option; none if the cursor is there, or nowhere."""
    here = next((i for i, o in enumerate(dialog.options) if o.selected), None)
    there = dialog.options.index(option)
    if here is None or here == there:
        return None
    return press("Down" if there > here else "Up")


def choose(dialog: Dialog, option: Option, *, decides: bool) -> Step | None:
    """A digit where digits act at once, else arrows and Enter."""
    if dialog.digits and option.digit is not None:
        return press(str(option.digit), decides=decides)
    if not any(o.selected for o in dialog.options):
        return None
    return toward(dialog, option) or press("Enter", decides=decides)


def write(dialog: Dialog, field: Option, shown: str, text: str) -> Step | None:
    """Fill the field of an option: none if it holds the text, or one of somebody else."""
    if step := toward(dialog, field):
        return step
    return Step("", one_line(text), decides=False) if is_empty(shown) else None


def is_empty(shown: str) -> bool:
    """Whether a field only says what may be written there."""
    return not shown.strip() or shown.strip().lower().startswith(_PLACEHOLDERS)


def holds(shown: str, text: str) -> bool:
    """Whether a field shows this text, wrapped, cut or folded as it may be."""
    if shown.startswith(_FOLDED):
        return True
    seen, meant = _essence(shown), _essence(text)
    return bool(seen or not meant) and (seen == meant or (len(seen) > 60 and seen in meant))


def one_line(text: str) -> str:
    """A text as a field of one line takes it."""
    return " ".join(text.split())


def unbroken(text: str) -> str:
    """A text without its spaces, wherever its lines break."""
    return "".join(text.split())


def _essence(text: str) -> str:
    """What terminals agree on: letters, digits and plain punctuation, without spaces and marks."""
    plain = unicodedata.normalize("NFKD", text)
    return "".join(c for c in plain if c > " " and (c < "\x7f" or c.isalnum()))
