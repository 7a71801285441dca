"""The daemon in the background: by its service where there is one, else on its own."""

import os
import sys
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest
from tests.app.cli.run_qd import run_qd

from quarterdeck.app.cli import background
from quarterdeck.app.running_daemon import Running, running
from quarterdeck.app.source_id import source_id

MANAGER = """#!/bin/sh
echo "$*" >> {home}/called
case "$2" in
    start|restart) {stop}
        {python} -P -m quarterdeck up --background </dev/null >/dev/null 2>&1 & ;;
    stop|disable) {stop} ;;
esac
exit 0  # what does not run is as good as stopped
"""
STOP = "[ -s {home}/daemon ] && kill $(sed 's/.*\"pid\": \\([0-9]*\\).*/\\1/' {home}/daemon)"


@pytest.fixture
def managed(empty: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[Path]:
    """A home whose daemon a service manager starts and stops; how it was called is written down."""
    program = tmp_path / "bin" / "systemctl"
    program.parent.mkdir()
    text = MANAGER.format(home=empty, python=sys.executable, stop=STOP.format(home=empty))
    program.write_text(text)
    program.chmod(0o755)
    monkeypatch.setenv("PATH", f"{program.parent}:{os.environ['PATH']}")
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    monkeypatch.setenv("QUARTERDECK_HOME", str(empty))
    yield empty
    run_qd(empty, "down")


def test_a_service_starts_restarts_and_stops_the_daemon(managed: Path) -> None:
    qd = partial(run_qd, managed)
    told = qd("service", "install")
    assert told.returncode == 0, told.stderr
    assert "quarterdeck.service.\n" in told.stdout
    first = running(managed / "daemon")
    assert first
    assert qd("restart").returncode == 0
    second = running(managed / "daemon")
    assert second
    assert second.pid != first.pid
    assert qd("down").stdout == "Quarterdeck is stopped.\n"
    assert qd("up").stdout.startswith("Quarterdeck ")
    assert qd("service", "remove").stdout.startswith("Removed ")
    verbs = [line.split()[1] for line in (managed / "called").read_text().splitlines()]
    expected = ["daemon-reload", "enable", "start", "restart", "stop", "start", "disable"]
    assert verbs == [*expected, "daemon-reload"]
    assert qd("service", "remove").stdout == "There is no service.\n"


def test_what_runs_is_outdated_when_its_files_are_others() -> None:
    assert not background.is_outdated(Running(1, "u", "v", source_id()))
    assert background.is_outdated(Running(1, "u", "v", "other"))
    assert not background.is_outdated(Running(1, "u", "v"))


def test_a_daemon_that_dies_at_once_is_told_of(empty: Path) -> None:
    (empty / "quarterdeck.log").write_text("qd: An older trouble.\n    An older remedy.\n")
    (empty / "journal.db").mkdir()
    told = run_qd(empty, "up", "--detach")
    assert told.returncode == 1
    assert told.stderr.startswith(f"qd: The journal {empty}/journal.db cannot be opened: ")
    assert told.stderr.endswith("Free some space, or fix its permissions.\n")
