"""What protects a person from a press that was not meant."""

import pytest
from tests.stories.happened import an_ask

from quarterdeck.domain.ask_bodies import Kind
from quarterdeck.domain.guards import Guards, needs_hold
from quarterdeck.domain.risk import Level

GUARDS = Guards(decision=0.5, minor=0.1, hold=1.0)


@pytest.mark.parametrize("kind", Kind)
def test_what_decides_or_allows_has_the_longer_guard(kind: Kind) -> None:
    long = kind.is_decision or kind is Kind.BLOCKED
    assert GUARDS.of(an_ask("it", kind=kind)) == (0.5 if long else 0.1)


@pytest.mark.parametrize(
    ("held", "between", "counts"),
    [
        (1.0, 1.0, True),
        (1.0, 0.75, True),
        (1.0, 0.74, False),
        (0.99, 3.0, False),
        (9.0, 1.0, False),
    ],
)
def test_a_hold_counts_by_both_clocks(held: float, between: float, counts: bool) -> None:
    assert GUARDS.was_held(held, between) is counts


@pytest.mark.parametrize("level", Level)
def test_only_what_allows_something_critical_must_be_held(level: Level) -> None:
    ask = an_ask("it", level=level)
    held = {choice.id for choice in ask.choices if needs_hold(ask, choice)}
    assert held == ({"allow", "always"} if level is Level.CRITICAL else set())
