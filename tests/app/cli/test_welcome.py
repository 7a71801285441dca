"""What is said of a daemon that runs."""

import pytest
from tests.stage.daemon import StagedDaemon

from quarterdeck.app.cli.welcome import already, welcome
from quarterdeck.app.running_daemon import Running


def test_a_port_that_was_taken_is_told_with_the_demo_and_what_to_do(
    daemon: StagedDaemon, capsys: pytest.CaptureFixture[str]
) -> None:
    found = Running(7, "http://127.0.0.1:8082", "1.0", "", 8081)
    welcome(found, daemon.paths, demo=True, show=False)
    told = capsys.readouterr().out
    assert told.startswith("Quarterdeck 1.0 is running at http://127.0.0.1:8082 (pid 7)\n")
    assert "  port     8081 was taken; this is the next free one\n" in told
    assert "  demo     a demo agent will " in told
    assert " setup claude   connects Claude Code\n" in told
    already(found, daemon.paths, show=False)
    assert "8081 was taken" in capsys.readouterr().out


def test_one_that_just_starts_has_no_place_yet(
    daemon: StagedDaemon, capsys: pytest.CaptureFixture[str]
) -> None:
    assert already(Running(0, "", ""), daemon.paths, show=False) == 0
    assert capsys.readouterr().out == "Quarterdeck is just starting.\n"
