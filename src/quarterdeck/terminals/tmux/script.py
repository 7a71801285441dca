"""Keys for a dialog, as a script: each sent only while the dialog is the one that is meant."""

import asyncio
import time

from quarterdeck.domain.states import Outcome
from quarterdeck.judgement.screens.reading import Dialog
from quarterdeck.ports import Script, Step
from quarterdeck.terminals.tmux.commands import Keys
from quarterdeck.terminals.tmux.hands import Hands
from quarterdeck.terminals.tmux.keys import key
from quarterdeck.terminals.tmux.text import pasted
from quarterdeck.terminals.tmux.typist import Ended, Reader

_GLANCE = 0.1
_LANDMARKS = 24  # the server checks so much of the screen before every key


__all__ = ["Script", "Step", "has", "perform"]


async def perform(hands: Hands, script: Script, read: Reader) -> Ended:
    """Run a script to one outcome; a dialog that changed gets nothing."""
    decided, dialog = False, None
    for step in script.steps:
        dialog = await _sent(hands, step, read, script.deaf)
        if dialog is None:
            return _changed(decided)
        decided = decided or step.decides
    return await _taken(hands, script, read, dialog)


async def _sent(hands: Hands, step: Step, read: Reader, deaf: float) -> Dialog | None:
    """Send a step to the dialog that it expects, and give that dialog."""
    end = time.monotonic() + step.within
    keys = key(step.key) if step.key else Keys(data=pasted(step.text))
    while True:
        screen = await hands.look()
        dialog = read(screen.text).dialog
        if dialog is not None and has(dialog, step.expect):
            await asyncio.sleep(max(0.0, deaf - hands.unchanged()))
            if await hands.press(keys, screen.command, screen.landmarks(_LANDMARKS)):
                return dialog
        if time.monotonic() >= end:
            return None
        await hands.stir(_GLANCE)


def _changed(decided: bool) -> Ended:
    if decided:
        return Ended(Outcome.UNKNOWN, "the dialog changed after a key that may have decided it")
    return Ended(Outcome.NOT_DELIVERED, "the dialog is not the one that was shown")


async def _taken(hands: Hands, script: Script, read: Reader, dialog: Dialog | None) -> Ended:
    end = time.monotonic() + script.within
    while dialog is not None and _same(read((await hands.look()).text).dialog, dialog):
        if time.monotonic() >= end:
            return Ended(Outcome.UNKNOWN, "the dialog is still open")
        await hands.stir(_GLANCE)
    return Ended(Outcome.ACCEPTED, "the dialog took it")


def has(dialog: Dialog, pieces: tuple[str, ...]) -> bool:
    """Tell whether a dialog has every piece, wherever its lines break."""
    words = (dialog.title, dialog.text, dialog.prompt, dialog.fingerprint)
    labels = (f"{option.digit}. {option.label}" for option in dialog.options)
    whole = _unbroken("".join((*words, *labels)))
    return all(_unbroken(piece) in whole for piece in pieces)


def _same(now: Dialog | None, before: Dialog) -> bool:
    """Tell whether this dialog is still open, whatever is selected in it."""
    return now is not None and (now.title, now.text, now.prompt) == (
        before.title,
        before.text,
        before.prompt,
    )


def _unbroken(text: str) -> str:
    return "".join(text.split())
