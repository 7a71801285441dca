"""Contacts that bounce, and fingers that hold."""

import time

from keys import SETTLE, Finger, Key


def changes(key, contacts, start=0):
    """What a key makes of its contact, looked at every two milliseconds."""
    found = []
    for n, contact in enumerate(contacts):
        if key.feed(bool(contact), time.ticks_add(start, 2 * n)):
            found.append("down" if key.is_down else "up")
    return found


def check_a_contact_that_bounces_is_one_press():
    bouncing = [0, 1, 0, 1, 1, 0, 1] + [1] * 10 + [0, 1, 0, 0, 1] + [0] * 10
    assert changes(Key(), bouncing) == ["down", "up"]


def check_a_spike_is_no_press():
    assert changes(Key(), [0, 1, 1, 0, 0, 1, 0] + [0] * 20) == []


def check_a_clock_that_starts_again_loses_nothing():
    start = time.ticks_add(0, -4)
    assert changes(Key(), [0] + [1] * 10 + [0] * 10, start) == ["down", "up"]


def check_it_counts_as_soon_as_it_rests():
    key = Key()
    assert not key.feed(True, 0)
    assert not key.feed(True, SETTLE - 1)
    assert key.feed(True, SETTLE)


def check_a_short_press_takes_the_press_face():
    finger = Finger("p", "h", 1000)
    finger.began = 100
    assert finger.faces() == ["p", "h"]
    assert finger.release(1099) == ("press", "p", 0)


def check_a_long_one_takes_the_hold_face():
    finger = Finger("p", "h", 1000)
    finger.began = 100
    assert finger.release(1100) == ("up", "h", 1000)


def check_a_key_that_must_be_held_says_how_long_it_was():
    finger = Finger(None, "h", 1000)
    finger.began = 100
    assert finger.release(150) == ("up", "h", 50)


def check_a_hold_that_the_daemon_did_not_begin_counts_for_nothing():
    assert Finger(None, "h", 1000).release(5000) == ("up", "h", 0)
    assert Finger("p", "h", 1000).release(5000) == ("press", "p", 0)


def check_a_clock_that_goes_back_holds_no_key_up():
    key = Key()
    assert not key.feed(True, 100_000)
    assert any(key.feed(True, 40_000 + n) for n in range(0, 40, 4))
    assert key.is_down
