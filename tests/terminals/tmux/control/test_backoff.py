from itertools import islice

from quarterdeck.terminals.tmux.control.backoff import growing


def test_pauses_double_up_to_the_longest_and_stay_there() -> None:
    assert list(islice(growing(), 7)) == [0.25, 0.5, 1, 2, 4, 8, 8]
