"""Which daemon runs: the kernel lets go of the lock, whatever happens."""

import fcntl
import os
import signal
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from quarterdeck.app.running_daemon import Lock, Running, running

HOLDS = (
    "import sys, time; from pathlib import Path;"
    "from quarterdeck.app.running_daemon import Lock, Running;"
    "lock = Lock(Path(sys.argv[1])); lock.take(); lock.tell(Running(7, 'http://x', '1'));"
    "print(flush=True); time.sleep(60)"
)


def test_nobody_runs_where_no_lock_is_held(tmp_path: Path) -> None:
    assert running(tmp_path / "daemon") is None
    (tmp_path / "daemon").write_text('{"pid": 7, "url": "x", "version": "1"}')
    assert running(tmp_path / "daemon") is None


def test_only_one_holds_the_lock_and_says_who_it_is(tmp_path: Path) -> None:
    with Lock(tmp_path / "daemon") as first, Lock(tmp_path / "daemon") as second:
        assert first.take()
        assert running(tmp_path / "daemon") == Running(0, "", "")
        first.tell(Running(7, "http://x", "1"))
        assert not second.take()
        assert running(tmp_path / "daemon") == Running(7, "http://x", "1")
        assert (tmp_path / "daemon").stat().st_mode & 0o777 == 0o600
    assert running(tmp_path / "daemon") is None


def test_who_goes_leaves_no_word_of_itself_for_the_next(tmp_path: Path) -> None:
    with Lock(tmp_path / "daemon") as lock:
        assert lock.take()
        lock.tell(Running(7, "http://x", "1"))
        with Lock(tmp_path / "daemon") as second:
            assert not second.take()
        assert running(tmp_path / "daemon") == Running(7, "http://x", "1")
    assert (tmp_path / "daemon").read_text() == ""


def test_who_only_looks_at_the_lock_keeps_no_daemon_from_starting(tmp_path: Path) -> None:
    with Lock(tmp_path / "daemon") as lock:
        looking = os.open(tmp_path / "daemon", os.O_RDONLY)
        fcntl.flock(looking, fcntl.LOCK_SH)
        threading.Timer(0.1, os.close, [looking]).start()
        assert lock.take()


@pytest.mark.parametrize("text", ["", "{", "[]", "{}", "null", '{"pid": "x"}', "\xff"])
def test_what_makes_no_sense_in_the_lock_is_somebody_who_just_starts(
    tmp_path: Path, text: str
) -> None:
    with Lock(tmp_path / "daemon") as lock:
        lock.take()
        (tmp_path / "daemon").write_text(text)
        assert running(tmp_path / "daemon") == Running(0, "", "")


def test_a_killed_daemon_holds_nothing(tmp_path: Path) -> None:
    holder = subprocess.Popen(
        [sys.executable, "-c", HOLDS, str(tmp_path / "daemon")], stdout=subprocess.PIPE
    )
    assert holder.stdout
    holder.stdout.readline()
    assert running(tmp_path / "daemon") == Running(7, "http://x", "1")
    os.kill(holder.pid, signal.SIGKILL)
    holder.communicate()
    assert running(tmp_path / "daemon") is None
