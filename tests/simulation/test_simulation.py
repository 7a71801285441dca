"""The promises hold through random schedules and faults; a failing seed tells how to replay it."""

import os
import re

import pytest
from tests.simulation.__main__ import main
from tests.simulation.broken import Broken
from tests.simulation.run import Failed, simulate

STEPS = 700  # of one simulation, before it comes to rest
ROUNDS = int(os.environ.get("QUARTERDECK_ROUNDS", "40"))


def test_every_promise_holds() -> None:
    steps = sum(simulate(seed, STEPS, on_file=False).steps for seed in range(ROUNDS))
    assert steps >= STEPS * ROUNDS


def test_every_promise_holds_on_a_real_database() -> None:
    seeds = range(1000, 1000 + max(1, ROUNDS // 4))
    steps = sum(simulate(seed, STEPS, on_file=True).steps for seed in seeds)
    assert steps >= STEPS * len(seeds)


@pytest.mark.parametrize("seed", [7, 10])
def test_the_same_seed_tells_the_same_story(seed: int) -> None:
    first, second = (simulate(seed, STEPS, on_file=False) for _ in range(2))
    assert list(first.world.diary) == list(second.world.diary)


def test_much_happens_in_a_simulation() -> None:
    told = [simulate(seed, STEPS, on_file=False) for seed in range(10)]
    asked = sum(len(s.truth.dialogs) for s in told)
    decided = [d.decision for s in told for d in s.truth.dialogs if d.decision]
    assert asked > 100
    assert sum(d.answer is not None for d in decided) > 20, "answers reach agents"
    assert sum(d.answer is None for d in decided) > 20, "terminals are used"
    assert sum(s.daemon.runs for s in told) > 20, "daemons die and come back"


def test_decks_are_pressed_in_one_simulation_of_eight() -> None:
    told = [simulate(seed, STEPS, on_file=False) for seed in range(2, 50, 8)]
    by_deck = [name for s in told for name in s.truth.presses if name.startswith("deck press")]
    decided = [d.decision for s in told for d in s.truth.dialogs if d.decision]
    assert len(by_deck) > 20
    assert any(d.answer in by_deck for d in decided), "their answers reach agents"
    others = simulate(3, STEPS, on_file=False).truth.presses
    assert not any(name.startswith("deck press") for name in others)


def test_a_failure_tells_how_to_see_it_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tests.simulation.promises.Promises.ask_shown", broken)
    with pytest.raises(Failed, match=r"python -m tests\.simulation --seed 3 --steps 700"):
        simulate(3, STEPS, on_file=False)


def test_each_run_begins_at_a_seed_of_its_own_and_says_which(
    capsys: pytest.CaptureFixture[str],
) -> None:
    begun = set()
    for _ in range(2):
        assert main(["--seeds", "2", "--steps", "10"]) == 0
        said = re.match(
            r"seeds (\d+) to (\d+), 10 steps each, on memory\n", capsys.readouterr().out
        )
        assert said
        assert int(said[2]) == int(said[1]) + 1
        begun.add(said[1])
    assert len(begun) == 2


def test_a_run_that_failed_on_a_real_database_is_seen_again_on_one(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("tests.simulation.promises.Promises.ask_shown", broken)
    assert main(["--seed", "3", "--file"]) == 1
    assert "--seed 3 --file --steps 700" in capsys.readouterr().out


def broken(*_: object) -> None:
    raise Broken("for the sake of the test")
