"""Which session a call is about: the one it names, the caller's own, or the keyboard's."""

import asyncio
from collections.abc import Callable, Iterable

from starlette.requests import Request

from quarterdeck.domain.callers import Caller, CallerKind, Right, Role
from quarterdeck.domain.ids import CallerId, SessionId
from quarterdeck.domain.risk import Level
from quarterdeck.domain.sessions import Session
from quarterdeck.doors.facade import Facade, NotFound, Refused
from quarterdeck.doors.http.connections import peer_of

# Who calls without a token: this user, as far as the kernel knows.
SOMEBODY = Caller(
    CallerId("keyboard-api"),
    CallerKind.PROGRAM,
    "a program without a token",
    Role.TYPE,
    Level.HIGH,
    session=None,
    own_token=False,
)

Bound = Callable[[], Iterable[SessionId]]  # the sessions of the keyboards that are connected


class SeveralSessions(Exception):
    """Nobody can tell which of these is meant."""

    def __init__(self, sessions: tuple[Session, ...]) -> None:
        super().__init__("Say which session is meant, with ?session= and its name, id or pid.")
        self.sessions = sessions


class MeantSessions:
    """Finds who calls, and about which session."""

    def __init__(self, facade: Facade, bound: Bound) -> None:
        self._facade = facade
        self._bound = bound

    async def of(self, request: Request, named: str) -> Session | None:
        """The session to look at; None if there is none at all. Raises SeveralSessions."""
        if named:
            return self._named(named)
        own = await self._facade.session_of(lambda: peer_of(request))
        return own if own and not own.ended else self._unnamed()

    async def permitted(
        self, request: Request, named: str, right: Right
    ) -> tuple[Session | None, Caller]:
        """The session to change, and who wants that; raises Refused too."""
        peer = await asyncio.to_thread(peer_of, request)
        caller = await self._facade.caller(SOMEBODY, lambda: peer)
        self._facade.permit(caller, right)
        own = await self._facade.session_of(lambda: peer)
        meant = self._named(named) if named else None
        if meant and meant.ended:
            raise NotFound(f"The session {named[:60]!r} has ended.")
        if own is None or own.ended:
            return meant or self._unnamed(), caller
        if meant and meant.id != own.id:
            raise Refused(f"You run in session {own.id!r}, and cannot speak for another.")
        return own, caller

    def _named(self, named: str) -> Session:
        """The session that goes by this name, a living one before an ended one."""
        sessions = sorted(self._facade.view().sessions, key=lambda session: session.ended)
        for session in sessions:
            facts = session.facts
            if named in (session.id, session.name, facts.keyboard_id, facts.agent_session):
                return session
            if named == str(session.process.pid):
                return session
        listed = ", ".join(f"{s.id} ({s.name})" for s in sessions if not s.ended) or "none"
        raise NotFound(f"There is no session {named[:60]!r}; there are: {listed}.")

    def _unnamed(self) -> Session | None:
        living = tuple(s for s in self._facade.view().sessions if not s.ended)
        bound = set(self._bound())
        meant = [session for session in living if session.id in bound]
        if len(meant) == 1:
            return meant[0]
        if living:
            raise SeveralSessions(living)
        return None
