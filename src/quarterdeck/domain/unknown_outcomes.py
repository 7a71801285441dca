"""Critical answers with an unknown outcome: the person is told, until they dismiss it."""

from collections.abc import Iterator

from quarterdeck.domain.ask_bodies import UnknownOutcome
from quarterdeck.domain.asks import Ask, Ended, FromUs, stays
from quarterdeck.domain.effects import Effect
from quarterdeck.domain.ids import AskId
from quarterdeck.domain.open_asks import OpenAsks
from quarterdeck.domain.states import Outcome


class UnknownOutcomes:
    """Opens a note for each critical ask that ended so, and ends it when more is known."""

    def __init__(self, open_asks: OpenAsks) -> None:
        self._open_asks = open_asks

    def follow(self, ask: Ask, now: float) -> Iterator[Effect]:
        """An ask is shown, perhaps because it ended."""
        if not ask.critical or ask.ended is None or stays(ask):
            return
        note = self._note_about(ask)
        if ask.ended.outcome is not Outcome.UNKNOWN:
            if note:
                yield from self._open_asks.make_void(note, "it is known", now)
        elif note is None:
            yield from self._open_asks.open(_note(ask, ask.ended, now), now)

    def _note_about(self, ask: Ask) -> Ask | None:
        for other in self._open_asks.agenda.of(ask.session):
            if isinstance(other.body, UnknownOutcome) and other.body.about == ask.id:
                return other
        return None


def _note(ask: Ask, ended: Ended, now: float) -> Ask:
    why = f" ({ended.note})" if ended.note else ""
    return Ask(
        id=AskId(f"unknown-{ask.id}"),
        session=ask.session,
        title=f"Nobody knows whether the agent took your answer{why}",
        text=ask.text,
        origin=FromUs(body=UnknownOutcome(about=ask.id, risk=ask.risk, shown=ask.shown)),
        opened=now,
        deadline=None,
        ended=None,
    )
