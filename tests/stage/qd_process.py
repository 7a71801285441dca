"""`qd` as a process of its own, at a tenth of what its start costs."""

import json
import os
import select
import signal
import socket
import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import IO

from tests.stage import times
from tests.stage.until import PATIENCE

ROOT = Path(__file__).parents[2]
OUR_STDERR = 2


class QdProcess:
    """A `qd` that was started; whoever starts it waits for its end."""

    def __init__(
        self,
        words: Sequence[str],
        environment: Mapping[str, str],
        *,
        out: IO[bytes],
        err: IO[bytes] | None = None,
        cwd: Path | None = None,
        leads: bool = False,
    ) -> None:
        order = {
            "words": words,
            "environment": dict(environment),
            "cwd": str(cwd or Path.cwd()),
            "leads": leads,  # a session of its own, as what runs in the background has
        }
        reading, writing = os.pipe()
        self._report = os.fdopen(reading, "rb", buffering=0)
        files = [out.fileno(), err.fileno() if err else OUR_STDERR, writing]
        socket.send_fds(_forks().orders, [json.dumps(order).encode()], files)
        os.close(writing)
        self.pid = int(self._report.readline())
        self._code: int | None = None

    def poll(self) -> int | None:
        """How it ended, if it did."""
        return self._ended(0)

    def wait(self, timeout: float = PATIENCE) -> int:
        """How it ended, once it did."""
        code = self._ended(timeout)
        assert code is not None, f"qd, process {self.pid}, does not end"
        return code

    def send_signal(self, number: signal.Signals) -> None:
        """Send it a signal, unless it has ended."""
        if self.poll() is None:
            os.kill(self.pid, number)

    def _ended(self, timeout: float) -> int | None:
        if self._code is None and select.select([self._report], [], [], timeout)[0]:
            code, spent = self._report.readline().split()
            self._report.close()
            self._code = int(code)
            times.add(float(spent))
        return self._code


def run_qd(
    words: Sequence[str], environment: Mapping[str, str], cwd: Path | None = None
) -> subprocess.CompletedProcess[str]:
    """Run one command to its end."""
    with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
        code = QdProcess(words, environment, out=out, err=err, cwd=cwd).wait()
        for file in (out, err):
            file.seek(0)
        return subprocess.CompletedProcess(words, code, out.read().decode(), err.read().decode())


class _Forks:
    """Takes orders to start `qd`; ends when this process does."""

    def __init__(self) -> None:
        self.orders, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        with theirs:
            self._process = subprocess.Popen(
                [sys.executable, "-m", "tests.stage.qd_fork", str(theirs.fileno())],
                cwd=ROOT,
                env={"PATH": os.environ["PATH"]},  # whatever a test has just put into ours
                pass_fds=[theirs.fileno()],
                start_new_session=True,  # Ctrl-C is for us, who end what we started
            )


_forks = cache(_Forks)
