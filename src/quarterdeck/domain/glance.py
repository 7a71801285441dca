"""Dialogs that only the screen tells of: no hook fired, so they are answered by keys."""

from collections.abc import Iterator

from quarterdeck.domain.asks import Ask, Ended, How, Kind
from quarterdeck.domain.desk import Desk
from quarterdeck.domain.due import Alarm, DialogStays
from quarterdeck.domain.effects import Effect
from quarterdeck.domain.events import DialogSeen
from quarterdeck.domain.ids import SessionId

HOOKS_WITHIN = 1.5  # a hook of the same dialog comes by then, if one comes at all


class Glance:
    """Opens asks for dialogs on screens, and ends them when the dialogs leave."""

    def __init__(self, desk: Desk, alarm: Alarm) -> None:
        self._desk = desk
        self._alarm = alarm
        self._shown: dict[SessionId, str] = {}  # the sign of the dialog on each screen

    def see(self, event: DialogSeen, now: float) -> Iterator[Effect]:
        """A dialog stands on a screen, or none does."""
        sign = event.ask.sign if event.ask else ""
        before = self._shown.get(event.session, "")
        self._shown[event.session] = sign
        for ask in self._desk.agenda.of(event.session):
            if ask.sign and ask.sign != sign:
                yield from self._left(ask, now)
        if event.ask and sign != before:
            self._alarm.set(now + HOOKS_WITHIN, DialogStays(event.ask))

    def _left(self, ask: Ask, now: float) -> Iterator[Effect]:
        if ask.id in self._desk.pledges:
            self._desk.settled(ask.id, How.TERMINAL)  # whoever carries the answer will tell
        else:
            yield from self._desk.end(ask, Ended(How.TERMINAL, now, "", None, ""))

    def stays(self, ask: Ask, now: float) -> Iterator[Effect]:
        """The dialog is still there, and nobody else told of it."""
        if self._shown.get(ask.session) != ask.sign or self._desk.agenda.get(ask.id):
            return
        others = self._desk.agenda.of(ask.session)
        if any(other.kind.is_decision for other in others):
            return
        for other in others:
            if other.kind is Kind.FALLBACK and other.id not in self._desk.pledges:
                yield from self._desk.end(other, Ended(How.REPLACED, now, "", None, ""))
        yield from self._desk.open(ask, now)
