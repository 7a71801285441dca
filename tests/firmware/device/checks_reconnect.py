"""Pauses that grow."""

from reconnect import FIRST, LONGEST, Pauses


def check_each_pause_is_longer_up_to_half_a_minute():
    pauses = Pauses(lambda count: b"\0" * count)
    found = [pauses.next() for _ in range(9)]
    assert found == [500, 1000, 2000, 4000, 8000, 16000, 30000, 30000, 30000]


def check_chance_adds_at_most_a_quarter():
    pauses = Pauses(lambda count: b"\xff" * count)
    assert FIRST < pauses.next() < FIRST * 5 // 4
    for _ in range(10):
        assert pauses.next() < LONGEST * 5 // 4


def check_after_a_success_it_is_short_again():
    pauses = Pauses(lambda count: b"\0" * count)
    for _ in range(5):
        pauses.next()
    pauses.reset()
    assert pauses.next() == FIRST
