"""Critical answers of which nobody knows what became: the person is told until they dismiss it."""

from collections.abc import Iterator
from dataclasses import replace

from quarterdeck.domain.asks import UNKNOWN_OUTCOME, Ask, Ended, How, Kind
from quarterdeck.domain.choices import DISMISS, FOCUS
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
        if not ask.critical or ask.ended is None:
            return
        name = AskId(f"{UNKNOWN_OUTCOME}{ask.id}")
        note = self._open_asks.agenda.get(name)
        if ask.ended.outcome is not Outcome.UNKNOWN:
            if note:
                yield from self._open_asks.end(
                    note, Ended(How.REPLACED, now, "", None, "it is known")
                )
        elif note is None:
            yield from self._open_asks.open(_note(name, ask, ask.ended, now), now)


def _note(name: AskId, ask: Ask, ended: Ended, now: float) -> Ask:
    why = f" ({ended.note})" if ended.note else ""
    return replace(
        ask,
        id=name,
        kind=Kind.NOTIFICATION,
        title=f"Nobody knows whether the agent took your answer{why}",
        tool="",
        digest="",
        prompt="",
        call=None,
        choices=(FOCUS, DISMISS),
        opened=now,
        deadline=None,
        rule="",
        sign="",
        ended=None,
    )
