"""Types a text into an agent's composer, sees it there, submits it, and sees it leave."""

import asyncio
import logging
import time
from collections.abc import Callable
from dataclasses import dataclass

from quarterdeck.domain.states import Composer, Outcome, State
from quarterdeck.judgement.screens.reading import Reading
from quarterdeck.judgement.typed_text import is_same_prompt
from quarterdeck.terminals.tmux.control.commands import KeyInput
from quarterdeck.terminals.tmux.seeing.screen import Screen
from quarterdeck.terminals.tmux.settings import BridgeSettings
from quarterdeck.terminals.tmux.typing.pane_input import PaneInput
from quarterdeck.terminals.tmux.typing.text import holds, pasted

Reader = Callable[[str], Reading]

_log = logging.getLogger(__name__)
_ENTER = KeyInput(data=b"\r")
_ESCAPE = KeyInput(data=b"\x1b")
_TAKEN_WITHIN = 1.0  # an Enter that was not taken by then is pressed again
_GLANCE = 0.25
_SETTLED = 0.2  # an agent that was interrupted shows an empty composer, then the prompt again


@dataclass(frozen=True, slots=True)
class TypingRequest:
    """What is to be typed, and how far one may go for it."""

    text: str
    own_queue: bool  # a working agent may take it into its own queue
    prompted: asyncio.Future[str] | None  # the agent's own word that it got a prompt
    pasted: Callable[[], None]  # says that the text is on its way into the composer


@dataclass(frozen=True, slots=True)
class Ended:
    """How it ended, and why."""

    outcome: Outcome
    why: str


@dataclass(frozen=True, slots=True)
class _View:
    """A screen and what it means."""

    screen: Screen
    reading: Reading


class Typist:
    """One text on its way into one pane."""

    def __init__(
        self, pane: PaneInput, read: Reader, bridge: BridgeSettings, wish: TypingRequest
    ) -> None:
        self._pane = pane
        self._read = read
        self._bridge = bridge
        self._wish = wish
        self.acted = False  # whether Enter may have been pressed
        self._escaped = False  # whether a suggestion was told to go

    async def run(self) -> Ended:
        """Take the text all the way, or stop where the evidence ends."""
        if ended := await self._put_in():
            return ended
        seen = await self._echoed()
        return seen if isinstance(seen, Ended) else await self._submit(seen)

    # Into the composer.

    async def _put_in(self) -> Ended | None:
        steady = time.monotonic() + self._bridge.subprocess_timeout
        while True:
            view = await self._view()
            if why := hindrance(view.screen, view.reading, own_queue=self._wish.own_queue):
                return Ended(Outcome.BLOCKED, why)
            if await self._press(KeyInput(data=pasted(self._wish.text)), view):
                self._wish.pasted()
                return None
            if time.monotonic() >= steady:
                return Ended(Outcome.BLOCKED, "the screen keeps changing")

    def _ghost(self, view: _View) -> bool:
        return self._bridge.detect_ghost_text and view.reading.composer is Composer.GHOST

    # Seen there.

    async def _echoed(self) -> _View | Ended:
        began = time.monotonic()
        await self._pane.stir(self._bridge.echo_expected_s(len(self._wish.text)))
        while not self._holds(view := await self._view()):
            waited = time.monotonic() - began
            if waited >= self._bridge.subprocess_timeout:
                return self._not_echoed(view)
            if self._ghost(view) and waited >= self._bridge.subprocess_timeout / 2:
                if ended := await self._dismiss(view):
                    return ended
            else:
                await self._pane.stir(_GLANCE)
        return view

    async def _dismiss(self, view: _View) -> Ended | None:
        """Have a suggestion go that stands where the text should be, and type once more.

        Suggestions give way to what is typed; only one that does not is worth an Escape, since
        a second one would open another dialog, and at work the first would interrupt.
        """
        if self._escaped or view.reading.state is not State.IDLE:
            return self._not_echoed(view)
        self._escaped = await self._press(_ESCAPE, view)
        await asyncio.sleep(self._bridge.clear_delay_ms / 1000)
        return await self._put_in()

    def _not_echoed(self, view: _View) -> Ended:
        if view.reading.dialog is not None:
            return Ended(Outcome.BLOCKED, "a dialog opened before the text was submitted")
        if view.reading.composer is Composer.DRAFT:
            return Ended(Outcome.BLOCKED, "the composer holds more than the text; not submitted")
        return Ended(Outcome.NOT_DELIVERED, "the text did not appear in the composer")

    # And out of it.

    async def _submit(self, view: _View) -> Ended:
        presses, end = 0, time.monotonic() + self._bridge.subprocess_timeout
        while self._holds(view) and not self._prompted():
            if presses > self._bridge.max_enter_retries or time.monotonic() >= end:
                break
            if presses and self._suggests(view):
                view = await self._without_suggestion(view)
                continue
            if not await self._enter(view):
                view = await self._view()
                continue
            if not self._bridge.verify_enter:
                return Ended(Outcome.UNKNOWN, "Enter was pressed; the result could not be verified")
            view = await self._left()
            presses, end = presses + 1, time.monotonic() + self._bridge.subprocess_timeout
        return await self._judged(view)

    def _suggests(self, view: _View) -> bool:
        """Whether a suggestion follows our text and may be dismissed: once, when idle."""
        idle = view.reading.state is State.IDLE
        return (
            self._bridge.detect_ghost_text and view.reading.suggests and idle and not self._escaped
        )

    async def _without_suggestion(self, view: _View) -> _View:
        """Have a suggestion go that came between two Enters: the next would take it along."""
        self._escaped = await self._press(_ESCAPE, view)
        await asyncio.sleep(self._bridge.clear_delay_ms / 1000)
        return await self._view()

    async def _enter(self, view: _View) -> bool:
        self._pane.check()
        entered_before, self.acted = self.acted, True
        pressed = await self._press(_ENTER, view)
        self.acted = entered_before or pressed
        return pressed

    async def _left(self) -> _View:
        """Wait until the text is out of the composer, but not for long."""
        end = time.monotonic() + _TAKEN_WITHIN
        while True:
            await self._pane.stir(_GLANCE)
            view = await self._view()
            # A draft that is not ours may be ours, half drawn.
            drafted = view.reading.composer is Composer.DRAFT
            if not drafted or self._prompted() or time.monotonic() >= end:
                return view

    async def _judged(self, view: _View) -> Ended:
        if self._prompted():
            return Ended(Outcome.ACCEPTED, self._got())
        if self._holds(view):
            _log.warning("Enter was not taken; the pane shows:\n%s", "\n".join(view.screen.plain))
            return Ended(Outcome.NOT_DELIVERED, "the text is in the composer, not submitted")
        if not self.acted:
            return self._not_echoed(view)
        if self._wish.prompted is not None:
            return await self._confirmed(self._wish.prompted)
        return _left_behind(view.reading)

    async def _confirmed(self, prompted: asyncio.Future[str]) -> Ended:
        await asyncio.wait({prompted}, timeout=self._bridge.subprocess_timeout)
        if self._prompted():
            return Ended(Outcome.ACCEPTED, self._got())
        said = "received another one" if prompted.done() else "said nothing"
        return Ended(Outcome.UNKNOWN, f"the text left the composer; the agent {said}")

    def _prompted(self) -> bool:
        """Tell whether the agent reported this text after we pressed Enter."""
        prompted = self._wish.prompted
        if prompted is None or not prompted.done() or prompted.cancelled() or not self.acted:
            return False
        return is_same_prompt(prompted.result(), self._wish.text)

    def _got(self) -> str:
        """What is said of a prompt that the agent received: whether it normalised it."""
        prompted = self._wish.prompted
        exact = prompted is not None and prompted.result().strip() == self._wish.text.strip()
        changed = ", which it normalised (accents, tabs)"
        return "the agent received the prompt" + ("" if exact else changed)

    async def _view(self) -> _View:
        screen = await self._pane.look()
        return _View(screen, self._read(screen.text))

    def _holds(self, view: _View) -> bool:
        return view.reading.composer is Composer.DRAFT and holds(
            view.reading.draft, self._wish.text
        )

    async def _press(self, keys: KeyInput, view: _View) -> bool:
        return await self._pane.press(keys, view.screen.command, view.screen.foot())


