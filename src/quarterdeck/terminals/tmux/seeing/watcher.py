"""Turns output of panes into changed screens."""

import asyncio
import time
from collections.abc import Awaitable, Callable
from contextlib import suppress

from quarterdeck.terminals.tmux.control.link import happens
from quarterdeck.terminals.tmux.results import TmuxError
from quarterdeck.terminals.tmux.seeing.capture_schedule import MUCH, CaptureSchedule
from quarterdeck.terminals.tmux.seeing.screen import Screen

BY_CHANNEL = 50.0  # looks a second
BY_PROCESS = 25.0
_AT_ONCE = 8  # panes in one request
_FOREVER = 60.0


class Watcher:
    """Looks at the followed panes of one server when it is time, and reports what is new."""

    def __init__(
        self,
        capture: Callable[[list[str]], Awaitable[list[Screen]]],
        changed: Callable[[Screen], None],
    ) -> None:
        self.pace = CaptureSchedule(BY_PROCESS)
        self._capture = capture
        self._changed = changed
        self._screens: dict[str, Screen] = {}
        self._since: dict[str, float] = {}
        self._woken = asyncio.Event()
        self._stirs: dict[str, asyncio.Event] = {}

    def follow(self, pane: str) -> None:
        """Report what a pane shows now, and whenever that changes."""
        self.pace.follow(pane, time.monotonic())
        self._woken.set()

    def forget(self, pane: str) -> None:
        """Watch a pane no more."""
        self.pace.forget(pane)
        self._screens.pop(pane, None)
        self._since.pop(pane, None)
        self._stirs.pop(pane, None)

    def stirred(self, pane: str, size: int) -> None:
        """Note that a pane wrote this many bytes."""
        if stir := self._stirs.get(pane):
            stir.set()
        rested = self.pace.stirred(pane, size, time.monotonic())
        if rested or size >= MUCH:
            self._woken.set()

    async def stir(self, pane: str, within: float) -> None:
        """Wait until a pane writes something, but no longer than this."""
        await happens(self._stirs.setdefault(pane, asyncio.Event()), within)
        self.still(pane)

    def still(self, pane: str) -> None:
        """Forget that a pane wrote something: only what comes from now on counts."""
        self._stirs.setdefault(pane, asyncio.Event()).clear()

    def saw(self, screen: Screen, began: float) -> None:
        """Take a captured screen, whoever asked for it."""
        self.pace.looked(screen.pane, began)
        if self._screens.get(screen.pane) != screen:
            self._screens[screen.pane] = screen
            self._since[screen.pane] = began
            self._changed(screen)

    def screen(self, pane: str) -> Screen | None:
        """Give the last screen of a followed pane."""
        return self._screens.get(pane)

    def unchanged(self, pane: str) -> float:
        """Give the seconds for which a pane has looked as it does."""
        return time.monotonic() - self._since.get(pane, time.monotonic())

    async def run(self) -> None:
        """Look at panes for as long as the server is watched."""
        while True:
            if due := self.pace.due(time.monotonic()):
                await self._look(due)
            rest = min(self.pace.rest(time.monotonic()), _FOREVER)
            self._woken.clear()
            await happens(self._woken, rest)

    async def _look(self, panes: list[str]) -> None:
        for start in range(0, len(panes), _AT_ONCE):
            some, began = panes[start : start + _AT_ONCE], time.monotonic()
            # The server's keeper finds out why it fails; here the panes wait for their next turn.
            with suppress(TmuxError):
                await self._capture(some)
            for pane in some:
                self.pace.looked(pane, began)
