"""`qd keys`: keys are pressed by their names."""

import pytest
from tests.app.cli.asked import present
from tests.app.cli.conftest import Qd
from tests.stage.daemon import StagedDaemon
from tests.stage.tmux import ComposerPane


def test_keys_are_pressed(qd: Qd, composer: tuple[ComposerPane, str]) -> None:
    told = qd("keys", composer[1], "Escape")
    assert told.code == 0, told.err
    assert told.out.endswith(": Pressed.\n")


@pytest.mark.parametrize("key", ["NoSuchKey", "", "; kill-server", "-t", "\x1b"])
def test_a_key_that_is_none_presses_nothing(
    qd: Qd, composer: tuple[ComposerPane, str], key: str
) -> None:
    told = qd("keys", composer[1], "--", key)
    assert told.code == 1
    assert told.err.startswith("qd: ")
    assert composer[0].tmux_server.alive()


def test_without_a_terminal_nothing_is_pressed(qd: Qd, daemon: StagedDaemon) -> None:
    present(daemon, "keyless")
    assert qd("keys", "keyless", "Enter").code == 1
    assert qd("keys", "keyless").code == 2
    assert qd("keys", "nobody", "Enter").code == 4
