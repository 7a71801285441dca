"""Keys for a dialog, as a script finds them: each sent only to the dialog that was seen."""

import re
import time

from quarterdeck.domain.states import Outcome
from quarterdeck.judgement.screens.reading import Dialog
from quarterdeck.ports import Script, Step
from quarterdeck.terminals.tmux.control.commands import KeyInput, Landmark
from quarterdeck.terminals.tmux.seeing.stable_rows import StableRows
from quarterdeck.terminals.tmux.typing.keys import key
from quarterdeck.terminals.tmux.typing.pane_input import PaneInput
from quarterdeck.terminals.tmux.typing.text import pasted
from quarterdeck.terminals.tmux.typing.typist import Ended, Reader

_GLANCE = 0.1
_APPEARS = 2.0  # seconds for a dialog that shows the way
_REACTS = 2.0  # seconds for a dialog to show what a key did
_TAKES = 3.0  # seconds for a dialog to act on the last key
_MOST = 200  # keys that somebody would press at all
_CLOCK = re.compile(r"\d+:\d\d")


class ScriptRunner:
    """One script on its way into one pane."""

    def __init__(self, pane: PaneInput, script: Script, read: Reader) -> None:
        self._pane = pane
        self._script = script
        self._read = read
        self.acted = False  # whether a key that the dialog may act on may have been pressed
        self._touched = False  # whether any key was pressed

    async def run(self) -> Ended:
        """Run the script to one outcome; a dialog that changed gets nothing."""
        for _ in range(_MOST):
            sent = await self._sent()
            if sent is None:
                return await self._no_way()
            step, dialog = sent
            if step.decides:
                return await self._taken(dialog)
            if not await self._reacted(dialog):
                why = f"the dialog did not react to {step.key or 'the text'}"
                return Ended(Outcome.NOT_DELIVERED, why)
        return Ended(Outcome.NOT_DELIVERED, "the dialog offers no way on")

    async def _sent(self) -> tuple[Step, Dialog] | None:
        """Send what the script finds for the dialog that is there; give both."""
        end, steady = time.monotonic() + _APPEARS, StableRows()
        while True:
            screen = await self._pane.look()
            dialog = self._read(screen.text).dialog
            if dialog is not None and (step := self._script.next(dialog)):
                marks = steady.marks(screen, dialog)
                await self._pane.settle()
                if marks and await self._press(step, screen.command, marks):
                    return step, dialog
            if time.monotonic() >= end:
                return None
            await self._pane.stir(_GLANCE)

    async def _press(self, step: Step, command: str, marks: tuple[Landmark, ...]) -> bool:
        keys = key(step.key) if step.key else KeyInput(data=pasted(step.text))
        self._pane.check()
        self.acted = step.decides
        pressed = await self._pane.press(keys, command, marks)
        self.acted = self.acted and pressed
        self._touched = self._touched or pressed
        return pressed

    async def _no_way(self) -> Ended:
        if self._touched and await self._open() is None:
            return Ended(Outcome.UNKNOWN, "the dialog closed while it was being answered")
        left = "; what was filled in stays" if self._touched else ""
        return Ended(Outcome.NOT_DELIVERED, f"the dialog is not the one that was shown{left}")

    async def _reacted(self, dialog: Dialog) -> bool:
        end = time.monotonic() + _REACTS
        while (now := await self._open()) is not None and _shown(now) == _shown(dialog):
            if time.monotonic() >= end:
                return False
            await self._pane.stir(_GLANCE)
        return True

    async def _taken(self, dialog: Dialog) -> Ended:
        end = time.monotonic() + _TAKES
        while _same(await self._open(), dialog):
            if time.monotonic() >= end:
                return Ended(Outcome.UNKNOWN, "the dialog is still open")
            await self._pane.stir(_GLANCE)
        return Ended(Outcome.ACCEPTED, "the dialog took it")

    async def _open(self) -> Dialog | None:
        screen = await self._pane.look()
        return self._read(screen.text).dialog


def _shown(dialog: Dialog) -> tuple[object, ...]:
    """What a key may change."""
    return _still(dialog.text), _still(dialog.prompt), dialog.options, dialog.tabs, dialog.hints


def _same(now: Dialog | None, before: Dialog) -> bool:
    """Tell whether this dialog is still open, whatever is selected in it."""
    return now is not None and _said(now) == _said(before)


def _said(dialog: Dialog) -> tuple[str, ...]:
    return _still(dialog.title), _still(dialog.text), _still(dialog.prompt)


def _still(text: str) -> str:
    """A text without the clock that may run in it."""
    return _CLOCK.sub("", text)
