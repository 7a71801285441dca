"""Dialogs that only the screen shows: no hook fired, so they are answered by keys."""

from collections.abc import Iterator

from quarterdeck.domain import acceptance
from quarterdeck.domain.ask_bodies import Kind
from quarterdeck.domain.asks import Ask, Ended, How, is_sight_of
from quarterdeck.domain.effects import Effect
from quarterdeck.domain.events import AskOpened, DialogSeen
from quarterdeck.domain.ids import SessionId
from quarterdeck.domain.open_asks import OpenAsks
from quarterdeck.domain.timers import DialogStays, Timers

HOOKS_WITHIN = 1.5  # a hook of the same dialog comes by then, if one comes at all


class ScreenDialogs:
    """Opens asks for dialogs on screens, and ends them when the dialogs leave."""

    def __init__(self, open_asks: OpenAsks, timers: Timers) -> None:
        self._open_asks = open_asks
        self._timers = timers
        self._shown: dict[SessionId, str | None] = {}  # the sign of the dialog on each screen
        self._untold: dict[SessionId, Ask] = {}  # dialogs that stay; perhaps an open ask is theirs

    def see(self, event: DialogSeen, now: float) -> Iterator[Effect]:
        """A dialog is on a screen, or none is."""
        sign = event.ask.sign if event.ask else None
        before = self._shown.get(event.session)
        self._shown[event.session] = sign
        for ask in self._open_asks.agenda.of(event.session):
            if ask.sign not in (None, sign):
                yield from self._left(ask, now)
        if sign != before:
            self._untold.pop(event.session, None)
            if event.ask:
                self._timers.set(now + HOOKS_WITHIN, DialogStays(event.ask))

    def stays(self, ask: Ask, now: float) -> Iterator[Effect]:
        """The dialog stood there for a while; an ask is opened unless another may be its own."""
        asked = any(other.sign == ask.sign for other in self._open_asks.agenda.of(ask.session))
        if asked or self._shown.get(ask.session) != ask.sign:
            return
        if self._has_rivals(ask):
            self._untold[ask.session] = ask
            return
        for other in self._open_asks.agenda.of(ask.session):
            if other.kind is Kind.FALLBACK and not self._open_asks.is_answered(other.id):
                yield from self._open_asks.end(other, Ended(How.REPLACED, now, "", None, ""))
        yield from self._open_asks.open(ask, now)

    def make_way(self, event: AskOpened, now: float) -> Iterator[Effect]:
        """A hook reports the dialog on the screen: it knows more than the screen shows."""
        if not event.channel:
            return
        for ask in self._open_asks.agenda.of(event.ask.session):
            if is_sight_of(ask, event.ask) and not self._open_asks.is_answered(ask.id):
                self._shown.pop(ask.session, None)  # should it stand there still, it is seen again
                yield from self._open_asks.end(ask, Ended(How.REPLACED, now, "", None, ""))

    def forget(self, session: SessionId) -> None:
        """A session is over, and its screen is somebody else's."""
        self._shown.pop(session, None)
        self._untold.pop(session, None)

    def look_again(self, session: SessionId, now: float) -> None:
        """The asks of a session changed: the dialog on its screen may have been none of theirs."""
        ask = self._untold.get(session)
        if ask and not self._has_rivals(ask):
            # One that was just answered is still to leave the screen.
            del self._untold[session]
            self._timers.set(now + HOOKS_WITHIN, DialogStays(ask))

    def _has_rivals(self, seen: Ask) -> bool:
        """Whether an open ask may be about the dialog on the screen."""
        decisions = (a for a in self._open_asks.agenda.of(seen.session) if a.kind.is_decision)
        return any(self._in_sight(ask) or is_sight_of(seen, ask) for ask in decisions)

    def _in_sight(self, ask: Ask) -> bool:
        """Whether no hook hides its dialog; the keep table may think so of one that is there."""
        return self._open_asks.at_terminal_since(ask) is not None

    def _left(self, ask: Ask, now: float) -> Iterator[Effect]:
        if self._open_asks.is_answered(ask.id):
            yield from self._open_asks.heed(ask, acceptance.left_screen(), now)
        else:
            yield from self._open_asks.end(ask, Ended(How.TERMINAL, now, "", None, ""))
