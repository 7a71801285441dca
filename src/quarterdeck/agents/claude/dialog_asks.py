"""An ask made from a dialog that only the screen shows."""

from hashlib import blake2s

from quarterdeck.agents.claude.dialog_match import sign_of
from quarterdeck.agents.claude.dialog_steps import is_empty
from quarterdeck.agents.claude.hook_asks import shown, shown_risk
from quarterdeck.domain.ask_bodies import OtherDialog, PermissionDialog, ScreenBody
from quarterdeck.domain.asks import Ask, FromScreen
from quarterdeck.domain.choices import ALLOW, ALWAYS, DENY, Choice, Meaning
from quarterdeck.domain.ids import AskId, SessionId
from quarterdeck.domain.risk import Risk
from quarterdeck.judgement.screens.reading import Dialog, Option
from quarterdeck.judgement.screens.reading import Kind as DialogKind

_PERSONS_OWN = (DialogKind.MENU,)  # opened by the person, who is there then


def ask_from(dialog: Dialog, session: SessionId, risk: Risk | None, now: float) -> Ask | None:
    """What the dialog asks; None for one that the person opened."""
    if dialog.kind in _PERSONS_OWN:
        return None
    sign = sign_of(dialog)
    name = blake2s(f"{session}\0{sign}\0{now:.0f}".encode(), digest_size=5)
    return Ask(
        id=AskId("a" + name.hexdigest()),
        session=session,
        title=shown(dialog.prompt or dialog.title or "A dialog is open")[:300],
        text=shown(dialog.text),
        origin=FromScreen(sign=sign, body=_body(dialog, risk)),
        opened=now,
        deadline=None,
        ended=None,
    )


def _body(dialog: Dialog, risk: Risk | None) -> ScreenBody:
    choices = tuple(_choice(dialog, number) for number in _numbers(dialog))
    if dialog.kind is DialogKind.PERMISSION:
        return PermissionDialog(shown_risk(risk), choices)
    return OtherDialog(choices)


def _is_long(dialog: Dialog) -> bool:
    """Whether one key answers nothing: several pages, boxes to tick, or a form."""
    several = len(dialog.tabs) > 1 or dialog.multi
    return several or dialog.kind is DialogKind.ELICITATION


def _numbers(dialog: Dialog) -> list[int]:
    """The options that one key chooses; not a field to write in."""
    if _is_long(dialog):
        return []
    numbered = enumerate(dialog.options, 1)
    return [number for number, option in numbered if not is_empty(option.label)]


def _choice(dialog: Dialog, number: int) -> Choice:
    option = dialog.options[number - 1]
    if dialog.kind is DialogKind.PERMISSION and (known := _known(option)):
        return known
    meaning = Meaning.REFUSES if option.label.lower().startswith("no") else Meaning.ALLOWS
    label = shown(option.label) or f"Option {number}"
    return Choice(f"option-{number}", label, shown(option.description), meaning)


def _known(option: Option) -> Choice | None:
    label = option.label.lower().replace("’", "'")
    if label in ("yes", "no"):
        return ALLOW if label == "yes" else DENY
    return ALWAYS if "don't ask again" in label or "always allow" in label else None
