"""What the interface needs from the daemon."""

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from typing import Protocol

from starlette.exceptions import HTTPException
from starlette.requests import HTTPConnection

from quarterdeck.agent_processes import Standing
from quarterdeck.domain.answering import Guards
from quarterdeck.domain.asks import Ask
from quarterdeck.domain.effects import Refuse, Tell
from quarterdeck.domain.events import Answered, Event
from quarterdeck.domain.ids import AnswerId, AskId
from quarterdeck.domain.sessions import Session
from quarterdeck.domain.states import State
from quarterdeck.domain.watch import View
from quarterdeck.doors.http.access import Tokens
from quarterdeck.doors.http.availability import CommanderAvailability
from quarterdeck.doors.http.hub import Hub
from quarterdeck.doors.http.peers import peer_of, standing
from quarterdeck.doors.http.wire import ask_json
from quarterdeck.ports import Hands

OUTCOME_WITHIN = 10.0
NO_JOBS = "tmux runs this without a pane; [security] tmux_jobs lets such commands decide."


class History(Protocol):
    """What is remembered of asks that are over."""

    async def ask(self, ask: AskId) -> Ask | None:
        """An ask, open or ended."""

    async def explained(self, session: str) -> list[dict[str, object]]:
        """Why a session was thought to be in its states, newest last."""

    async def search(self, words: str, limit: int, before: float | None) -> list[dict[str, object]]:
        """Asks and their answers, newest first."""


@dataclass(frozen=True, slots=True)
class Facade:
    """The daemon as its doors see it: what is true, and where to put what happens."""

    run: str  # the name of this run of the daemon
    version: str
    view: Callable[[], View]
    put: Callable[[Event], None]
    now: Callable[[], float]
    guards: Guards
    expect: Callable[[AnswerId, Callable[[Tell | Refuse], None]], None]
    forget: Callable[[AnswerId, Callable[[Tell | Refuse], None]], None]
    trouble: Callable[[], str]
    stop: Callable[[], None]
    stopping: asyncio.Event
    hub: Hub
    keys: Tokens
    history: History
    hands: Hands
    availability: CommanderAvailability
    hook: Callable[[str, Mapping[str, object], int | None], Awaitable[None]]
    extensions: dict[str, object]
    agents_may_type: bool
    tmux_jobs: bool

    def ask_json(self, ask: Ask) -> dict[str, object]:
        """An ask as everybody sees it now."""
        view = self.view()
        return ask_json(ask, view.answering.get(ask.id), view.snoozed.get(ask.id))

    def session(self, name: str) -> Session:
        """The session with this id, or a 404."""
        for session in self.view().sessions:
            if session.id == name:
                return session
        raise HTTPException(404, f"There is no session {name!r}.")

    async def ask(self, name: str) -> Ask:
        """The ask with this id, open or ended, or a 404."""
        for ask in self.view().asks:
            if ask.id == name:
                return ask
        if found := await self.history.ask(AskId(name)):
            return found
        raise HTTPException(404, f"There is no ask {name!r}.")

    async def refuse_agents(self, caller: HTTPConnection) -> None:
        """No agent answers for the person: a 403 for callers below one."""
        # One that said goodbye counts as long as its process lives.
        agents = [session.process for session in self.view().sessions]
        # On a machine with much open, looking takes longer than others may wait.
        match await asyncio.to_thread(lambda: standing(peer_of(caller), agents)):
            case Standing.AGENT:
                raise HTTPException(403, "An agent may not do this; a person must.")
            case Standing.TMUX_JOB if not self.tmux_jobs:
                raise HTTPException(403, NO_JOBS)

    async def refuse_typing_agents(self, caller: HTTPConnection) -> None:
        """The same for prompts, unless the settings let an agent orchestrate others."""
        if not self.agents_may_type:
            await self.refuse_agents(caller)

    async def refuse_pressing_agents(self, caller: HTTPConnection, session: Session) -> None:
        """The same for keys; while a session asks something, they would answer it."""
        if not self.may_agents_press(session):
            await self.refuse_agents(caller)

    def may_agents_press(self, session: Session) -> bool:
        """Whether agents may type, and keys decide nothing now in this session."""
        asks = (a for a in self.view().asks if a.session == session.id)
        decides = session.state is State.WAITING or any(a.kind.is_decision for a in asks)
        return self.agents_may_type and not decides

    async def settled(self, event: Answered) -> Tell | Refuse | None:
        """What became of an answer; None when nothing was heard in time."""
        heard: asyncio.Future[Tell | Refuse] = asyncio.get_running_loop().create_future()
        name = event.answer.id

        def hear(word: Tell | Refuse) -> None:
            if not heard.done():
                heard.set_result(word)

        self.expect(name, hear)
        self.put(event)
        try:
            async with asyncio.timeout(OUTCOME_WITHIN):
                return await heard
        except TimeoutError:
            return None
        finally:
            self.forget(name, hear)
