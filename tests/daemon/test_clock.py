"""Time that reads like the wall's and never runs backwards."""

import time

import pytest

from quarterdeck.daemon.clock import COUNTER, SteadyClock


def test_it_reads_like_the_clock_on_the_wall() -> None:
    assert abs(SteadyClock()() - time.time()) < 1.0


def test_it_knows_when_the_machines_counter_stood_somewhere() -> None:
    clock = SteadyClock()
    a_second_ago = time.clock_gettime_ns(COUNTER) - 1_000_000_000
    assert clock.from_counter(a_second_ago) == pytest.approx(clock() - 1.0, abs=0.2)


def test_a_counter_of_the_future_is_now() -> None:
    clock = SteadyClock()
    ahead = time.clock_gettime_ns(COUNTER) + 60_000_000_000
    assert clock.from_counter(ahead) <= clock()
