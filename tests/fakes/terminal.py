"""A terminal in memory, with panes in which agents' composers run: what tmux would do, at once."""

import asyncio
import itertools
import time
from collections.abc import Sequence
from dataclasses import replace

from tests.stage.composer import Composer, options
from typing_extensions import override

from quarterdeck.domain.sessions import Process
from quarterdeck.domain.states import Composer as Box
from quarterdeck.domain.states import Outcome, State
from quarterdeck.judgement.screens.reading import Dialog, Reading
from quarterdeck.ports import Script
from quarterdeck.terminals.tmux.control.commands import KeyInput, Landmark
from quarterdeck.terminals.tmux.control.panes import Pane, PaneIdentity
from quarterdeck.terminals.tmux.results import (
    HealthResult,
    SendResult,
    TmuxBridgeErrorType,
    TmuxError,
)
from quarterdeck.terminals.tmux.seeing.screen import Screen
from quarterdeck.terminals.tmux.typing.keys import UnknownKey, key
from quarterdeck.terminals.tmux.typing.text import holds, pasted, prepared
from quarterdeck.terminals.tmux.typing.typist import Reader

KINDS = TmuxBridgeErrorType
PRESSES = 4
_NAMED = {"Up": b"\x1b[A", "Down": b"\x1b[B"}


class FakePane(Composer):
    """One pane with a composer in it; it wakes whoever waits for it to change."""

    def __init__(self, identity: PaneIdentity, *words: str) -> None:
        super().__init__(options(["--log", "", *words]))
        self.identity = identity
        self.command = "claude"
        self.dead = False
        self.in_mode = False
        self.lines: list[dict[str, object]] = []
        self.changed = asyncio.Event()

    @override
    def log(self, **what: object) -> None:
        self.lines.append(what)

    @override
    def draw(self) -> None:
        self.changed.set()

    @property
    def screen(self) -> Screen:
        """What stands there now."""
        rows = ["$ "] if self.command == "sh" else self.rows()
        shown = (*rows, *[""] * (24 - len(rows)))
        identity, size = self.identity, (24, 80)
        state = {"alternate": False, "in_mode": self.in_mode, "dead": self.dead}
        return Screen(
            identity.pane,
            identity.pane_pid,
            shown,
            *size,
            cursor=(0, 0),
            cursor_shown=True,
            region=(0, 23),
            command=self.command,
            **state,
        )

    def press(self, keys: KeyInput) -> None:
        """Take keys as a program in a pane would."""
        self.take(keys.data or b"".join(_NAMED[name] for name in keys.names))
        self.draw()


