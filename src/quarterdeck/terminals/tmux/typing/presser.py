"""Presses keys one by one on what a pane shows, and on nothing that replaced it."""

import time
from collections.abc import Sequence

from quarterdeck.domain.states import Outcome
from quarterdeck.judgement.screens.reading import Dialog
from quarterdeck.terminals.tmux.control.commands import KeyInput, Landmark
from quarterdeck.terminals.tmux.seeing.screen import Screen
from quarterdeck.terminals.tmux.seeing.stable_rows import StableRows
from quarterdeck.terminals.tmux.typing.keys import key
from quarterdeck.terminals.tmux.typing.pane_input import PaneInput
from quarterdeck.terminals.tmux.typing.typist import Ended, Reader

PRESSED = Ended(Outcome.UNKNOWN, "pressed; this cannot be verified")
_REACTS = 0.5  # seconds for a program to show what a key did
_WITHIN = 3.0  # seconds for a screen that is being drawn to hold still


class Presser:
    """Some keys on their way to the dialog, or to the screen without one, that is there now."""

    def __init__(self, pane: PaneInput, names: Sequence[str], read: Reader) -> None:
        self._pane = pane
        self._keys = [(name, key(name)) for name in names]
        self._read = read
        self.pressed: list[str] = []  # keys that may have been pressed
        self._stood: tuple[Landmark, ...] = ()  # where the last one was pressed

    @property
    def acted(self) -> bool:
        """Whether a key may have been pressed."""
        return bool(self.pressed)

    async def run(self) -> Ended:
        """Press them in order; if a dialog opens, closes or changes, the rest are not pressed."""
        dialog = self._dialog(await self._pane.look())
        if dialog:
            await self._pane.settle()
        for name, keys in self._keys:
            if hindrance := await self._hindered(name, keys, dialog):
                return self._stopped(name, hindrance)
        return PRESSED

    async def _hindered(self, name: str, keys: KeyInput, dialog: Dialog | None) -> str:
        """Press one key as long as the required rows stay; say why if it could not be pressed."""
        steady, end = StableRows(), time.monotonic() + _WITHIN
        await self._reacted()
        while True:
            screen = await self._pane.look()
            if screen.in_mode or screen.dead:
                return _AWAY
            if not _same(self._dialog(screen), dialog):
                return "another dialog is there, or none"
            marks = steady.marks(screen, dialog)
            if marks and await self._struck(name, keys, screen.command, marks):
                self._stood = marks
                return ""
            if time.monotonic() >= end:
                return "the screen is blank, or keeps changing"

    async def _reacted(self) -> None:
        """Wait until the last key shows, or has had its time: it may close what the next is for."""
        end = time.monotonic() + _REACTS
        while self._stood and (left := end - time.monotonic()) > 0:
            await self._pane.stir(left)
            rows = set(enumerate((await self._pane.look()).plain, 1))
            if not rows.issuperset(self._stood):
                return

    async def _struck(
        self, name: str, keys: KeyInput, command: str, marks: tuple[Landmark, ...]
    ) -> bool:
        self._pane.check()
        self.pressed.append(name)
        struck = await self._pane.press(keys, command, marks)
        if not struck:
            self.pressed.pop()
        return struck

    def _stopped(self, name: str, hindrance: str) -> Ended:
        if self.pressed:
            done = " ".join(self.pressed)
            return Ended(Outcome.UNKNOWN, f"pressed {done}, but not {name}: {hindrance}")
        blocked = hindrance is _AWAY
        return Ended(Outcome.BLOCKED if blocked else Outcome.NOT_DELIVERED, hindrance)

    def _dialog(self, screen: Screen) -> Dialog | None:
        return self._read(screen.text).dialog


_AWAY = "the pane is in copy mode, or its program has ended"


def _same(now: Dialog | None, before: Dialog | None) -> bool:
    return (now and now.fingerprint) == (before and before.fingerprint)
