"""A real tmux server of its own for every test."""

import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest


class Ship:
    """A tmux server that a test owns, spoken to as a user would."""

    def __init__(self, root: Path) -> None:
        self.socket = str(root / "s")
        self.root = root

    def tmux(self, *words: str) -> str:
        argv = ["tmux", "-u", "-S", self.socket, "-f", "/dev/null", *words]
        done = subprocess.run(argv, capture_output=True, text=True, check=True, timeout=10)
        return done.stdout.rstrip("\n")

    def session(self, name: str, command: str = "cat", size: tuple[int, int] = (80, 24)) -> str:
        width, height = map(str, size)
        where = ("-d", "-s", name, "-x", width, "-y", height)
        return self.tmux("new-session", *where, "-P", "-F", "#{pane_id}", command)

    def shown(self, pane: str) -> str:
        return self.tmux("capture-pane", "-p", "-t", pane)

    def alive(self) -> bool:
        argv = ["tmux", "-S", self.socket, "list-sessions"]
        return subprocess.run(argv, capture_output=True, check=False).returncode == 0

    def close(self) -> None:
        argv = ["tmux", "-S", self.socket, "kill-server"]
        subprocess.run(argv, capture_output=True, check=False)


@pytest.fixture
def ship() -> Iterator[Ship]:
    """A server that starts with its first session and ends with the test."""
    root = Path(tempfile.mkdtemp(prefix="qd-tmux-"))
    ship = Ship(root)
    yield ship
    ship.close()
    shutil.rmtree(root, ignore_errors=True)
