"""Which keys answer a Claude Code dialog, going by what the screen shows.

Never fixed digits: the same digit means something else in another version, and some
dialogs have none.
"""

from collections.abc import Callable
from dataclasses import dataclass

from quarterdeck.agents.claude import form_keys, question_keys
from quarterdeck.agents.claude.dialog_match import is_about, sign_of
from quarterdeck.agents.claude.dialog_steps import choose, holds, press, toward, write
from quarterdeck.domain.ask_bodies import Form, Kind, Questions
from quarterdeck.domain.asks import Answer, Ask
from quarterdeck.domain.objections import denial
from quarterdeck.judgement.screens.reading import Dialog, Option
from quarterdeck.ports import Script, Step

_PAGED = (Kind.QUESTION, Kind.ELICITATION)


def script_for(dialog: Dialog, ask: Ask, answer: Answer) -> Script | None:
    """The keys for an answer; None if this dialog cannot be answered so."""
    way = _way(dialog, ask, answer)
    sign = "" if ask.kind in _PAGED else sign_of(dialog)
    return _Keyed(ask, sign, way) if way(dialog) else None


@dataclass(frozen=True, slots=True)
class _Keyed:
    """Goes one way, as long as the dialog is the one that the ask is about."""

    ask: Ask
    sign: str  # what sets the dialog apart; empty where it has several pages
    way: Callable[[Dialog], Step | None]

    def next(self, dialog: Dialog) -> Step | None:
        """What to send now."""
        same = is_about(dialog, self.ask) and self.sign in ("", sign_of(dialog))
        return self.way(dialog) if same else None


def _way(first: Dialog, ask: Ask, answer: Answer) -> Callable[[Dialog], Step | None]:
    """From each sight of the dialog to the next step."""
    if answer.choice in ("deny_stop", "cancel"):
        return lambda _: press("Escape", decides=True)
    match ask.body:
        case Questions(questions):
            return lambda dialog: question_keys.step(dialog, questions, answer)
        case Form(fields):
            return lambda dialog: form_keys.step(dialog, fields, answer)
        case _:
            return _single(first, ask, answer)


def _single(first: Dialog, ask: Ask, answer: Answer) -> Callable[[Dialog], Step | None]:
    """The way through a dialog of one page."""
    if ask.kind is Kind.PERMISSION and answer.choice == "deny" and _amendable(first):
        return lambda dialog: _refuse(dialog, denial(ask, answer))
    if answer.choice == "change" and answer.text:
        return lambda dialog: _change(dialog, answer.text)
    return lambda dialog: _take(dialog, answer)


def _take(dialog: Dialog, answer: Answer) -> Step | None:
    """Choose the option that says what was answered."""
    option = _option(dialog, answer)
    return choose(dialog, option, decides=True) if option else None


def _option(dialog: Dialog, answer: Answer) -> Option | None:
    if answer.choice.startswith("option-"):
        number = int(answer.choice.removeprefix("option-"))
        return dialog.options[number - 1] if 0 < number <= len(dialog.options) else None
    for sign in _LABELS.get(answer.choice, ()):
        for option in dialog.options:
            label = option.label.lower().replace("’", "'")
            if label == sign.strip("=") if sign.startswith("=") else sign in label:
                return option
    return None


# What an option says; with an equals sign, all that it says.
_LABELS: dict[str, tuple[str, ...]] = {
    "allow": ("=yes",),
    "always": ("don't ask again", "always allow", "allow all", "accept edits"),
    "deny": ("=no", "no, and tell"),
    "approve": ("manually approve", "=yes"),
    "accept_edits": ("auto-accept", "accept edits"),
    "change": ("tell claude what to change", "no, keep planning"),
}


def _amendable(dialog: Dialog) -> bool:
    return any("amend" in hint.lower() for hint in dialog.hints)


def _refuse(dialog: Dialog, text: str) -> Step | None:
    """No, with what to do instead: the agent continues, where a bare No would end its turn."""
    no = next((o for o in dialog.options if o.label.lower().startswith("no")), None)
    if no is None:
        return None
    if step := toward(dialog, no):
        return step
    if _amendable(dialog):
        return press("Tab")
    shown = no.label.partition(",")[2].strip()
    if holds(shown, text):
        return press("Enter", decides=True)
    return write(dialog, no, shown, text)


def _change(dialog: Dialog, text: str) -> Step | None:
    """Say what to change in a plan: the last option is the field for it."""
    field = next((o for o in reversed(dialog.options) if o.digit is not None), None)
    if field is None:
        return None
    # Claude Code says below the field how its text can go along with a yes.
    if field.selected and holds(field.label, text):
        return press("Enter", decides=True)
    return write(dialog, field, field.label, text)
