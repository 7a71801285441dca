"""What no agent may do: stop Quarterdeck, or change what it is connected to."""

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.stage.until import until

from quarterdeck.app.running_daemon import running

REFUSED = "qd: An agent may not do this; a person must.\n"
KEPT = (["down"], ["setup", "claude"], ["setup", "claude", "--remove"])
KEPT_TOO = (["setup", "claude", "--tripwire", "off"], ["setup", "claude", "--project"])


@pytest.fixture
def home(empty: Path) -> Iterator[Path]:
    """The home of a daemon that runs."""
    qd(empty, ["up", "--detach"])
    found = running(empty / "daemon")
    assert found
    yield empty
    os.kill(found.pid, signal.SIGTERM)
    until(lambda: not running(empty / "daemon"), 10, lambda: "it does not stop")


def qd(
    home: Path, words: list[str], *before: str, **env: str
) -> "subprocess.CompletedProcess[str]":
    own = {"QUARTERDECK_HOME": str(home), "CLAUDE_CONFIG_DIR": str(home / "claude")}
    return subprocess.run(
        [*before, sys.executable, "-m", "quarterdeck", *words],
        env={**os.environ, **own, **env},
        cwd=home,
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.parametrize("words", [*KEPT, *KEPT_TOO])
def test_what_an_agent_starts_is_refused_and_changes_nothing(empty: Path, words: list[str]) -> None:
    told = qd(empty, words, CLAUDECODE="1")
    assert (told.returncode, told.stdout, told.stderr) == (1, "", REFUSED)
    assert [file.name for file in empty.iterdir()] == ["config.toml"]


def test_taking_the_mark_off_does_not_help(empty: Path) -> None:
    shell = ("sh", "-c", 'env -u CLAUDECODE "$@"; exit', "sh")
    assert qd(empty, ["down"], *shell, CLAUDECODE="1").returncode == 1
    assert not (empty / "down").exists()


@pytest.mark.parametrize("words", KEPT)
def test_below_a_session_no_mark_is_needed(home: Path, words: list[str]) -> None:
    claude = home / "claude-program" / "claude"
    claude.parent.mkdir()
    claude.symlink_to("/bin/sh")
    told = qd(home, words, str(claude), "-c", '"$@"; exit $?', "sh")
    assert (told.returncode, told.stdout, told.stderr) == (1, "", REFUSED)
    assert running(home / "daemon")
    assert not (home / "down").exists()
    assert not (home / "claude").exists()