async def wait_until_free(pane: PaneInput, read: Reader) -> None:
    """Look until nothing is in the way of typing, without taking anybody's turn."""
    while not await _stays_free(pane, read):
        # An agent at work writes all the time; one that is idle is seen soon enough.
        await asyncio.sleep(_GLANCE)
        await pane.stir(_TAKEN_WITHIN)


async def _stays_free(pane: PaneInput, read: Reader) -> bool:
    if not await _is_free(pane, read):
        return False
    await asyncio.sleep(_SETTLED)
    return await _is_free(pane, read)


async def _is_free(pane: PaneInput, read: Reader) -> bool:
    screen = await pane.look()
    return not hindrance(screen, read(screen.text), own_queue=False)


def hindrance(screen: Screen, reading: Reading, *, own_queue: bool) -> str:
    """Say what is in the way of typing; nothing if nothing is."""
    if screen.dead:
        return "the pane's program has ended"
    if screen.in_mode:
        return "the pane is in copy mode"
    if reading.dialog is not None or reading.state is State.WAITING:
        return "a dialog is open"
    if reading.state is State.WORKING:
        return _at_work(reading.composer) if own_queue else "the agent is working"
    if reading.state in {State.UNKNOWN, State.STARTING, State.ENDED}:
        return "nothing says that the agent is idle"
    return _IN_COMPOSER.get(reading.composer, "")


def _at_work(composer: Composer) -> str:
    return "" if composer is Composer.QUEUED else _IN_COMPOSER.get(composer, "")


_IN_COMPOSER = {
    Composer.DRAFT: "there is a draft in the composer",
    Composer.QUEUED: "a message is waiting in the agent's own queue",
    Composer.SHELL: "the composer is in shell mode",
    Composer.NONE: "there is no composer on the screen",
}


def _left_behind(reading: Reading) -> Ended:
    """What the composer shows of a text that left it, if nothing else reports it."""
    if reading.dialog is not None:
        return Ended(Outcome.UNKNOWN, "a dialog is open where the text was")
    if reading.composer is Composer.DRAFT:
        return Ended(Outcome.UNKNOWN, "another text is in the composer now")
    return Ended(Outcome.ACCEPTED, "the text left the composer")
