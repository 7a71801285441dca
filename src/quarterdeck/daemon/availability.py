"""Whether text can reach the agents: panes are checked periodically, and changes reported."""

import asyncio
from collections.abc import Awaitable, Callable

from quarterdeck.domain.ids import SessionId
from quarterdeck.domain.sessions import Session

SHORTEST = 1.0  # seconds between two rounds, whatever is set

Health = Callable[[Session], Awaitable[tuple[bool, bool]]]
Tell = Callable[[SessionId, bool], None]


class CommanderAvailability:
    """Follows the panes of sessions, from their first pane until they end."""

    def __init__(self, health: Health, tell: Tell, every: float) -> None:
        self._health = health
        self._tell_all = tell
        self.every = max(SHORTEST, every)
        self._sessions: dict[SessionId, Session] = {}
        self._available: dict[SessionId, bool] = {}
        self._news: dict[SessionId, Session] = {}
        self._stir = asyncio.Event()

    async def run(self) -> None:
        """Check every pane for ever, and one that was found or lost at once."""
        while True:
            await self._wait()
            some = list(self._news.values()) or list(self._sessions.values())
            self._news.clear()
            for session in some:
                await self.check(session)

    async def check(self, session: Session) -> tuple[bool, bool]:
        """Whether a session's pane is there, and whether an agent runs in it."""
        available, running = await self._health(session)
        if session.id in self._sessions:
            self._tell(session.id, available)
        return available, running

    def session_changed(self, session: Session) -> None:
        """A session with a pane is followed until it ends."""
        terminal = session.facts.terminal
        if session.ended:
            self._forget(session.id)
        elif terminal and terminal.pane:
            self._sessions[session.id] = session

    def pane_changed(self, session: Session) -> None:
        """A session's pane was found or lost."""
        self._sessions[session.id] = self._news[session.id] = session
        self._stir.set()

    def _forget(self, session: SessionId) -> None:
        if self._sessions.pop(session, None) and self._available.get(session):
            self._tell(session, available=False)
        self._available.pop(session, None)
        self._news.pop(session, None)

    def _tell(self, session: SessionId, available: bool) -> None:
        if self._available.get(session) is available:
            return
        self._available[session] = available
        self._tell_all(session, available)

    async def _wait(self) -> None:
        try:
            async with asyncio.timeout(self.every):
                await self._stir.wait()
        except TimeoutError:
            return
        self._stir.clear()
