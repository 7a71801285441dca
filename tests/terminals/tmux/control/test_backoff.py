from itertools import islice

from quarterdeck.terminals.tmux.control.backoff import FIRST, LONGEST, growing


def test_pauses_double_up_to_the_longest_and_stay_there() -> None:
    assert list(islice(growing(), 7)) == [0.25, 0.5, 1, 2, 4, 8, 8]


def test_each_new_try_begins_with_a_short_pause() -> None:
    assert max(islice(growing(), 100)) == LONGEST
    assert next(growing()) == FIRST
