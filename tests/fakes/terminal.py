"""A terminal in memory, in which agents' composers run: what a real one would do, at once."""

import asyncio
import itertools
from collections.abc import AsyncGenerator, Callable, Sequence
from contextlib import AbstractContextManager

from tests.stage.composer import Composer, options
from tests.stage.tmux import reader
from typing_extensions import override

from quarterdeck.domain.ids import SessionId
from quarterdeck.domain.sessions import Facts, Process, Session
from quarterdeck.domain.states import Composer as Box
from quarterdeck.domain.states import Outcome, State
from quarterdeck.judgement.screens.reading import Reading
from quarterdeck.judgement.typed_text import prepared, without_controls
from quarterdeck.ports import Delivery, Drawn, Glimpse, Picture, Script, Unreachable, Written

PRESSES = 4
HEIGHT, WIDTH = 24, 80
_KEYS = {"Up": b"\x1b[A", "Down": b"\x1b[B", "Enter": b"\r", "Escape": b"\x1b", "Tab": b"\t"}

Prompted = Callable[[SessionId], AbstractContextManager[asyncio.Future[str]]]


class FakePane(Composer):
    """One pane with a composer in it; it wakes whoever waits for it to change."""

    def __init__(self, process: Process, *words: str) -> None:
        super().__init__(options(["--log", "", *words]))
        self.process = process
        self.shell = False
        self.dead = False
        self.in_mode = False
        self.shown = False  # whether it was brought to the front
        self.lines: list[dict[str, object]] = []
        self.changed = asyncio.Event()

    @override
    def log(self, **what: object) -> None:
        self.lines.append(what)

    @override
    def draw(self) -> None:
        self.changed.set()

    def screen(self) -> str:
        """What stands there now."""
        rows = ["$ "] if self.shell else self.rows()
        return "\n".join((*rows, *[""] * (HEIGHT - len(rows))))

    def reading(self) -> Reading:
        return reader(self.screen())

    def press(self, data: bytes) -> None:
        """Take keys as a program in a pane would."""
        self.take(data)
        self.draw()


