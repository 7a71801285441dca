"""Which tmux pane each session lives in, and what tmux tells of it."""

import asyncio
import logging
from collections.abc import Callable

from quarterdeck.app.sight import Sight
from quarterdeck.domain.asks import Ask
from quarterdeck.domain.events import Event, SessionNoted
from quarterdeck.domain.ids import SessionId
from quarterdeck.domain.sessions import Facts, Session, Terminal
from quarterdeck.domain.states import State
from quarterdeck.ports import Clock
from quarterdeck.terminals.tmux.bridge import TmuxBridge
from quarterdeck.terminals.tmux.happenings import Happening, PaneGone, ScreenChanged
from quarterdeck.terminals.tmux.panes import PaneIdentity
from quarterdeck.terminals.tmux.results import TmuxError
from quarterdeck.terminals.tmux.settings import Bridge

log = logging.getLogger(__name__)


class SessionPanes:
    """Binds sessions to their panes, and follows what these show."""

    def __init__(
        self, put: Callable[[Event], None], clock: Clock, settings: Bridge, sight: Sight
    ) -> None:
        self.sight = sight
        self.bridge = TmuxBridge(settings, self._hear)
        self.changed: Callable[[Session], None] = lambda _: None  # a pane was found, or lost
        self.renewed: Callable[[TmuxBridge], None] = lambda _: None  # a failed one is not used on
        self._put = put
        self._clock = clock
        self._settings = settings
        self._panes: dict[SessionId, PaneIdentity] = {}
        self._sessions: dict[PaneIdentity, Session] = {}
        self._unbound: dict[SessionId, Session] = {}
        self._work = asyncio.Event()

    async def run(self) -> None:
        """Bind sessions to their panes for ever."""
        self._begin()
        async with self.bridge:
            while True:
                await self._work.wait()
                self._work.clear()
                while self._unbound:
                    _, session = self._unbound.popitem()
                    await self._bind(session)

    def of(self, session: SessionId) -> PaneIdentity | None:
        """The pane in which a session lives, as far as it is known."""
        return self._panes.get(session)

    # What the daemon tells us

    def session_changed(self, session: Session) -> None:
        """A session came, went on or ended."""
        identity = self._panes.get(session.id)
        if session.ended:
            self._forget(session.id)
        elif identity is None:
            self._unbound[session.id] = session
            self._work.set()
        else:
            self._sessions[identity] = session
            server = self.bridge.servers.get(identity.socket)
            if server:
                server.watcher.pace.working(identity.pane, session.state is State.WORKING)

    def ask_changed(self, ask: Ask) -> None:
        """Asks are of no concern to terminals."""

    def _begin(self) -> None:
        """Start anew, with the sessions that were known before."""
        self._unbound |= {session.id: session for session in self._sessions.values()}
        self._work.set()
        self._panes.clear()
        self._sessions.clear()
        self.bridge = TmuxBridge(self._settings, self._hear)
        self.renewed(self.bridge)

    async def _bind(self, session: Session) -> None:
        try:
            pane = await self.bridge.find(session.process.pid)
        except TmuxError as error:
            log.debug("no pane for %s: %s", session.name, error)
            return
        if pane is None or self._panes.get(session.id) == pane.identity:
            return
        self._panes[session.id] = pane.identity
        self._sessions[pane.identity] = session
        found = Facts(terminal=_terminal(pane.identity, session.facts.terminal))
        self._put(SessionNoted(session.id, session.process, session.agent, found, self._clock()))
        await self.bridge.follow(pane.identity)
        self.changed(session)

    def _forget(self, session: SessionId) -> None:
        identity = self._panes.pop(session, None)
        if identity:
            self._sessions.pop(identity, None)
            if server := self.bridge.servers.get(identity.socket):
                server.forget(identity.pane)

    # What tmux tells us

    def _hear(self, happening: Happening) -> None:
        match happening:
            case ScreenChanged(identity, screen):
                if session := self._sessions.get(identity):
                    for event in self.sight.events(session, screen.text, self._clock()):
                        self._put(event)
            case PaneGone(identity):
                if session := self._sessions.pop(identity, None):
                    self._panes.pop(session.id, None)
                    self.changed(session)
            case _:
                pass


def _terminal(identity: PaneIdentity, before: Terminal | None) -> Terminal:
    return Terminal(
        identity.socket,
        identity.server_pid,
        identity.server_start,
        identity.pane,
        identity.pane_pid,
        identity.pane_start,
        identity.tty,
        before.iterm_pane if before else "",
    )
