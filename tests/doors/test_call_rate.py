"""How many calls are taken in some time."""

from quarterdeck.doors.call_rate import CallRate


def test_of_a_thousand_calls_a_second_a_few_are_taken() -> None:
    rate = CallRate(20, 1.0)
    assert [rate.takes(5.0) for _ in range(1000)] == [True] * 20 + [False] * 980
    assert not rate.takes(5.9)
    assert rate.takes(6.0)


def test_a_burst_does_not_wait_and_a_flood_waits_as_long_as_it_has_too_much() -> None:
    rate, now = CallRate(5, 1.0), 0.0
    for number in range(11):
        now += rate.wait(now)
        assert rate.takes(now)
        assert now == number // 5


def test_it_is_quiet_once_nothing_counts_any_more() -> None:
    rate = CallRate(2, 10.0)
    assert rate.is_quiet(0.0)
    rate.takes(0.0)
    rate.takes(4.0)
    assert not rate.is_quiet(13.9)
    assert rate.is_quiet(14.0)