class FakeTerminal:
    """Panes by the sessions that live in them."""

    def __init__(self, prompted: Prompted) -> None:
        self.panes: dict[SessionId, FakePane] = {}
        self._prompted = prompted
        self._turns: dict[SessionId, asyncio.Lock] = {}
        self._numbers = itertools.count(1)

    def add(self, *words: str) -> tuple[Session, FakePane]:
        """A session, and the pane with a composer in which it lives."""
        number = next(self._numbers)
        process, name = Process("here", number, 1), SessionId(f"s{number}")
        pane = self.panes[name] = FakePane(process, *words)
        return Session(name, process, "claude", name, 0, Facts(), State.IDLE, 0.0, "", ()), pane

    async def has(self, session: Session) -> bool:
        return session.id in self.panes

    async def wait_until_free(self, session: Session) -> None:
        if (pane := self.panes.get(session.id)) is None:
            raise Unreachable(_nowhere(session).note)
        while _hindrance(pane, pane.reading()):
            pane.changed.clear()
            await pane.changed.wait()

    async def send(
        self, session: Session, text: str, pasted: Callable[[], None], *, queue: bool = False
    ) -> Delivery:
        async with self._turns.setdefault(session.id, asyncio.Lock()):
            with self._prompted(session.id) as taken:
                fit = prepared(text, shell=False)
                return await self._send(session, fit, pasted, taken, queue=queue)

    async def _send(
        self,
        session: Session,
        text: str,
        pasted: Callable[[], None],
        taken: asyncio.Future[str],
        *,
        queue: bool,
    ) -> Delivery:
        if (pane := self._listening(session)) is None:
            return _nowhere(session)
        if hindrance := _hindrance(pane, pane.reading(), queue=queue):
            return _ended(Outcome.BLOCKED, hindrance)
        pane.press(_pasted(text))
        pasted()
        if pane.reading().composer is not Box.DRAFT:
            return _ended(Outcome.BLOCKED, "something else is there instead of the text")
        for _ in range(PRESSES):
            pane.press(_KEYS["Enter"])
            if pane.reading().composer is not Box.DRAFT:
                return await _confirmed(text, taken)
        return _ended(Outcome.NOT_DELIVERED, "the text is in the composer, not submitted")

    async def press(self, session: Session, keys: Sequence[str]) -> Delivery:
        told = await self.strike(session, [])
        if told.error:
            return told
        pane, pressed = self.panes[session.id], list[str]()
        sign = _sign(pane)
        for name in keys:
            if pressed and _sign(pane) != sign:
                return _ended(Outcome.UNKNOWN, f"pressed {' '.join(pressed)}, but not {name}")
            told = await self.strike(session, [name])
            if told.error:
                return told
            pressed.append(name)
        return told

    async def strike(self, session: Session, keys: Sequence[str]) -> Delivery:
        if unknown := [name for name in keys if len(name) > 1 and name not in _KEYS]:
            return _ended(Outcome.NOT_DELIVERED, f"{unknown[0]} is no key")
        if (pane := self._listening(session)) is None:
            return _nowhere(session)
        if pane.in_mode or pane.dead:
            return _ended(Outcome.BLOCKED, "the pane takes no keys")
        for name in keys:
            pane.press(_KEYS.get(name) or name.encode())
        return Delivery(Outcome.UNKNOWN, "pressed; this cannot be verified")

    async def run_script(self, session: Session, script: Script) -> Delivery:
        if (pane := self._listening(session)) is None:
            return _nowhere(session)
        while (dialog := pane.reading().dialog) and (step := script.next(dialog)):
            key = _KEYS.get(step.key) or step.key.encode()
            pane.press(key if step.key else _pasted(step.text))
            if step.decides:
                still = _sign(pane) == dialog.fingerprint
                outcome = Outcome.UNKNOWN if still else Outcome.ACCEPTED
                return _ended(outcome, "the dialog is still open" if still else "taken")
            if pane.reading().dialog == dialog:
                return _ended(Outcome.NOT_DELIVERED, "the dialog did not react")
        return _ended(Outcome.NOT_DELIVERED, "the dialog is not the one that was shown")

    async def focus(self, session: Session) -> Delivery:
        if (pane := self.panes.get(session.id)) is None:
            return _nowhere(session)
        pane.shown = True
        return Delivery(Outcome.ACCEPTED, "shown")

    async def look(self, session: Session) -> Picture:
        if (pane := self.panes.get(session.id)) is None:
            raise Unreachable(_nowhere(session).note, _nowhere(session).error)
        return Picture(pane.screen(), WIDTH, HEIGHT, pane.reading())

    async def glimpse(self, session: Session) -> Glimpse | None:
        pane = self.panes.get(session.id)
        return Glimpse(pane.screen(), WIDTH, HEIGHT) if pane else None

    async def view(self, session: Session) -> AsyncGenerator[Drawn | Written, None]:
        if session.id not in self.panes:
            raise Unreachable(_nowhere(session).note, _nowhere(session).error)
        while pane := self.panes.get(session.id):
            pane.changed.clear()
            yield Drawn(pane.screen(), WIDTH, HEIGHT, whole=True)
            await pane.changed.wait()

    async def health(self, session: Session) -> tuple[bool, bool]:
        pane = self.panes.get(session.id)
        return pane is not None, pane is not None and not (pane.dead or pane.shell)

    def _listening(self, session: Session) -> FakePane | None:
        pane = self.panes.get(session.id)
        return pane if pane and pane.process == session.process else None


def _hindrance(pane: FakePane, reading: Reading, *, queue: bool = False) -> str:
    if pane.dead or pane.in_mode:
        return "the pane is in copy mode" if pane.in_mode else "the pane's program has ended"
    if reading.dialog is not None:
        return "a dialog is open"
    if reading.state is State.WORKING and not queue:
        return "the agent is working"
    free = reading.composer in (Box.EMPTY, Box.GHOST)
    return "" if free else f"the composer is not empty: {reading.composer}"


async def _confirmed(text: str, taken: asyncio.Future[str]) -> Delivery:
    await asyncio.wait({taken}, timeout=2)
    same = taken.done() and taken.result().strip() == text.strip()
    return Delivery(Outcome.ACCEPTED, "") if same else _ended(Outcome.UNKNOWN, "who knows")


def _pasted(text: str) -> bytes:
    return b"\x1b[200~" + without_controls(text).encode() + b"\x1b[201~"


def _sign(pane: FakePane) -> str:
    dialog = pane.reading().dialog
    return dialog.fingerprint if dialog else ""


def _ended(outcome: Outcome, why: str) -> Delivery:
    return Delivery(outcome, why, "" if outcome is Outcome.ACCEPTED else "send_failed")


def _nowhere(session: Session) -> Delivery:
    return Delivery(Outcome.NOT_DELIVERED, f"{session.name} is not there", "pane_not_found")
