"""The daemon as every door sees it: what is true, what happened, and who may do what."""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol

from quarterdeck.agent_processes import Standing
from quarterdeck.domain.asks import Ask
from quarterdeck.domain.effects import Refuse, Tell
from quarterdeck.domain.events import Answered, Event
from quarterdeck.domain.ids import AnswerId, AskId
from quarterdeck.domain.sessions import Session
from quarterdeck.domain.watch import View
from quarterdeck.doors.peers import Peer, standing
from quarterdeck.ports import Clock, Delivery, History, Terminal

NO_JOBS = "tmux runs this without a pane; [security] tmux_jobs lets such commands decide."
HEARD_WITHIN = 10.0  # seconds in which whoever answered is told what became of it


class NotFound(Exception):
    """There is no such session or ask; the message says which."""


class Refused(Exception):
    """Whoever calls may not do this; the message says why."""


class Wish(StrEnum):
    """What somebody wants to do, as far as it matters who wants it."""

    DECIDE = "decide"  # what a person decides: answers, keys, and about the daemon itself
    SEND = "send"  # a prompt for an agent


class Core(Protocol):
    """The loop, seen from outside."""

    @property
    def trouble(self) -> str:
        """Why the journal cannot be written; empty while it can."""

    def view(self) -> View:
        """What is true now, and written down."""

    def put(self, event: Event) -> None:
        """Take what happened; it is handled soon, in order."""


class Outcomes(Protocol):
    """Where those wait who answered."""

    def expect(self, answer: AnswerId, tell: Callable[[Tell | Refuse], None]) -> None:
        """Call this once when the end of the answer is known."""

    def forget(self, answer: AnswerId, tell: Callable[[Tell | Refuse], None]) -> None:
        """Tell a caller nothing that stopped waiting."""


@dataclass(frozen=True, slots=True)
class Facade:
    """What every door needs, whatever it speaks."""

    run: str  # the name of this run of the daemon
    version: str
    core: Core
    outcomes: Outcomes
    history: History
    terminal: Terminal
    interrupt: Callable[[Session], Awaitable[Delivery]]
    now: Clock
    agents_may_type: bool
    tmux_jobs: bool

    def view(self) -> View:
        """What is true now."""
        return self.core.view()

    def put(self, event: Event) -> None:
        """Say what happened."""
        self.core.put(event)

    def session(self, name: str) -> Session:
        """The session with this id; raises NotFound."""
        for session in self.view().sessions:
            if session.id == name:
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

    async def permit(self, wish: Wish, who: Callable[[], Peer]) -> None:
        """Raise Refused for an agent that wants what only a person may do."""
        if wish is Wish.SEND and self.agents_may_type:
            return
        # One that said goodbye counts for as long as its process lives.
        agents = [session.process for session in self.view().sessions]
        # On a machine with much open, looking takes longer than others may wait.
        found = await asyncio.to_thread(lambda: standing(who(), agents))
        if found is Standing.AGENT:
            raise Refused("An agent may not do this; a person must.")
        if found is Standing.TMUX_JOB and not self.tmux_jobs:
            raise Refused(NO_JOBS)

    async def settled(self, event: Answered) -> Tell | Refuse | None:
        """What became of an answer; None when nothing was heard in time."""
        heard: asyncio.Future[Tell | Refuse] = asyncio.get_running_loop().create_future()
        name = event.answer.id

        def hear(word: Tell | Refuse) -> None:
            if not heard.done():
                heard.set_result(word)

        self.outcomes.expect(name, hear)
        self.put(event)
        try:
            async with asyncio.timeout(HEARD_WITHIN):
                return await heard
        except TimeoutError:
            return None
        finally:
            self.outcomes.forget(name, hear)
