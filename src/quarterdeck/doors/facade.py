"""The daemon as every door sees it: what is true, what happened, and who may do what."""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Protocol

from quarterdeck.agent_processes import Standing, nearest_agent
from quarterdeck.domain.actions import Action, Progress
from quarterdeck.domain.asks import Ask
from quarterdeck.domain.callers import AccessRules, Caller, CallerKind, Right, Role, may
from quarterdeck.domain.effects import Acknowledge, Refuse, Tell
from quarterdeck.domain.events import ActionRequested, ActionWithdrawn, Event
from quarterdeck.domain.ids import ActionId, AnswerId, AskId
from quarterdeck.domain.sessions import Session
from quarterdeck.domain.states import State
from quarterdeck.domain.watch import View
from quarterdeck.doors.peers import Peer, standing
from quarterdeck.ports import Clock, History, Terminal

TMUX_JOB = "What tmux runs without a pane"  # until [security] tmux_jobs says otherwise
HEARD_WITHIN = 10.0  # seconds within which the caller gets the outcome


class NotFound(Exception):
    """There is no such session or ask; the message says which."""


class Refused(Exception):
    """The caller may not do this; the message says why."""


class Core(Protocol):
    """The loop, seen from outside."""

    @property
    def trouble(self) -> str:
        """Why the journal cannot be written; empty while it can."""

    def view(self) -> View:
        """What is true now, and written down."""

    def put(self, event: Event) -> None:
        """Take what happened; it is handled soon, in order."""

    async def handled(self) -> None:
        """Wait until everything put so far is handled, written down and carried out."""


Name = AnswerId | ActionId
Word = Tell | Refuse | Acknowledge | Progress


class Outcomes(Protocol):
    """Where those wait who answered, or wanted something done."""

    def expect(self, name: Name, tell: Callable[[Word], None]) -> None:
        """Call this once when the end is known."""

    def forget(self, name: Name, tell: Callable[[Word], None]) -> None:
        """Report nothing to a caller that stopped waiting."""


@dataclass(frozen=True, slots=True)
class Facade:
    """What every door needs, whatever it speaks."""

    run: str  # the name of this run of the daemon
    version: str
    core: Core
    outcomes: Outcomes
    history: History
    terminal: Terminal
    now: Clock
    access: AccessRules
    tmux_jobs: bool  # whether what tmux runs without a pane may decide

    def view(self) -> View:
        """What is true now."""
        return self.core.view()

    def put(self, event: Event) -> None:
        """Say what happened."""
        self.core.put(event)

    async def tell(self, event: Event) -> None:
        """Say what happened; when this returns, everybody can see what follows from it."""
        self.put(event)
        await self.core.handled()

    def session(self, name: str) -> Session:
        """The session with this id or pid, a living one before an ended one; raises NotFound."""
        sessions = sorted(self.view().sessions, key=lambda session: session.state is State.ENDED)
        for session in sessions:
            if name in (session.id, str(session.process.pid)):
                return session
        raise NotFound(f"There is no session {name!r}.")

    async def ask(self, name: str) -> Ask:
        """The ask with this id, open or ended; raises NotFound."""
        for ask in self.view().asks:
            if ask.id == name:
                return ask
        if found := await self.history.ask(AskId(name)):
            return found
        raise NotFound(f"There is no ask {name!r}.")

    async def caller(self, came: Caller, who: Callable[[], Peer]) -> Caller:
        """As whom somebody counts: a process below an agent is an agent, whatever it brings."""
        # One that said goodbye counts for as long as its process lives.
        agents = [session.process for session in self.view().sessions]
        # On a machine with much open, looking takes longer than others may wait.
        found = await asyncio.to_thread(lambda: standing(who(), agents))
        if found is Standing.AGENT:
            return replace(came, kind=CallerKind.AGENT, name="an agent", own_token=False)
        if found is Standing.TMUX_JOB and not self.tmux_jobs:
            return replace(came, name=TMUX_JOB, role=Role.VIEW, own_token=False)
        return came

    async def session_of(self, who: Callable[[], Peer]) -> Session | None:
        """The session from whose agent a call comes; None where nobody can tell."""
        sessions = {session.process: session for session in self.view().sessions}

        def look() -> Session | None:
            pid = who().pid
            agent = nearest_agent(pid, sessions) if pid is not None else None
            return sessions[agent] if agent else None

        return await asyncio.to_thread(look)

    def permit(self, caller: Caller, right: Right) -> None:
        """Raise Refused unless this caller may do this; the watch asks the same table again."""
        if refusal := may(caller, right, None, self.access):
            raise Refused(refusal.why)

    async def settled(self, name: AnswerId, event: Event) -> Tell | Refuse | None:
        """The outcome of the answer that an event gives; None if none came in time."""
        word = await self.pressed(name, event)
        assert not isinstance(word, Progress | Acknowledge), "only a press does other things"
        return word

    async def pressed(self, name: AnswerId, event: Event) -> Word | None:
        """What became of a press; None if nothing was heard in time."""
        try:
            async with asyncio.timeout(HEARD_WITHIN):
                return await self._heard(name, event)
        except TimeoutError:
            return None

    async def done(self, action: Action) -> Progress | Refuse:
        """Have something done and get its outcome; to stop waiting is to withdraw it."""
        try:
            word = await self._heard(action.id, ActionRequested(action))
        except asyncio.CancelledError:
            self.put(ActionWithdrawn(action.id, self.now()))
            raise
        assert not isinstance(word, Tell | Acknowledge), "answers are waited for elsewhere"
        return word

    async def _heard(self, name: Name, event: Event) -> Word:
        heard: asyncio.Future[Word] = asyncio.get_running_loop().create_future()

        def hear(word: Word) -> None:
            if not heard.done():
                heard.set_result(word)

        self.outcomes.expect(name, hear)
        self.put(event)
        try:
            return await heard
        finally:
            self.outcomes.forget(name, hear)
