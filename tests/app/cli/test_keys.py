"""`qd keys`: keys are pressed by their names."""

import pytest
from tests.app.cli.asked import present
from tests.app.cli.conftest import Qd
from tests.surfaces.web.stage import House
from tests.terminals.tmux.crew import Mate


def test_keys_are_pressed(qd: Qd, mate: tuple[Mate, str]) -> None:
    told = qd("keys", mate[1], "Escape")
    assert told.code == 0, told.err
    assert told.out.endswith(": Pressed.\n")


@pytest.mark.parametrize("key", ["NoSuchKey", "", "; kill-server", "-t", "\x1b"])
def test_a_key_that_is_none_presses_nothing(qd: Qd, mate: tuple[Mate, str], key: str) -> None:
    told = qd("keys", mate[1], "--", key)
    assert told.code == 1
    assert told.err.startswith("qd: ")
    assert mate[0].ship.alive()


def test_without_a_terminal_nothing_is_pressed(qd: Qd, house: House) -> None:
    present(house, "keyless")
    assert qd("keys", "keyless", "Enter").code == 1
    assert qd("keys", "keyless").code == 2
    assert qd("keys", "nobody", "Enter").code == 4
