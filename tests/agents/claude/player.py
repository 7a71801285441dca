"""A dialog that takes keys as Claude Code's do, so that whole answers can be played."""

from dataclasses import replace

from quarterdeck.judgement.screens.reading import Dialog, Kind
from quarterdeck.ports import Script, Step

_MOST = 60
_ASKS = "No, and tell Claude what to do differently"


def played(script: Script, dialog: Dialog) -> list[str]:
    """The keys of an answer until one decides or turns the page; texts in angle brackets."""
    pressed: list[str] = []
    while len(pressed) < _MOST:
        step = script.next(dialog)
        assert step is not None, pressed
        pressed.append(step.key or f"<{step.text}>")
        after = after_key(dialog, step)
        if step.decides or after is None:
            return pressed
        dialog = after
    raise AssertionError(pressed)


def after_key(dialog: Dialog, step: Step) -> Dialog | None:
    """What the dialog shows then; None when another page came."""
    if step.text:
        return _written(dialog, step.text)
    if step.key in ("Down", "Up"):
        return _moved(dialog, 1 if step.key == "Down" else -1)
    if step.key == "Tab":
        hints = tuple(hint for hint in dialog.hints if "amend" not in hint)
        return replace(_labelled(dialog, _ASKS), hints=hints, digits=False)
    return _ticked(dialog, step.key) if dialog.multi else None


def _here(dialog: Dialog) -> int:
    return next(i for i, option in enumerate(dialog.options) if option.selected)


def _moved(dialog: Dialog, by: int) -> Dialog:
    there = _here(dialog) + by
    options = tuple(replace(o, selected=i == there) for i, o in enumerate(dialog.options))
    return replace(dialog, options=options, digits=dialog.digits)


def _labelled(dialog: Dialog, label: str) -> Dialog:
    here = _here(dialog)
    ticked = True if dialog.multi else None
    options = [
        replace(option, label=label, checked=ticked) if i == here else option
        for i, option in enumerate(dialog.options)
    ]
    return replace(dialog, options=tuple(options))


def _written(dialog: Dialog, text: str) -> Dialog:
    return _labelled(dialog, f"No, {text}" if dialog.kind is Kind.PERMISSION else text)


def _ticked(dialog: Dialog, key: str) -> Dialog | None:
    here = dialog.options[_here(dialog)]
    if key == "Enter" and here.checked is None:
        return None
    digit = here.digit if key == "Enter" else int(key)
    options = [
        replace(option, checked=not option.checked) if option.digit == digit else option
        for option in dialog.options
    ]
    return replace(dialog, options=tuple(options))
