"""How many calls are taken in a second."""

from tests.fakes.neighbours import HandClock

from quarterdeck.doors.keyboard_api.call_rate import CallRate


def test_of_a_thousand_calls_a_second_a_few_are_taken() -> None:
    clock = HandClock()
    rate = CallRate(20, clock)
    assert [rate.takes() for _ in range(1000)] == [True] * 20 + [False] * 980
    clock.now += 1.1
    assert rate.takes()
