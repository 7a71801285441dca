"""Which keys answer a dialog of Claude Code, as the screen itself shows it.

Never fixed digits: the same digit means something else in another version, and some
dialogs have none.
"""

from quarterdeck.domain.asks import Answer, Ask, Kind
from quarterdeck.domain.choices import denial
from quarterdeck.judgement.screens.reading import Dialog, Option
from quarterdeck.judgement.screens.reading import Kind as DialogKind
from quarterdeck.ports import Script, Step

APPEAR = 2.0  # seconds for the next step's sight
TAKEN = 3.0  # seconds for the dialog to act

_KINDS = {
    Kind.PERMISSION: DialogKind.PERMISSION,
    Kind.QUESTION: DialogKind.QUESTION,
    Kind.PLAN: DialogKind.PLAN,
}


def is_about(dialog: Dialog, ask: Ask) -> bool:
    """Whether an open dialog is the one that the ask speaks of."""
    if ask.sign:
        return ask.sign == dialog.fingerprint
    if _KINDS.get(ask.kind) is not dialog.kind:
        return False
    shown = _unbroken(f"{dialog.title}{dialog.text}{dialog.prompt}")
    return all(_unbroken(piece) in shown for piece in _signs(ask))


def script_for(dialog: Dialog, ask: Ask, answer: Answer) -> Script | None:
    """The keys for an answer; None where this dialog cannot be answered so."""
    if answer.choice in ("deny_stop", "cancel"):
        return Script((_step(dialog, "Escape", decides=True),), TAKEN)
    if ask.kind is Kind.PERMISSION and answer.choice == "deny" and _amendable(dialog):
        return _refusal(dialog, denial(ask, answer))
    if ask.kind is Kind.QUESTION and answer.choice == "submit":
        return _question(dialog, ask, answer)
    option = _option(dialog, answer)
    if option is None:
        return None
    if answer.text and answer.choice == "change":
        return _with_text(dialog, option, answer.text)
    return Script(tuple(_choose(dialog, option)), TAKEN)


def _option(dialog: Dialog, answer: Answer) -> Option | None:
    """The option that says what was answered."""
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


def _question(dialog: Dialog, ask: Ask, answer: Answer) -> Script | None:
    """An option of a single question by its label, or a text of one's own."""
    if len(ask.questions) != 1 or dialog.multi or len(dialog.tabs) > 1:
        return None
    chosen = answer.answers.get(ask.questions[0].text)
    if not isinstance(chosen, str):
        return None
    for option in dialog.options:
        if option.label == chosen:
            return Script(tuple(_choose(dialog, option)), TAKEN)
    own = next((o for o in dialog.options if o.label.lower().startswith("type something")), None)
    return _with_text(dialog, own, chosen) if own else None


def _choose(dialog: Dialog, option: Option) -> list[Step]:
    """A digit where digits act at once, else arrows and Enter."""
    if dialog.digits and option.digit is not None:
        return [_step(dialog, str(option.digit), decides=True)]
    return [*_walk(dialog, option), _step(dialog, "Enter", decides=True)]


def _walk(dialog: Dialog, option: Option) -> list[Step]:
    here = next((i for i, o in enumerate(dialog.options) if o.selected), 0)
    there = dialog.options.index(option)
    key = "Down" if there > here else "Up"
    return [_step(dialog, key, decides=False)] * abs(there - here)


def _amendable(dialog: Dialog) -> bool:
    return any("amend" in hint.lower() for hint in dialog.hints)


def _refusal(dialog: Dialog, text: str) -> Script | None:
    """No, with what to do instead: the agent goes on, where a bare No would end its turn."""
    no = next((o for o in dialog.options if o.label.lower().startswith("no")), None)
    if no is None:
        return None
    typed = Step((dialog.fingerprint,), "", text, APPEAR, decides=False)
    tab = _step(dialog, "Tab", decides=False)
    return Script((*_walk(dialog, no), tab, typed, _step(dialog, "Enter", decides=True)), TAKEN)


def _with_text(dialog: Dialog, option: Option, text: str) -> Script:
    typed = Step((dialog.fingerprint,), "", text, APPEAR, decides=False)
    enter = _step(dialog, "Enter", decides=True)
    return Script((*_walk(dialog, option), typed, enter), TAKEN)


def _step(dialog: Dialog, key: str, *, decides: bool) -> Step:
    return Step((dialog.fingerprint,), key, "", APPEAR, decides=decides)


def _signs(ask: Ask) -> list[str]:
    """Pieces of an ask that its dialog must show; what was masked is left out."""
    if ask.kind is Kind.QUESTION:
        return [ask.questions[0].text] if len(ask.questions) == 1 else []
    if ask.kind is Kind.PLAN:
        return []
    first = ask.text.partition("\n")[0]
    plain = max(first.split("••••"), key=len)
    return [plain[:60]]


def _unbroken(text: str) -> str:
    return "".join(text.split())
