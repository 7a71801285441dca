"""Bugs that somebody could write, planted one at a time: the simulation finds each of them."""

from collections.abc import Iterator

import pytest
from tests.simulation import (
    planted_actions,
    planted_alerts,
    planted_answers,
    planted_decks,
)
from tests.simulation.planted import Plant
from tests.simulation.run import Failed, simulate

SEEDS, STEPS = 400, 700
PLANTED = [
    *planted_answers.PLANTED,
    *planted_actions.PLANTED,
    *planted_alerts.PLANTED,
    *planted_decks.PLANTED,
]


@pytest.mark.parametrize(
    ("plant", "near", "said"), PLANTED, ids=[plant.__name__ for plant, _, _ in PLANTED]
)
def test_a_planted_bug_is_found(
    plant: Plant, near: int, said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    plant(monkeypatch)
    told = found(near, SEEDS)
    assert any(said in word for word in told), f"nobody noticed in {SEEDS * STEPS} steps"


def test_without_a_planted_bug_nothing_is_found() -> None:
    assert list(found(0, 10)) == []


def found(first: int, seeds: int) -> Iterator[str]:
    """What the simulation says of the code as it is now, at each seed that finds something."""
    for seed in range(first, first + seeds):
        try:
            simulate(seed, STEPS, on_file=False)
        except Failed as failed:
            yield str(failed).partition("\n")[0]
