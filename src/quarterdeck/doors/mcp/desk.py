"""Where agents ask the person: each call is checked, becomes an ask, and waits for its end."""

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass

from quarterdeck.domain.asks import Answer, Ask
from quarterdeck.domain.callers import Caller, Right
from quarterdeck.domain.channels import Channel, Keep
from quarterdeck.domain.events import AskOpened, ChannelClosed, Closing, Printed
from quarterdeck.domain.ids import RequestId
from quarterdeck.domain.sessions import Session
from quarterdeck.doors.facade import Facade
from quarterdeck.doors.mcp import wire
from quarterdeck.doors.mcp.limits import CallLimits
from quarterdeck.doors.mcp.open_calls import Line, OpenCall, OpenCalls
from quarterdeck.doors.mcp.wire import Asked, Result
from quarterdeck.doors.peers import Peer
from quarterdeck.ports import Nonsense

PROGRESS_EVERY = 10.0  # seconds; clients give up on calls that say nothing


@dataclass(frozen=True, slots=True)
class Call:
    """One call of a tool, and who makes it."""

    request: RequestId
    line: Line
    came: Caller
    who: Callable[[], Peer]
    progress: Callable[[float], Awaitable[None]]


class HumanDesk:
    """What the tools do, and what becomes of their calls."""

    def __init__(self, facade: Facade, calls: OpenCalls, stop: asyncio.Event) -> None:
        self._facade = facade
        self._calls = calls
        self._stop = stop
        self._limits = CallLimits()

    # What the tools do

    async def ask(self, call: Call, given: Mapping[str, object]) -> Result:
        """Ask the person, and wait; raises Nonsense or Refused."""
        asked = wire.read_question(given)
        session = await self._session(call, asked.session)
        self._limit(session)
        waiting = self._calls.open(call.request, session.id, call.line)
        now = self._facade.now()
        ask = asked.ask(call.request, session.id, now)
        self._facade.put(AskOpened(ask, Channel(call.request, ask.id, Keep.CALL, now)))
        try:
            answer = await _answer(call, waiting)
        except asyncio.CancelledError:
            broke = call.line.gone.is_set()
            self._end(call.line, call.request, call.line.loss if broke else Closing.TERMINATED)
            raise
        return self._result(asked, ask, answer)

    async def notify(self, call: Call, given: Mapping[str, object]) -> Result:
        """Tell the person something; raises Nonsense or Refused."""
        said = wire.read_message(given)
        session = await self._session(call, said.session)
        self._limit(session)
        ask = said.ask(call.request, session.id, self._facade.now())
        await self._facade.tell(AskOpened(ask, None))
        return wire.shown()

    # What lines tell

    def taken(self, line: Line, request: RequestId) -> None:
        """The other end of a line took what a call was told."""
        if self._calls.close(request, line):
            self._facade.put(Printed(request, self._facade.now()))

    def lost(self, line: Line) -> None:
        """A line broke; of what was told on it last, nobody knows whether it was taken."""
        for request, call in self._calls.on(line):
            self._end(line, request, Closing.CLOSED if call.answer.done() else line.loss)

    def _end(self, line: Line, request: RequestId, how: Closing) -> None:
        """A call is gone; where we stop ourselves it comes back to the next run."""
        if self._calls.close(request, line) and not self._stop.is_set():
            self._facade.put(ChannelClosed(request, how, self._facade.now()))

    # Who calls, and whether they may

    async def _session(self, call: Call, named: str) -> Session:
        """The session for which a call is made: that of its process, or the one it names."""
        peer = await asyncio.to_thread(call.who)
        caller = await self._facade.caller(call.came, lambda: peer)
        self._facade.permit(caller, Right.ASK)
        found = await self._facade.session_of(lambda: peer)
        if found is None or found.ended:
            return self._named(named)
        if named and not _is_called(found, named):
            raise Nonsense(f"You run in session {found.id!r}, and cannot ask for another.")
        return found

    def _named(self, named: str) -> Session:
        live = [session for session in self._facade.view().sessions if not session.ended]
        for session in live:
            if _is_called(session, named):
                return session
        listed = ", ".join(f"{s.id} ({s.name})" for s in live) or "none"
        if named:
            raise Nonsense(f"There is no session {named[:60]!r}; there are: {listed}.")
        raise Nonsense(f"Your session was not found; give 'session', one of: {listed}.")

    def _limit(self, session: Session) -> None:
        waiting = self._calls.of(session.id)
        if why := self._limits.objection(session.id, waiting, self._facade.now()):
            raise Nonsense(why)

    def _result(self, asked: Asked, ask: Ask, answer: Answer | None) -> Result:
        if answer:
            return wire.answered(asked, answer)
        late = ask.deadline is not None and self._facade.now() >= ask.deadline
        return wire.unanswered(asked, in_time=not late)


def _is_called(session: Session, name: str) -> bool:
    return bool(name) and name in (session.id, session.name, session.facts.agent_session)


async def _answer(call: Call, waiting: OpenCall) -> Answer | None:
    """Wait until the person decided, or nobody is there to hear of it."""
    gone = asyncio.ensure_future(call.line.gone.wait())
    steps = 0.0
    try:
        while not (waiting.answer.done() or gone.done()):
            await call.progress(steps)
            steps += 1
            await asyncio.wait(
                (waiting.answer, gone),
                timeout=PROGRESS_EVERY,
                return_when=asyncio.FIRST_COMPLETED,
            )
    finally:
        gone.cancel()
    return waiting.answer.result() if waiting.answer.done() else None
