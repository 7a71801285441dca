"""The demo agent's process is ended by its own pid, and nothing else."""

import subprocess
import sys
from pathlib import Path

import pytest

from quarterdeck.app.cli import demo_process
from quarterdeck.app.paths import Paths

PLAYS = """
import os, signal, sys, time
from pathlib import Path
from quarterdeck.app.running_daemon import Lock, Running
lock = Lock(Path(sys.argv[1]))
lock.take()
signal.signal(signal.SIGTERM, signal.SIG_IGN if sys.argv[2] == "deaf" else signal.SIG_DFL)
lock.tell(Running(os.getpid(), "", "1"))
print(flush=True)
time.sleep(60)
"""


def player(where: Paths, manner: str) -> "subprocess.Popen[bytes]":
    """A demo agent that only holds the lock."""
    where.demo.mkdir(parents=True, exist_ok=True)
    words = [sys.executable, "-c", PLAYS, str(where.demo_lock), manner]
    process = subprocess.Popen(words, stdout=subprocess.PIPE)
    assert process.stdout
    process.stdout.readline()
    return process


@pytest.fixture
def where(tmp_path: Path) -> Paths:
    return Paths(tmp_path / "config.toml", tmp_path, tmp_path, tmp_path)


def test_one_that_is_asked_to_goes(where: Paths) -> None:
    with player(where, "good") as process:
        demo_process.end(where)
        assert process.wait() == -15


def test_one_that_does_not_hear_is_killed(where: Paths, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(demo_process, "GONE_WITHIN", 0.2)
    with player(where, "deaf") as process:
        demo_process.end(where)
        assert process.wait() == -9


def test_a_pid_that_a_dead_one_left_in_its_file_is_nobodys(where: Paths) -> None:
    where.demo.mkdir()
    with subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE) as stranger:
        told = f'{{"pid": {stranger.pid}, "url": "", "version": "1"}}'
        where.demo_lock.write_text(told)
        demo_process.end(where)
        assert stranger.poll() is None
        stranger.kill()
