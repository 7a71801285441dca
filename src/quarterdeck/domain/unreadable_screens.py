"""Screens that nobody can read: the person is told, until they can be read again."""

from collections.abc import Iterator

from quarterdeck.domain.ask_bodies import UnreadableScreen
from quarterdeck.domain.asks import Ask, Ended, FromUs, How
from quarterdeck.domain.effects import Effect
from quarterdeck.domain.ids import AskId, SessionId
from quarterdeck.domain.open_asks import OpenAsks
from quarterdeck.domain.sessions import Session, Source
from quarterdeck.domain.states import State
from quarterdeck.domain.timers import StillBlind, Timers

TELL_AFTER = 10.0  # agents draw strange things for a moment


class UnreadableScreens:
    """Opens a note about each session whose screen stays unreadable."""

    def __init__(self, open_asks: OpenAsks, timers: Timers) -> None:
        self._open_asks = open_asks
        self._timers = timers
        self._blind: dict[SessionId, float] = {}  # since when

    def look(self, session: Session, now: float) -> Iterator[Effect]:
        """Somebody looked at a session again."""
        if _unreadable(session):
            if session.id not in self._blind:
                self._blind[session.id] = now
                self._timers.set(now + TELL_AFTER, StillBlind(session.id, now))
            return
        self._blind.pop(session.id, None)
        for ask in self._open_asks.agenda.of(session.id):
            if isinstance(ask.body, UnreadableScreen) and not self._open_asks.is_answered(ask.id):
                yield from self._open_asks.end(
                    ask, Ended(How.REPLACED, now, "", None, "it is readable")
                )

    def tell(self, session: Session, since: float, now: float) -> Iterator[Effect]:
        """Its screen was not readable for a while."""
        if self._blind.get(session.id) == since and not self._told(session.id):
            yield from self._open_asks.open(_note(session, now), now)

    def _told(self, session: SessionId) -> bool:
        return any(isinstance(a.body, UnreadableScreen) for a in self._open_asks.agenda.of(session))


def _unreadable(session: Session) -> bool:
    screen = session.sighting(Source.SCREEN)
    unknown = screen is not None and screen.state is State.UNKNOWN
    return session.state is State.UNKNOWN and unknown


def _note(session: Session, now: float) -> Ask:
    return Ask(
        id=AskId(f"blind-{session.id}-{now:.0f}"),
        session=session.id,
        title="Cannot read this screen",
        text=f"What {session.name} is doing is unknown ({session.reason}). Look at its terminal.",
        origin=FromUs(body=UnreadableScreen()),
        opened=now,
        deadline=None,
        ended=None,
    )
