"""What becomes of a press: typed into its session at once, or kept for whoever polls."""

import asyncio
import secrets

from quarterdeck.domain import press_queue
from quarterdeck.domain.actions import Action, Do, Interrupt, Keys
from quarterdeck.domain.buttons import BACKGROUND, STOP, Button, Buttons
from quarterdeck.domain.callers import Caller
from quarterdeck.domain.events import PressesHandedOut, PressQueued
from quarterdeck.domain.ids import ActionId, PressId, SessionId
from quarterdeck.domain.presses import QueuedPress
from quarterdeck.domain.risk import Level
from quarterdeck.domain.sessions import Session
from quarterdeck.domain.states import State
from quarterdeck.doors.call_rate import CallRate
from quarterdeck.doors.facade import Facade
from quarterdeck.doors.keyboard_api.answers import NotDone
from quarterdeck.doors.keyboard_api.wire import Press

MOST_WAITING = 8  # things to do in one session that wait for their turn
MOST_PRESSES = 20  # a second, of everybody


class Presses:
    """Presses: those of a session are actions like any other, and done in the same order."""

    def __init__(self, facade: Facade) -> None:
        self._facade = facade
        self._rate = CallRate(MOST_PRESSES, within=1.0)
        self._handing_out = asyncio.Lock()

    def count(self) -> None:
        """Count a press; raises NotDone if there were too many."""
        if not self._rate.takes(self._facade.now()):
            raise NotDone(429, "too_many", f"{MOST_PRESSES} presses a second are the most.")

    def action(self, name: SessionId, press: Press, caller: Caller) -> Action:
        """What a key of a session says, to be done; raises NotDone."""
        session = self._living(name)
        do = Interrupt() if press.text == STOP else _meant(session, press)
        waiting = [p for p in self._facade.view().actions if p.action.session == name]
        if len(waiting) >= MOST_WAITING and not isinstance(do, Interrupt):
            raise NotDone(429, "too_many", f"{MOST_WAITING} presses wait for their turn.")
        own = ActionId("a" + secrets.token_hex(8))
        return Action(own, name, do, caller, self._facade.now(), patience=0.0)

    def _living(self, name: SessionId) -> Session:
        """A session that takes presses now."""
        session = next((s for s in self._facade.view().sessions if s.id == name), None)
        if session is None or session.ended:
            raise NotDone(409, "ended", "This session has ended.")
        if session.state is State.WAITING:
            why = f"{session.name} waits for an answer, which no button gives."
            raise NotDone(409, "ask_open", why)
        return session

    # Without a session

    async def queue(self, press: Press) -> int:
        """Keep a press for whoever polls, and say how many wait; raises NotDone."""
        self._need_journal()
        if len(self._facade.view().presses) >= press_queue.MOST:
            why = f"{press_queue.MOST} presses wait already, and nobody takes them."
            raise NotDone(429, "too_many", why)
        name, now = PressId("p" + secrets.token_hex(8)), self._facade.now()
        await self._facade.tell(PressQueued(QueuedPress(name, press.key, press.text, now)))
        return len(self._facade.view().presses)

    async def hand_out(self) -> tuple[QueuedPress, ...]:
        """The presses that wait, which from now on wait no longer; raises NotDone."""
        self._need_journal()
        async with self._handing_out:
            waiting = self._facade.view().presses
            if waiting:
                names = tuple(press.id for press in waiting)
                await self._facade.tell(PressesHandedOut(names, self._facade.now()))
            return waiting

    def _need_journal(self) -> None:
        if trouble := self._facade.core.trouble:
            raise NotDone(503, "no_journal", f"The journal cannot be written: {trouble}.")


def button_at(buttons: Buttons | None, press: Press) -> Button | None:
    """The button that a press means, if its key shows what the caller saw there."""
    row = buttons.row if buttons else ()
    button = row[press.key - 1] if press.key <= len(row) else None
    return button if button and press.text in ("", button.text, button.types) else None


def _meant(session: Session, press: Press) -> Do:
    """What a key does now; raises NotDone."""
    if press.text == BACKGROUND:
        if session.state is not State.WORKING:
            why = f"{session.name} is {session.state}: nothing runs that could go on by itself."
            raise NotDone(409, "blocked", why)
        return Keys(("C-b",))
    button = button_at(session.buttons_shown, press)
    if button is None:
        named = repr(press.text) if press.text else "anything"
        why = f"Key {press.key} of {session.name} does not show {named} now."
        raise NotDone(409, "not_shown", why)
    if button.do is None:
        raise NotDone(409, "dead_key", f"Key {press.key} of {session.name} does nothing.")
    if button.risk is Level.CRITICAL:
        why = "What this key types is critical: press it where it can be held."
        raise NotDone(409, "needs_confirmation", why)
    return button.do
