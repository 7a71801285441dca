"""A tmux server of our own, on a socket that nobody else knows."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from tests.stage.processes import runs_in_tmux
from tests.stage.until import PATIENCE, until


@dataclass(frozen=True, slots=True)
class Tmux:
    """One private server; it starts with its first pane."""

    socket: Path
    environment: Mapping[str, str]

    def open(
        self, command: Sequence[str], cwd: Path, size: tuple[int, int], name: str
    ) -> tuple[str, int]:
        """Run the command in a new tmux session; gives its pane and process."""
        width, height = map(str, size)
        where = ("-d", "-s", name, "-x", width, "-y", height, "-c", str(cwd))
        answer = self.run(
            *("new-session", *where, "-P", "-F", "#{pane_id} #{pane_pid}", *command, ";"),
            *("set-option", "-w", "-t", name, "remain-on-exit", "on", ";"),
            *("set-option", "-w", "-t", name, "window-size", "manual"),
        )
        pane, pid = answer.split()
        until(lambda: runs_in_tmux(int(pid)), PATIENCE, lambda: f"{command} does not start")
        return pane, int(pid)

    def type(self, pane: str, text: str) -> None:
        self.run("send-keys", "-t", pane, "-l", "--", text)

    def keys(self, pane: str, *keys: str) -> None:
        self.run("send-keys", "-t", pane, *keys)

    def screen(self, pane: str, *, ansi: bool) -> str:
        return self.run("capture-pane", "-p", "-t", pane, *(["-e"] if ansi else []))

    def close(self) -> None:
        if self.socket.exists():
            self._tmux("kill-server")
        self.socket.unlink(missing_ok=True)

    def run(self, *arguments: str) -> str:
        """Run one tmux command and give what it prints."""
        done = self._tmux(*arguments)
        assert done.returncode == 0, f"tmux {arguments[0]}: {done.stderr.strip()}"
        return done.stdout

    def _tmux(self, *arguments: str) -> subprocess.CompletedProcess[str]:
        tmux = shutil.which("tmux")
        assert tmux, "tmux is not installed: run scripts/install-lab."
        return subprocess.run(
            [tmux, "-S", str(self.socket), "-f", "/dev/null", *arguments],
            env=self.environment,
            capture_output=True,
            text=True,
            check=False,
            timeout=PATIENCE,
        )
