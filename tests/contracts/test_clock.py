"""What every clock promises, on the one that somebody moves and on the real one."""

import time

import pytest
from tests.fakes.neighbours import HandClock

from quarterdeck.daemon.clock import SteadyClock
from quarterdeck.ports import Clock


@pytest.fixture(params=[HandClock, SteadyClock])
def clock(request: pytest.FixtureRequest) -> Clock:
    made: Clock = request.param()
    return made


@pytest.mark.parametrize("jump", [-3600.0, 3600.0])
def test_it_goes_on_whatever_the_clock_on_the_wall_does(
    clock: Clock, jump: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    before, wall = clock(), time.time()
    monkeypatch.setattr(time, "time", lambda: wall + jump)
    after = [clock() for _ in range(100)]
    assert before <= after[0] < before + 60.0
    assert after == sorted(after)
