"""Where agents set their own buttons: never anybody else's, and nothing here presses one."""

import json
from collections.abc import Awaitable, Callable, Mapping

from quarterdeck.domain.buttons import Buttons, Context
from quarterdeck.domain.callers import Right
from quarterdeck.domain.events import ButtonsChosen
from quarterdeck.domain.sessions import Session
from quarterdeck.doors.facade import Facade
from quarterdeck.doors.mcp import keyboard_wire as wire
from quarterdeck.doors.mcp.calling_sessions import Call, CallingSessions
from quarterdeck.doors.mcp.limits import CallLimits
from quarterdeck.doors.mcp.wire import Result
from quarterdeck.ports import Nonsense

Advise = Callable[[Session, Context, str], Awaitable[Buttons]]


class KeyboardDesk:
    """What the tools and resources about buttons do."""

    def __init__(self, facade: Facade, advise: Advise) -> None:
        self._facade = facade
        self._advise = advise
        self._limits = CallLimits()
        self._sessions = CallingSessions(facade)

    async def update_context(self, call: Call, given: Mapping[str, object]) -> Result:
        """Have buttons picked for what the agent says; raises Nonsense or Refused."""
        told = wire.read_context(given)
        session = await self._sessions.of(call, told.session, Right.BUTTONS)
        self._limit(session)
        return wire.chosen(await self._advise(session, told.context, told.detail))

    async def set_buttons(self, call: Call, given: Mapping[str, object]) -> Result:
        """Show the agent's own buttons; raises Nonsense or Refused."""
        buttons, named = wire.read_buttons(given, self._facade.now())
        session = await self._sessions.of(call, named, Right.BUTTONS)
        self._limit(session)
        await self._facade.tell(ButtonsChosen(session.id, buttons, None, buttons.at))
        return wire.chosen(buttons)

    async def status(self, call: Call, given: Mapping[str, object]) -> Result:
        """Which buttons are shown; raises Nonsense or Refused."""
        session = await self._sessions.of(call, wire.read_status(given), Right.SEE)
        return wire.status(session, self._watched())

    async def read(self, call: Call, uri: str) -> str:
        """What a resource holds for the calling session; raises Nonsense or Refused."""
        if uri not in (wire.STATUS, wire.CONTEXT):
            raise Nonsense(f"There is no resource {uri[:60]!r}.")
        session = await self.session_of(call)
        if uri == wire.CONTEXT:
            return json.dumps(wire.context_fields(session.buttons))
        return json.dumps(wire.status_fields(session, self._watched()))

    async def session_of(self, call: Call) -> Session:
        """Whose resources a call may read and follow; raises Nonsense or Refused."""
        session = await self._sessions.own(call, Right.SEE)
        if session is None:
            raise Nonsense(
                "Resources are about the session that reads them, and you run in none:"
                f" call {wire.GET_STATUS} with 'session' instead."
            )
        return session

    def _watched(self) -> bool:
        now = self._facade.now()
        return any(surface.is_present(now) for surface in self._facade.view().surfaces)

    def _limit(self, session: Session) -> None:
        if why := self._limits.objection(session.id, 0, self._facade.now()):
            raise Nonsense(why)
