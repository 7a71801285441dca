"""Which tmux pane each session runs in, and what tmux says about it."""

import asyncio
import logging
from collections.abc import Callable, Collection, Iterable
from typing import assert_never

from quarterdeck.domain.events import Event, SessionNoted
from quarterdeck.domain.ids import SessionId
from quarterdeck.domain.sessions import Facts, Session, Terminal
from quarterdeck.domain.states import State
from quarterdeck.ports import Clock
from quarterdeck.terminals.tmux.bridge import TmuxBridge
from quarterdeck.terminals.tmux.control.link import happens
from quarterdeck.terminals.tmux.control.panes import PaneIdentity
from quarterdeck.terminals.tmux.control.processes import started, with_parents
from quarterdeck.terminals.tmux.results import TmuxError
from quarterdeck.terminals.tmux.seeing.terminal_events import (
    PaneGone,
    ScreenChanged,
    ServerUp,
    TerminalEvent,
)
from quarterdeck.terminals.tmux.settings import BridgeSettings
from quarterdeck.terminals.tmux.typing.pane_input import listens

log = logging.getLogger(__name__)


class SessionPanes:
    """Binds sessions to their panes, and follows what these show."""

    def __init__(
        self,
        put: Callable[[Event], None],
        clock: Clock,
        settings: BridgeSettings,
        *,
        programs: Collection[str],  # by their names: they are agents
        seen: Callable[[Session, str], None],  # what stands on a session's screen now
    ) -> None:
        self._programs = programs
        self._seen = seen
        self.bridge = TmuxBridge(settings, self._hear, programs)
        self.changed: Callable[[Session], None] = lambda _: None  # a pane was found, or lost
        self.renewed: Callable[[TmuxBridge], None] = lambda _: None  # a failed one is not used on
        self._put = put
        self._clock = clock
        self._settings = settings
        self._living: dict[SessionId, Session] = {}
        self._panes: dict[SessionId, PaneIdentity] = {}
        self._holders: dict[PaneIdentity, SessionId] = {}
        self._unbound: list[SessionId] = []
        self._searches: dict[SessionId, asyncio.Event] = {}  # set when one is over
        self._crowded: set[SessionId] = set()  # they live in a pane that another one holds
        self._work = asyncio.Event()

    async def run(self) -> None:
        """Bind sessions to their panes for ever."""
        self._begin()
        async with self.bridge:
            while True:
                await self._work.wait()
                self._work.clear()
                while self._unbound:
                    await self._search(self._unbound.pop(0))

    def of(self, session: SessionId) -> PaneIdentity | None:
        """The pane in which a session runs, if known."""
        return self._panes.get(session)

    async def found(self, session: SessionId) -> PaneIdentity | None:
        """The pane in which a session runs, once the search for it is over, if one is on."""
        if search := self._searches.get(session):
            await happens(search, self._settings.subprocess_timeout)
        return self.of(session)

    # What the daemon tells us

    def session_changed(self, session: Session) -> None:
        """A session came, went on or ended."""
        if session.ended:
            self._forget(session.id)
            return
        self._living[session.id] = session
        if identity := self._panes.get(session.id):
            self._schedule(identity, session)
        else:
            self._find([session.id])

    def _begin(self) -> None:
        """Start with the sessions that were known before."""
        self._panes.clear()
        self._holders.clear()
        self._crowded.clear()
        self.bridge = TmuxBridge(self._settings, self._hear, self._programs)
        self.renewed(self.bridge)
        self._find(self._living)

    def _find(self, names: Iterable[SessionId]) -> None:
        for name in names:
            if name not in self._unbound:
                self._unbound.append(name)
                self._searches.setdefault(name, asyncio.Event())
        self._work.set()

    async def _search(self, name: SessionId) -> None:
        await self._bind(name)
        self._searches.pop(name).set()
        if name in self._unbound:  # something happened meanwhile: once more
            self._searches[name] = asyncio.Event()

    async def _bind(self, name: SessionId) -> None:
        if name not in self._living:
            return
        try:
            pane = await self.bridge.find(self._living[name].process.pid)
        except TmuxError as error:
            log.debug("no pane for %s: %s", name, error)
            return
        session = self._living.get(name)  # it may have ended meanwhile, and not be told of yet
        lives = session is not None and started(session.process.pid) == session.process.start
        if session and lives and pane and name not in self._panes:
            self._place(session, pane.identity)

    def _place(self, session: Session, identity: PaneIdentity) -> None:
        """Give a session its pane, unless another one holds it."""
        if holder := self._holders.get(identity):
            if not _gives_way(self._living[holder], session, identity):
                self._crowded.add(session.id)
                return
            self._lose(holder)
            self._crowded.add(holder)
        self._crowded.discard(session.id)
        self._panes[session.id], self._holders[identity] = identity, session.id
        found = Facts(terminal=_terminal(identity, session.facts.terminal))
        self._put(SessionNoted(session.id, session.process, session.agent, found, self._clock()))
        self.bridge.servers[identity.socket].follow(identity.pane)
        self._schedule(identity, session)
        self.changed(session)

    def _lose(self, name: SessionId) -> None:
        self._release(name)
        self.changed(self._living[name])

    def _forget(self, name: SessionId) -> None:
        self._living.pop(name, None)
        self._crowded.discard(name)
        self._release(name)

    def _release(self, name: SessionId) -> None:
        """Take a session's pane from it, and let those have it who live there too."""
        if identity := self._panes.pop(name, None):
            del self._holders[identity]
            if server := self.bridge.servers.get(identity.socket):
                server.forget(identity.pane)
            self._find(self._crowded)

    def _schedule(self, identity: PaneIdentity, session: Session) -> None:
        if server := self.bridge.servers.get(identity.socket):
            server.watcher.pace.working(identity.pane, session.state is State.WORKING)

    # What tmux tells us

    def _hear(self, happened: TerminalEvent) -> None:
        match happened:
            case ScreenChanged(identity, screen):
                if holder := self._holders.get(identity):
                    self._seen(self._living[holder], screen.text)
            case PaneGone(identity):
                if holder := self._holders.get(identity):
                    self._lose(holder)
            case ServerUp():
                # A server that was only silent for a while has the panes that it had before.
                self._find([name for name in self._living if name not in self._panes])
            case _:
                assert_never(happened)


def _gives_way(holder: Session, other: Session, identity: PaneIdentity) -> bool:
    """Tell whether a pane belongs to another session by now; an agent's children never get it."""
    if not listens(other.process, identity):
        return False
    outer = other.process.pid in with_parents(holder.process.pid)
    return outer or not listens(holder.process, identity)


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
