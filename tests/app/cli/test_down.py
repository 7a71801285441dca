"""`qd down`: stops Quarterdeck, and keeps hooks from starting it again."""

import os
import signal
import socket
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from tests.app.cli.conftest import Qd
from tests.app.cli.run_qd import run_qd

from quarterdeck.app.cli import background

HOLDS = """
import signal, sys, time
from pathlib import Path
from quarterdeck.app.running_daemon import Lock, Running
lock = Lock(Path(sys.argv[1]))
lock.take()
signal.signal(signal.SIGTERM, signal.SIG_IGN if sys.argv[2] == "deaf" else signal.SIG_DFL)
print(flush=True)
time.sleep(0.3)
lock.tell(Running(__import__("os").getpid(), "http://x", "1"))
time.sleep(60)
"""


def holder(home: Path, manner: str) -> "subprocess.Popen[bytes]":
    """A daemon that only holds the lock, and says a little later who it is."""
    words = [sys.executable, "-c", HOLDS, str(home / "daemon"), manner]
    process = subprocess.Popen(words, stdout=subprocess.PIPE)
    assert process.stdout
    process.stdout.readline()
    return process


def test_a_daemon_that_only_just_starts_is_stopped_too(
    qd_at: Callable[[Path], Qd], empty: Path
) -> None:
    with holder(empty, "good"):
        assert qd_at(empty)("down").out == "Quarterdeck is stopped.\n"


def test_a_daemon_that_does_not_stop_is_named(
    qd_at: Callable[[Path], Qd], empty: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(background, "GONE_WITHIN", 0.6)
    with holder(empty, "deaf") as process:
        told = qd_at(empty)("down")
        os.kill(process.pid, signal.SIGKILL)
    assert told.code == 1
    assert told.err.startswith(f"qd: Quarterdeck (pid {process.pid}) does not stop.\n")
    assert f"kill -9 {process.pid}" in told.err


def test_where_nothing_can_be_written_that_is_said(qd_at: Callable[[Path], Qd]) -> None:
    told = qd_at(Path("/proc/quarterdeck"))("down")
    assert told.code == 0
    assert told.out == "Quarterdeck is not running.\n"
    assert "cannot be written: a hook may start it again." in told.err


def test_a_page_that_is_open_makes_it_neither_late_nor_loud(
    qd_at: Callable[[Path], Qd], empty: Path
) -> None:
    run_qd(empty, "up", "--detach")
    token = (empty / "token").read_text().strip()
    with socket.socket(socket.AF_UNIX) as page:
        page.connect(str(empty / "api.sock"))
        head = f"Host: localhost\r\nAuthorization: Bearer {token}\r\n\r\n"
        page.sendall(f"GET /api/events HTTP/1.1\r\n{head}".encode())
        assert b"200 OK" in page.recv(1000)
        assert qd_at(empty)("down").out == "Quarterdeck is stopped.\n"
    assert "Traceback" not in (empty / "quarterdeck.log").read_text()
    assert "ERROR" not in (empty / "quarterdeck.log").read_text()
