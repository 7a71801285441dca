"""Keys for a dialog, as a script: each sent only while the dialog is the one that is meant."""

import asyncio
import time

from quarterdeck.domain.states import Outcome
from quarterdeck.judgement.screens.reading import Dialog
from quarterdeck.ports import Script, Step
from quarterdeck.terminals.tmux.commands import Keys, Landmark
from quarterdeck.terminals.tmux.hands import Hands
from quarterdeck.terminals.tmux.keys import key
from quarterdeck.terminals.tmux.steady import Steady
from quarterdeck.terminals.tmux.text import pasted
from quarterdeck.terminals.tmux.typist import Ended, Reader

_GLANCE = 0.1


__all__ = ["Performer", "Script", "Step", "has"]


class Performer:
    """One script on its way into one pane."""

    def __init__(self, hands: Hands, script: Script, read: Reader) -> None:
        self._hands = hands
        self._script = script
        self._read = read
        self.decided = False  # whether a key that the dialog may act on may have been pressed

    async def perform(self) -> Ended:
        """Run the script to one outcome; a dialog that changed gets nothing."""
        dialog = None
        for step in self._script.steps:
            dialog = await self._sent(step)
            if dialog is None:
                return self._changed()
        return await self._taken(dialog)

    async def _sent(self, step: Step) -> Dialog | None:
        """Send a step to the dialog that it expects, and give that dialog."""
        end, steady = time.monotonic() + step.within, Steady()
        while True:
            screen = await self._hands.look()
            dialog = self._read(screen.text).dialog
            if dialog is not None and has(dialog, step.expect):
                marks = steady.marks(screen, dialog)
                await asyncio.sleep(max(0.0, self._script.deaf - self._hands.unchanged()))
                if marks and await self._press(step, screen.command, marks):
                    return dialog
            if time.monotonic() >= end:
                return None
            await self._hands.stir(_GLANCE)

    async def _press(self, step: Step, command: str, marks: tuple[Landmark, ...]) -> bool:
        keys = key(step.key) if step.key else Keys(data=pasted(step.text))
        decided_before, self.decided = self.decided, self.decided or step.decides
        pressed = await self._hands.press(keys, command, marks)
        if not pressed:
            self.decided = decided_before
        return pressed

    def _changed(self) -> Ended:
        if self.decided:
            why = "the dialog changed after a key that may have decided it"
            return Ended(Outcome.UNKNOWN, why)
        return Ended(Outcome.NOT_DELIVERED, "the dialog is not the one that was shown")

    async def _taken(self, dialog: Dialog | None) -> Ended:
        end = time.monotonic() + self._script.within
        while dialog is not None and _same(await self._open(), dialog):
            if time.monotonic() >= end:
                return Ended(Outcome.UNKNOWN, "the dialog is still open")
            await self._hands.stir(_GLANCE)
        return Ended(Outcome.ACCEPTED, "the dialog took it")

    async def _open(self) -> Dialog | None:
        screen = await self._hands.look()
        return self._read(screen.text).dialog


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