class FakeTerminal:
    """Panes by their identity; gone ones are not there."""

    def __init__(self) -> None:
        self.panes: dict[PaneIdentity, FakePane] = {}
        self._numbers = itertools.count()

    def add(self, *words: str) -> FakePane:
        """Open a pane with a composer."""
        number = next(self._numbers)
        identity = PaneIdentity("/fake", 1, 1, f"%{number}", 1000 + number, 1, f"/dev/pts/{number}")
        self.panes[identity] = FakePane(identity, *words)
        return self.panes[identity]

    def respawn(self, pane: FakePane) -> None:
        """Run another program under the same pane's name."""
        del self.panes[pane.identity]
        pane.identity = replace(pane.identity, pane_pid=pane.identity.pane_pid + 5000)
        self.panes[pane.identity] = pane

    async def list_panes(self) -> list[Pane]:
        """Every pane."""
        return [_pane(pane) for pane in self.panes.values()]

    async def check_health(self, target: PaneIdentity | str | None) -> HealthResult:
        """Whether a pane is there, and whether an agent runs in it."""
        try:
            pane = self._found(target)
        except TmuxError as error:
            return HealthResult(False, False, error.kind, str(error))
        return HealthResult(True, not pane.dead and pane.command == "claude")

    async def capture_pane(self, target: PaneIdentity | str | None) -> Screen:
        """A pane's screen."""
        return self._found(target).screen

    async def send_text(
        self,
        target: PaneIdentity | str | None,
        text: str,
        read: Reader,
        *,
        patience: float = 0,
        own_queue: bool = False,
        shell: bool = False,
        process: Process | None = None,
        prompted: asyncio.Future[str] | None = None,
    ) -> SendResult:
        """Type a text into an idle agent's empty composer and submit it."""
        try:
            pane = self._listening(target, process)
        except TmuxError as error:
            return _failed(error)
        if hindrance := await _hindered(pane, read, patience, own_queue=own_queue):
            return _ended(Outcome.BLOCKED, hindrance)
        text = prepared(text, shell=shell)
        pane.press(KeyInput(data=pasted(text)))
        if not _holds(pane, read, text):
            return _ended(Outcome.BLOCKED, "something else is there instead of the text")
        for _ in range(PRESSES):
            pane.press(key("Enter"))
            if not _holds(pane, read, text):
                return await _taken(text, prompted)
        return _ended(Outcome.NOT_DELIVERED, "the text stands in the composer, not submitted")

    async def send_keys(
        self,
        target: PaneIdentity | str | None,
        *names: str,
        expect: tuple[Landmark, ...],
        process: Process | None = None,
    ) -> SendResult:
        """Press keys while these landmarks stand on the screen."""
        try:
            keys = [key(name) for name in names]
            pane = self._listening(target, process)
        except TmuxError as error:
            return _failed(error)
        except UnknownKey as error:
            return _ended(Outcome.NOT_DELIVERED, str(error))
        if pane.in_mode or pane.dead:
            return _ended(Outcome.BLOCKED, "the pane takes no keys")
        if not set(expect) <= set(enumerate(pane.screen.plain, 1)):
            return _ended(Outcome.NOT_DELIVERED, "the screen is not the one that was shown")
        for one in keys:
            pane.press(one)
        return SendResult(Outcome.UNKNOWN, 0, None, "pressed; nothing verifies it")

    async def press(
        self,
        target: PaneIdentity | str | None,
        names: Sequence[str],
        read: Reader,
        *,
        process: Process | None = None,
    ) -> SendResult:
        """Press keys one by one while the dialog that is there now stays, or none comes."""
        told = await self.send_keys(target, expect=(), process=process)
        if told.error_type is not None:
            return told
        pane, pressed = self._found(target), list[str]()
        sign = _sign(read(pane.screen.text).dialog)
        for name in names:
            if pressed and _sign(read(pane.screen.text).dialog) != sign:
                return _ended(Outcome.UNKNOWN, f"pressed {' '.join(pressed)}, but not {name}")
            told = await self.send_keys(target, name, expect=(), process=process)
            if told.error_type is not None:
                return told
            pressed.append(name)
        return told

    async def run_script(
        self,
        target: PaneIdentity | str | None,
        script: Script,
        read: Reader,
        *,
        process: Process | None = None,
    ) -> SendResult:
        """Answer a dialog with the keys that a script finds in it."""
        try:
            pane = self._listening(target, process)
        except TmuxError as error:
            return _failed(error)
        while (dialog := read(pane.screen.text).dialog) and (step := script.next(dialog)):
            pane.press(key(step.key) if step.key else KeyInput(data=pasted(step.text)))
            now = read(pane.screen.text).dialog
            if step.decides:
                still = _sign(now) == dialog.fingerprint
                outcome = Outcome.UNKNOWN if still else Outcome.ACCEPTED
                return _ended(outcome, "the dialog is still open" if still else "taken")
            if now == dialog:
                return _ended(Outcome.NOT_DELIVERED, "the dialog did not react")
        return _ended(Outcome.NOT_DELIVERED, "the dialog is not the one that was shown")

    def _listening(self, target: PaneIdentity | str | None, process: Process | None) -> FakePane:
        pane = self._found(target)
        if process is not None and process.pid != pane.identity.pane_pid:
            raise TmuxError(KINDS.SEND_FAILED, "the agent is not there to read it")
        return pane

    def _found(self, target: PaneIdentity | str | None) -> FakePane:
        if not target:
            raise TmuxError(KINDS.NO_PANE_ID, "no pane is known")
        for identity, pane in self.panes.items():
            if target in (identity, identity.pane):
                return pane
        raise TmuxError(KINDS.PANE_NOT_FOUND, f"pane {target} is not there")


async def _hindered(pane: FakePane, read: Reader, patience: float, *, own_queue: bool) -> str:
    end = time.monotonic() + patience
    while hindrance := _hindrance(pane, read(pane.screen.text), own_queue=own_queue):
        pane.changed.clear()
        try:
            async with asyncio.timeout(max(0.0, end - time.monotonic())):
                await pane.changed.wait()
        except TimeoutError:
            return hindrance
    return ""


def _hindrance(pane: FakePane, reading: Reading, *, own_queue: bool) -> str:
    if pane.dead or pane.in_mode:
        return "the pane is in copy mode" if pane.in_mode else "the pane's program has ended"
    if reading.dialog is not None:
        return "a dialog is open"
    if reading.state is State.WORKING and not own_queue:
        return "the agent is working"
    free = reading.composer in (Box.EMPTY, Box.GHOST)
    return "" if free else f"the composer is not empty: {reading.composer}"


def _holds(pane: FakePane, read: Reader, text: str) -> bool:
    reading = read(pane.screen.text)
    return reading.composer is Box.DRAFT and holds(reading.draft, text)


async def _taken(text: str, prompted: asyncio.Future[str] | None) -> SendResult:
    if prompted is None:
        return SendResult(Outcome.ACCEPTED, 0)
    await asyncio.wait({prompted}, timeout=0.2)
    same = prompted.done() and prompted.result().strip() == text.strip()
    return SendResult(Outcome.ACCEPTED, 0) if same else _ended(Outcome.UNKNOWN, "who knows")


def _sign(dialog: Dialog | None) -> str:
    return dialog.fingerprint if dialog else ""


def _pane(pane: FakePane) -> Pane:
    where, state = ("$0", "@0"), (pane.dead, pane.in_mode)
    return Pane(pane.identity, *where, *state, 80, 24, False, pane.command)


def _ended(outcome: Outcome, why: str) -> SendResult:
    error = None if outcome is Outcome.ACCEPTED else KINDS.SEND_FAILED
    return SendResult(outcome, 0, error, why)


def _failed(error: TmuxError) -> SendResult:
    return SendResult(Outcome.NOT_DELIVERED, 0, error.kind, str(error))
