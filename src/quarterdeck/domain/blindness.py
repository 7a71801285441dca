"""Screens that nobody can read: the person is told, until they can be read again."""

from collections.abc import Iterator

from quarterdeck.domain.asks import Ask, Ended, How, Kind
from quarterdeck.domain.choices import DISMISS, FOCUS
from quarterdeck.domain.desk import Desk
from quarterdeck.domain.due import Alarm, StillBlind
from quarterdeck.domain.effects import Effect
from quarterdeck.domain.ids import MAIN, AskId, SessionId
from quarterdeck.domain.sessions import Session, Source
from quarterdeck.domain.states import State

TELL_AFTER = 10.0  # agents draw strange things for a moment
MARK = "blind-"  # how the ids of these asks begin


class Blindness:
    """Opens a note about each session whose screen stays unreadable."""

    def __init__(self, desk: Desk, alarm: Alarm) -> None:
        self._desk = desk
        self._alarm = alarm
        self._blind: dict[SessionId, float] = {}  # since when

    def look(self, session: Session, now: float) -> Iterator[Effect]:
        """Somebody looked at a session again."""
        if _unreadable(session):
            if session.id not in self._blind:
                self._blind[session.id] = now
                self._alarm.set(now + TELL_AFTER, StillBlind(session.id, now))
            return
        self._blind.pop(session.id, None)
        for ask in self._desk.agenda.of(session.id):
            if ask.id.startswith(MARK) and ask.id not in self._desk.pledges:
                yield from self._desk.end(ask, Ended(How.REPLACED, now, "", None, "it is readable"))

    def tell(self, session: Session, since: float, now: float) -> Iterator[Effect]:
        """Its screen was not readable for a while."""
        if self._blind.get(session.id) == since and not self._told(session.id):
            yield from self._desk.open(_note(session, now), now)

    def _told(self, session: SessionId) -> bool:
        return any(a.id.startswith(MARK) for a in self._desk.agenda.of(session))


def _unreadable(session: Session) -> bool:
    screen = session.sighting(Source.SCREEN)
    unknown = screen is not None and screen.state is State.UNKNOWN
    return session.state is State.UNKNOWN and unknown


def _note(session: Session, now: float) -> Ask:
    return Ask(
        id=AskId(f"{MARK}{session.id}-{now:.0f}"),
        session=session.id,
        subagent=MAIN,
        kind=Kind.NOTIFICATION,
        title="Cannot read this screen",
        text=f"What {session.name} does is not known ({session.reason}). Look at its terminal.",
        tool="",
        input={},
        digest="",
        prompt="",
        call=None,
        risk=None,
        choices=(FOCUS, DISMISS),
        questions=(),
        fields=(),
        plan="",
        opened=now,
        deadline=None,
        rule="",
        ended=None,
    )
