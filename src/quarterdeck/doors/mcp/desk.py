"""Where agents ask the person: each call is checked, becomes an ask, and waits for its end."""

import asyncio
from collections.abc import Mapping

from quarterdeck.domain.asks import Answer, Ask
from quarterdeck.domain.callers import Right
from quarterdeck.domain.channels import Channel, Keep
from quarterdeck.domain.events import AskOpened, ChannelClosed, Closing, Printed
from quarterdeck.domain.ids import RequestId
from quarterdeck.domain.sessions import Session
from quarterdeck.doors.facade import Facade
from quarterdeck.doors.mcp import wire
from quarterdeck.doors.mcp.calling_sessions import Call, CallingSessions
from quarterdeck.doors.mcp.limits import CallLimits
from quarterdeck.doors.mcp.open_calls import Line, OpenCall, OpenCalls
from quarterdeck.doors.mcp.wire import Asked, Result
from quarterdeck.ports import Nonsense

PROGRESS_EVERY = 10.0  # seconds; clients give up on calls that say nothing


class HumanDesk:
    """What the tools do, and what becomes of their calls."""

    def __init__(self, facade: Facade, calls: OpenCalls, stop: asyncio.Event) -> None:
        self._facade = facade
        self._calls = calls
        self._stop = stop
        self._limits = CallLimits()
        self._sessions = CallingSessions(facade)

    # What the tools do

    async def ask(self, call: Call, given: Mapping[str, object]) -> Result:
        """Ask the person, and wait; raises Nonsense or Refused."""
        asked = wire.read_question(given)
        session = await self._sessions.of(call, asked.session, Right.ASK)
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
        session = await self._sessions.of(call, said.session, Right.ASK)
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

    def _limit(self, session: Session) -> None:
        waiting = self._calls.of(session.id)
        if why := self._limits.objection(session.id, waiting, self._facade.now()):
            raise Nonsense(why)

    def _result(self, asked: Asked, ask: Ask, answer: Answer | None) -> Result:
        if answer:
            return wire.answered(asked, answer)
        late = ask.deadline is not None and self._facade.now() >= ask.deadline
        return wire.unanswered(asked, in_time=not late)


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
