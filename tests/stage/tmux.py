"""Real tmux servers with composers in their panes, and a bridge that watches them."""

import asyncio
import fcntl
import json
import os
import pty
import shlex
import signal
import struct
import subprocess
import sys
import termios
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from tests.stage import times
from tests.stage.processes import runs_in_tmux
from tests.stage.until import PATIENCE
from tests.stage.until import until as wait_for

from quarterdeck.judgement.screens import Reading, builtin_rules, read
from quarterdeck.terminals.tmux.bridge import TmuxBridge
from quarterdeck.terminals.tmux.control.panes import PaneIdentity
from quarterdeck.terminals.tmux.seeing.terminal_events import TerminalEvent

RULES = builtin_rules()
PROGRAMS = ("claude", "node")  # by their names: they are agents
COMPOSER = Path(__file__).parent / "composer.py"


def reader(screen: str) -> Reading:
    """What a screen means when it is taken for Claude Code's, as the composer's is."""
    return read(screen, "claude", RULES)


async def until(meant: Callable[[], object]) -> None:
    """Wait for something that nobody announces, while it goes on in this process."""
    end = time.monotonic() + PATIENCE
    while not meant():
        assert time.monotonic() < end, "it did not come"
        await asyncio.sleep(0.01)


class TmuxServer:
    """A tmux server that a test owns, spoken to as a user would."""

    def __init__(self, root: Path) -> None:
        self.socket = str(root / "s")
        self.root = root

    def tmux(self, *words: str) -> str:
        argv = ["tmux", "-u", "-S", self.socket, "-f", "/dev/null", *words]
        done = subprocess.run(argv, capture_output=True, text=True, check=False, timeout=PATIENCE)
        assert done.returncode == 0, done.stderr
        return done.stdout.rstrip("\n")

    def session(self, name: str, command: str = "cat", size: tuple[int, int] = (80, 24)) -> str:
        width, height = map(str, size)
        where = ("-d", "-s", name, "-x", width, "-y", height)
        told = self.tmux("new-session", *where, "-P", "-F", "#{pane_id} #{pane_pid}", command)
        pane, pid = told.split()
        wait_for(lambda: runs_in_tmux(int(pid)), 5, lambda: f"{command} does not start")
        return pane

    def shown(self, pane: str) -> str:
        return self.tmux("capture-pane", "-p", "-t", pane)

    def alive(self) -> bool:
        argv = ["tmux", "-S", self.socket, "list-sessions"]
        return subprocess.run(argv, capture_output=True, check=False).returncode == 0

    def person(self, session: str) -> "Person":
        return Person(self, session)

    def close(self) -> None:
        argv = ["tmux", "-S", self.socket]
        asked = [*argv, "display-message", "-p", "#{pid}"]
        told = subprocess.run(asked, capture_output=True, text=True, check=False).stdout.strip()
        if told:
            times.count_tree(int(told))
        subprocess.run([*argv, "kill-server"], capture_output=True, check=False)


@contextmanager
def tmux_server_in(root: Path) -> Iterator[TmuxServer]:
    """A server that starts with its first session and ends with the block."""
    tmux_server = TmuxServer(root)
    try:
        yield tmux_server
    finally:
        tmux_server.close()


class Person:
    """Somebody who looks at a tmux session in a terminal of 100 by 30."""

    def __init__(self, tmux_server: TmuxServer, session: str) -> None:
        self._mine, theirs = pty.openpty()
        fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 30, 100, 0, 0))
        self.tty = os.ttyname(theirs)
        self._client = subprocess.Popen(
            ["tmux", "-u", "-S", tmux_server.socket, "attach", "-t", session],
            stdin=theirs,
            stdout=theirs,
            stderr=theirs,
            env={**os.environ, "TERM": "xterm", "TMUX": ""},
            start_new_session=True,
        )
        os.close(theirs)
        self.received = bytearray()  # all that the terminal was told
        self._reading = threading.Thread(target=self._look)
        self._reading.start()

    def types(self, data: bytes) -> None:
        os.write(self._mine, data)

    def leaves(self) -> None:
        self._client.terminate()
        self._client.wait()
        self._reading.join()
        os.close(self._mine)

    def _look(self) -> None:
        with suppress(OSError):
            while told := os.read(self._mine, 65536):
                self.received += told


class ComposerPane:
    """A composer in a pane, and what it wrote down."""

    def __init__(self, tmux_server: TmuxServer, name: str, *options: str) -> None:
        self.tmux_server = tmux_server
        self.log = tmux_server.root / f"{name}.log"
        words = [sys.executable, str(COMPOSER), "--log", str(self.log), *options]
        self.pane = tmux_server.session(name, shlex.join(words))
        self.pid = int(tmux_server.tmux("display-message", "-p", "-t", self.pane, "#{pane_pid}"))

    def lines(self) -> list[dict[str, Any]]:
        if not self.log.exists():
            return []
        return [json.loads(line) for line in self.log.read_text().splitlines()]

    def said(self, what: str) -> list[Any]:
        return [line[what] for line in self.lines() if what in line]

    @property
    def submitted(self) -> list[Any]:
        return self.said("submitted")

    def open_dialog(self) -> None:
        os.kill(self.pid, signal.SIGUSR1)

    def turn_work(self) -> None:
        os.kill(self.pid, signal.SIGUSR2)

    def shows(self, text: str) -> bool:
        return text in self.tmux_server.shown(self.pane)


class BridgedServer:
    """A bridge on a ship, with everything it told."""

    def __init__(
        self, tmux_server: TmuxServer, bridge: TmuxBridge, told: list[TerminalEvent]
    ) -> None:
        self.tmux_server = tmux_server
        self.bridge = bridge
        self.told = told

    async def composer(self, name: str, *options: str) -> tuple[ComposerPane, PaneIdentity]:
        composer = ComposerPane(self.tmux_server, name, *options)
        await until(lambda: composer.shows("❯") or composer.shows("Do you want"))
        self.bridge.add_server(self.tmux_server.socket)
        found = await self.bridge.find(composer.pid)
        assert found is not None
        self.bridge.servers[found.identity.socket].follow(found.identity.pane)
        return composer, found.identity
