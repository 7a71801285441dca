"""What goes into one pane: sends that the server checks, one by one, with pauses between."""

import asyncio
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from quarterdeck.domain.sessions import Process
from quarterdeck.terminals.tmux.control.commands import REFUSED, KeyInput, Landmark, guarded
from quarterdeck.terminals.tmux.control.panes import PaneIdentity, lost
from quarterdeck.terminals.tmux.control.processes import (
    foreground,
    group,
    started,
    terminal,
    with_parents,
)
from quarterdeck.terminals.tmux.results import TmuxBridgeErrorType, TmuxError, complaint
from quarterdeck.terminals.tmux.seeing.screen import Screen
from quarterdeck.terminals.tmux.seeing.server import Server

_DEAF = 0.25  # seconds; dialogs ignore keys in their first moments
_GLANCE = 0.03  # between two looks at a pane that does not tell when it writes


class PaneInput:
    """What is typed into one pane, in order."""

    def __init__(self, server: Server, identity: PaneIdentity, pause: float) -> None:
        self.identity = identity
        self._server = server
        self._pause = pause
        self._turn = asyncio.Lock()
        self._free = 0.0
        self._process: Process | None = None

    @asynccontextmanager
    async def turn(self, process: Process | None) -> AsyncIterator[None]:
        """Wait for earlier turns, and for the pause after them; then type to a process."""
        async with self._turn:
            await asyncio.sleep(max(0.0, self._free - time.monotonic()))
            self._process = process
            try:
                yield
            finally:
                self._free = time.monotonic() + self._pause

    async def look(self) -> Screen:
        """Capture the pane; raises when it is not the pane we mean."""
        screens = await self._server.capture([self.identity.pane])
        if not screens or screens[0].pane_pid != self.identity.pane_pid:
            raise lost(self.identity)
        return screens[0]

    async def stir(self, within: float) -> None:
        """Wait until the pane writes something, if that is reported; else for a moment."""
        told = self._server.told(self.identity.pane)
        await self._server.watcher.stir(self.identity.pane, within if told else _GLANCE)

    async def settle(self) -> None:
        """Wait until a dialog that just came up listens to keys."""
        unchanged = self._server.watcher.unchanged(self.identity.pane)
        await asyncio.sleep(max(0.0, _DEAF - unchanged))

    def check(self) -> None:
        """Raise unless the intended processes are there; then certainly nothing was sent."""
        if started(self.identity.pane_pid) != self.identity.pane_start:
            raise lost(self.identity)
        if self._process is not None and not listens(self._process, self.identity):
            raise TmuxError(TmuxBridgeErrorType.SEND_FAILED, "the agent is not there to read it")

    async def press(self, keys: KeyInput, command: str, landmarks: tuple[Landmark, ...]) -> bool:
        """Press keys if the same program runs and the landmarks are where they were."""
        self.check()
        self._server.watcher.still(self.identity.pane)
        answer = await self._server.ask(guarded(self.identity.guard(command, landmarks), keys))
        if answer.error:
            raise complaint(answer.error)
        if answer.refused:
            _check(answer.lines[-1], self.identity)
        return not answer.refused


def listens(process: Process, identity: PaneIdentity) -> bool:
    """Tell whether this very process runs in the pane and has its keyboard."""
    if started(process.pid) != process.start:
        return False
    if terminal(process.pid) == identity.tty:
        return foreground(process.pid) in {None, group(process.pid)}
    # It may have a terminal of its own, made by a program in the pane.
    return identity.pane_pid in with_parents(process.pid)


def _check(refusal: str, identity: PaneIdentity) -> None:
    pane, pid, *_ = (*refusal.removeprefix(REFUSED).strip().split(" "), "", "")
    if pane != identity.pane or pid != str(identity.pane_pid):
        raise lost(identity)
