"""The stream clients of a server: they report which panes write something."""

import asyncio
import time
from collections.abc import Awaitable, Callable
from contextlib import suppress

from quarterdeck.terminals.tmux.control.backoff import STEADY, growing
from quarterdeck.terminals.tmux.control.commands import request
from quarterdeck.terminals.tmux.control.link import STREAM, Client
from quarterdeck.terminals.tmux.control.notifications import (
    LayoutChanged,
    Notification,
    Output,
    Paused,
    SessionChanged,
)
from quarterdeck.terminals.tmux.results import TmuxError
from quarterdeck.terminals.tmux.seeing.capture_schedule import MUCH

# To a tmux session, with these flags, telling what it is notified of.
Attach = Callable[[str, str, Callable[[Notification], None]], Awaitable[Client]]


class Streams:
    """One client for each tmux session that is wanted: tmux sends a session's output to its own."""

    def __init__(
        self,
        attach: Attach,
        within: float,
        *,
        stirred: Callable[[str, int], None],
        news: Callable[[], None],
        changed: Callable[[], None],
    ) -> None:
        self.running: dict[str, Client] = {}
        self._attach = attach
        self._within = within
        self._stirred = stirred
        self._news = news
        self._changed = changed
        self._wanted: set[str] = set()
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._arrange = asyncio.Event()

    def want(self, sessions: set[str]) -> None:
        """Stream these tmux sessions and no others."""
        if sessions != self._wanted:
            self._wanted = sessions
            self._arrange.set()

    async def run(self) -> None:
        """Keep the wanted streams until cancelled."""
        self._tasks.clear()
        async with asyncio.TaskGroup() as group:
            while True:
                self._arrange.clear()
                for session in self._wanted - self._tasks.keys():
                    self._tasks[session] = group.create_task(self._keep(session))
                for session in self._tasks.keys() - self._wanted:
                    self._tasks.pop(session).cancel()
                await self._arrange.wait()

    async def _keep(self, session: str) -> None:
        pauses = growing()
        while True:
            began = time.monotonic()
            with suppress(TmuxError):
                await self._hold(session)
            if time.monotonic() - began > STEADY:
                pauses = growing()
            await asyncio.sleep(next(pauses))

    async def _hold(self, session: str) -> None:
        ear = _Ear(session, self._stirred, self._news)
        client = await self._attach(session, STREAM, ear.hear)
        ear.client = self.running[session] = client
        self._changed()
        try:
            await client.stay(self._within)
        finally:
            del self.running[session]
            self._changed()
            await client.close()


class _Ear:
    """What one stream client is notified of, and what is done about it."""

    def __init__(
        self, session: str, stirred: Callable[[str, int], None], news: Callable[[], None]
    ) -> None:
        self.client: Client | None = None
        self._session = session
        self._stirred = stirred
        self._news = news

    def hear(self, heard: Notification) -> None:
        match heard:
            case Output(pane=pane, data=data):
                self._stirred(pane, len(data))
            case Paused(pane=pane) if self.client:
                self._stirred(pane, MUCH)
                self.client.say(request("refresh-client", "-A", f"{pane}:continue"))
            case LayoutChanged():
                self._news()
            case SessionChanged(session=session) if session != self._session and self.client:
                # Its tmux session ended, and the user's tmux moves clients on to another.
                self.client.kill()
            case _:
                pass
