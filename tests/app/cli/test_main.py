"""`qd`: every command has help with examples, and says what it wants."""

from collections.abc import Callable
from pathlib import Path

import pytest
from tests.app.cli.conftest import Qd

from quarterdeck import __version__
from quarterdeck.app.cli.main import COMMANDS

TALKING = ["status", "sessions", "asks", "history", "answer a allow", "snooze a", "explain s"]
TALKING += ["send s hi", "keys s Enter", "interrupt s", "focus s"]


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_shows_examples_in_eighty_columns(
    qd: Qd, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    told = qd(name, "--help")
    assert told.code == 0
    assert "examples:\n" in told.out
    assert f"  qd {name}" in told.out
    assert [line for line in told.out.splitlines() if len(line) > 80] == []


def test_help_lists_every_command(qd: Qd) -> None:
    told = qd("--help")
    assert told.code == 0
    listed = {line.split()[0] for line in told.out.splitlines() if line.startswith("    ")}
    assert set(COMMANDS) <= listed


def test_without_a_command_there_is_help_and_a_usage_error(qd: Qd) -> None:
    assert qd().code == 2
    assert qd("no-such-command").code == 2
    assert qd("asks", "--no-such-option").code == 2


def test_the_version_is_told(qd: Qd) -> None:
    assert qd("--version").out == f"quarterdeck {__version__}\n"


@pytest.mark.parametrize("line", TALKING)
def test_without_a_daemon_a_command_says_how_to_start_it(
    qd_at: Callable[[Path], Qd], empty: Path, line: str
) -> None:
    told = qd_at(empty)(*line.split())
    assert told.code == 3
    assert told.err == "qd: Quarterdeck is not running.\n    Start it with `qd up`.\n"
    assert told.out == ""


def test_a_daemon_that_died_is_no_daemon(qd_at: Callable[[Path], Qd], empty: Path) -> None:
    (empty / "token").write_text("t\n")
    (empty / "api.sock").touch()
    (empty / "daemon").write_text('{"pid": 1, "url": "http://x", "version": "1"}')
    assert qd_at(empty)("asks").code == 3
    assert qd_at(empty)("status").code == 3
