"""Which daemon is running: a lock that ends with its process, and what it says about itself."""

import fcntl
import json
import os
import time
from dataclasses import asdict, dataclass
from pathlib import Path
from types import TracebackType
from typing import Self

LOOKING_TAKES = 1.0  # at most: asking which daemon is running holds the lock for a moment


@dataclass(frozen=True, slots=True)
class Running:
    """A daemon that runs."""

    pid: int
    url: str
    version: str
    sources: str = ""  # the name of the files it runs from
    wanted_port: int = 0  # the port that was taken when it started; 0 when it got what it wanted


class Lock:
    """Held for as long as the daemon runs; the kernel lets go of it, whatever happens."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._file = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
        self._ours = False

    def take(self) -> bool:
        """Whether we are the only daemon now; who only looks at the lock is waited for."""
        until = time.monotonic() + LOOKING_TAKES
        while not self._is_taken():
            if running(self._path) or time.monotonic() > until:
                return False
            time.sleep(0.005)
        self._ours = True
        os.ftruncate(self._file, 0)
        return True

    def _is_taken(self) -> bool:
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        return True

    def tell(self, running: Running) -> None:
        """Write down who we are."""
        os.ftruncate(self._file, 0)
        os.pwrite(self._file, json.dumps(asdict(running)).encode(), 0)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self._ours:
            # The next one holds the lock before it has told who it is.
            os.ftruncate(self._file, 0)
        os.close(self._file)


def running(path: Path) -> Running | None:
    """The daemon that holds the lock; None if there is none."""
    try:
        file = os.open(path, os.O_RDONLY)
    except FileNotFoundError:
        return None
    try:
        fcntl.flock(file, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except BlockingIOError:
        return _read(file)
    else:
        return None
    finally:
        os.close(file)


def _read(file: int) -> Running:
    try:
        found = json.loads(os.pread(file, 4096, 0))
        return Running(
            int(found["pid"]),
            str(found["url"]),
            str(found["version"]),
            str(found.get("sources", "")),
            int(found.get("wanted_port", 0)),
        )
    except (ValueError, KeyError, TypeError):
        return Running(0, "", "")  # it is just starting
