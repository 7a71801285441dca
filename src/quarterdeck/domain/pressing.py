"""What follows from a press: an answer, something done in sessions, or another view."""

from collections.abc import Iterator

from quarterdeck.domain.access import Access
from quarterdeck.domain.acting import Acting
from quarterdeck.domain.actions import Action, Do, Interrupt
from quarterdeck.domain.answering import Answering
from quarterdeck.domain.asks import Answer
from quarterdeck.domain.callers import Caller, Right
from quarterdeck.domain.effects import Acknowledge, Effect, Refuse, SurfaceChanged
from quarterdeck.domain.events import ActionRequested, Answered, Pressed
from quarterdeck.domain.ids import ActionId, AnswerId, SessionId
from quarterdeck.domain.meanings import Act, Bind, Choose, StopAll
from quarterdeck.domain.open_asks import OpenAsks
from quarterdeck.domain.session_table import SessionTable
from quarterdeck.domain.states import State
from quarterdeck.domain.surface_table import Meant, SurfaceTable

REMEMBERED = 256  # presses that were acknowledged


class Pressing:
    """Takes presses on the faces of surfaces."""

    def __init__(
        self,
        surface_table: SurfaceTable,
        open_asks: OpenAsks,
        answering: Answering,
        acting: Acting,
        session_table: SessionTable,
        access: Access,
    ) -> None:
        self._surface_table = surface_table
        self._open_asks = open_asks
        self._answering = answering
        self._acting = acting
        self._session_table = session_table
        self._access = access
        self._acknowledged: dict[AnswerId, None] = {}

    def take(self, event: Pressed, now: float) -> Iterator[Effect]:
        """What a press does; if it is void, the surface shows something that is gone."""
        if told := self._open_asks.told(event.id):
            yield told
        elif self._acting.knows(ActionId(event.id)):
            yield from self._acting.again(ActionId(event.id))
        elif event.id in self._acknowledged:
            yield Acknowledge(event.id)
        else:
            meant = self._surface_table.press(event, now)
            effects = [meant] if isinstance(meant, Refuse) else self._follow(event, meant, now)
            for effect in effects:
                yield effect
                if isinstance(effect, Refuse):
                    yield SurfaceChanged(event.surface)

    def _follow(self, event: Pressed, meant: Meant, now: float) -> Iterator[Effect]:
        match meant.means:
            case Choose():
                yield from self._answering.take(_answer(event, meant.means, meant), now)
            case Act(session, do):
                name = ActionId(event.id)
                yield from self._have_done(name, session, do, meant.caller, event.at, now)
            case StopAll():
                yield from self._stop_all(event, meant.caller, now)
            case Bind(session):
                yield from self._bind(event, session, now)
            case browse:
                yield from self._acknowledge(event.id)
                yield from self._surface_table.turn(event.surface, browse)

    def _bind(self, event: Pressed, name: SessionId | None, now: float) -> Iterator[Effect]:
        session = self._session_table.get(name) if name else None
        if name and (session is None or session.ended):
            yield Refuse(event.id, "not_found", "That session is over.")
            return
        yield from self._acknowledge(event.id)
        yield from self._surface_table.bind(event.surface, session, now)

    def _stop_all(self, event: Pressed, caller: Caller, now: float) -> Iterator[Effect]:
        if refusal := self._access.may(caller, Right.INTERRUPT, None):
            yield Refuse(event.id, refusal.code, refusal.why)
            return
        for session in self._session_table.all():
            if session.state in (State.WORKING, State.WAITING):
                name = ActionId(f"{event.id}-{session.id}")
                yield from self._have_done(name, session.id, Interrupt(), caller, event.at, now)
        yield from self._acknowledge(event.id)

    def _have_done(
        self, name: ActionId, session: SessionId, do: Do, caller: Caller, at: float, now: float
    ) -> Iterator[Effect]:
        action = Action(name, session, do, caller, at, patience=0.0)
        yield from self._acting.request(ActionRequested(action), now)

    def _acknowledge(self, press: AnswerId) -> Iterator[Effect]:
        self._acknowledged[press] = None
        while len(self._acknowledged) > REMEMBERED:
            del self._acknowledged[next(iter(self._acknowledged))]
        yield Acknowledge(press)


def _answer(event: Pressed, means: Choose, meant: Meant) -> Answered:
    """The answer that a press gives: with what was picked on the surface, or was written there."""
    answer = Answer(
        event.id,
        means.ask,
        means.choice,
        event.text,
        means.answers or event.answers,
        meant.held,
        str(event.surface),
        event.at,
    )
    return Answered(answer, meant.caller)
