"""The open asks, in the order in which they need attention."""

from collections import defaultdict
from collections.abc import Iterable, Iterator
from enum import StrEnum
from math import inf
from typing import assert_never

from quarterdeck.domain.asks import Ask
from quarterdeck.domain.ids import AskId, SessionId


class Order(StrEnum):
    """Which of two asks of the same priority comes first."""

    URGENT = "urgent"  # the nearest deadline of a decision, then risk, then longest waiting
    NEWEST = "newest"
    OLDEST = "oldest"
    RISK = "risk"


class Agenda:
    """The asks that are open. One function orders them, for every surface."""

    def __init__(self) -> None:
        self._open: dict[AskId, Ask] = {}
        self._by_session: dict[SessionId, dict[AskId, Ask]] = defaultdict(dict)
        self._snoozed: dict[AskId, float] = {}

    def add(self, ask: Ask) -> None:
        """Put an ask on the agenda."""
        self._open[ask.id] = ask
        self._by_session[ask.session][ask.id] = ask

    def remove(self, ask: AskId) -> Ask | None:
        """Take an ask off the agenda."""
        gone = self._open.pop(ask, None)
        self._snoozed.pop(ask, None)
        if gone:
            self._by_session[gone.session].pop(ask, None)
            if not self._by_session[gone.session]:
                del self._by_session[gone.session]
        return gone

    def get(self, ask: AskId) -> Ask | None:
        """An open ask by its id."""
        return self._open.get(ask)

    def of(self, session: SessionId) -> tuple[Ask, ...]:
        """The open asks of one session, oldest first."""
        return tuple(self._by_session.get(session, {}).values())

    def snooze(self, ask: AskId, until: float) -> None:
        """Put an ask behind the others until then."""
        self._snoozed[ask] = until

    def snoozed_until(self, ask: AskId) -> float | None:
        """When a snoozed ask comes back."""
        return self._snoozed.get(ask)

    def wake(self, now: float) -> None:
        """Forget snoozes that are over."""
        for ask in [a for a, until in self._snoozed.items() if until <= now]:
            del self._snoozed[ask]

    def __iter__(self) -> Iterator[Ask]:
        return iter(self._open.values())

    def __len__(self) -> int:
        return len(self._open)


def in_order(asks: Iterable[Ask], order: Order) -> list[Ask]:
    """The asks as every surface shows them: highest priority first, then as the person likes."""
    return sorted(asks, key=lambda ask: (-ask.kind.priority, *_taste(ask, order), ask.id))


def _taste(ask: Ask, order: Order) -> tuple[float, ...]:
    match order:
        case Order.URGENT:
            return (_deadline(ask), -_rank(ask), ask.opened)
        case Order.NEWEST:
            return (-ask.opened,)
        case Order.OLDEST:
            return (ask.opened,)
        case Order.RISK:
            return (-_rank(ask), -ask.opened)
        case never:
            assert_never(never)


def _deadline(ask: Ask) -> float:
    """When a decision is taken from the person; never for most."""
    return ask.deadline if ask.deadline is not None and ask.kind.is_decision else inf


def _rank(ask: Ask) -> int:
    return ask.risk.level.rank if ask.risk else 0
