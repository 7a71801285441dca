"""Who calls a tool, for which session, and whether they may."""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from quarterdeck.domain.callers import Caller, Right
from quarterdeck.domain.ids import RequestId
from quarterdeck.domain.sessions import Session
from quarterdeck.doors.facade import Facade
from quarterdeck.doors.mcp.open_calls import Line
from quarterdeck.doors.peers import Peer
from quarterdeck.ports import Nonsense


@dataclass(frozen=True, slots=True)
class Call:
    """One call of a tool, and who makes it."""

    request: RequestId
    line: Line
    came: Caller
    who: Callable[[], Peer]
    progress: Callable[[float], Awaitable[None]]


class CallingSessions:
    """Finds the session from which a call comes."""

    def __init__(self, facade: Facade) -> None:
        self._facade = facade

    async def of(self, call: Call, named: str, right: Right) -> Session:
        """The session of the calling process, or the one it names; raises Nonsense or Refused."""
        found = await self.own(call, right)
        if found is None:
            return self._named(named)
        if named and not _is_called(found, named):
            raise Nonsense(f"You run in session {found.id!r}, and cannot ask for another.")
        return found

    async def own(self, call: Call, right: Right) -> Session | None:
        """The session of the calling process; None if it runs in none. Raises Refused."""
        peer = await asyncio.to_thread(call.who)
        caller = await self._facade.caller(call.came, lambda: peer)
        self._facade.permit(caller, right)
        found = await self._facade.session_of(lambda: peer)
        return None if found is None or found.ended else found

    def _named(self, named: str) -> Session:
        live = [session for session in self._facade.view().sessions if not session.ended]
        for session in live:
            if _is_called(session, named):
                return session
        listed = ", ".join(f"{s.id} ({s.name})" for s in live) or "none"
        if named:
            raise Nonsense(f"There is no session {named[:60]!r}; there are: {listed}.")
        raise Nonsense(f"Your session was not found; give 'session', one of: {listed}.")


def _is_called(session: Session, name: str) -> bool:
    return bool(name) and name in (session.id, session.name, session.facts.agent_session)
