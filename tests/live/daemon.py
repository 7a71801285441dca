"""A Quarterdeck of its own for one laboratory, used as a person would use it."""

import json
import os
import signal
import subprocess
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from tests.live.lab.lab import Lab
from tests.stage.processes import all_processes, is_gone, words_of
from tests.stage.qd_process import QdProcess, run_qd
from tests.stage.surface import SurfaceClient
from tests.stage.until import until

from quarterdeck.app.cli.client import Client, Trouble
from quarterdeck.app.paths import Paths
from quarterdeck.app.running_daemon import Running, running

Json = dict[str, Any]


class LiveDaemon:
    """Runs `qd` with its own home, beside a laboratory's agents."""

    def __init__(self, lab: Lab) -> None:
        self.lab = lab
        self.home = lab.root / "deck"
        self.home.mkdir()
        self.paths = Paths(self.home / "config.toml", self.home, self.home, self.home)
        self.client = Client(self.paths)
        self._process: QdProcess | None = None
        self.configure("[http]\nport = 0\n")

    @property
    def environment(self) -> dict[str, str]:
        """A person's surroundings: not below any agent, the laboratory's Claude Code."""
        kept = {k: v for k, v in os.environ.items() if not k.startswith("CLAUDE")}
        config = str(self.lab.home.config_dir)
        return kept | {"QUARTERDECK_HOME": str(self.home), "CLAUDE_CONFIG_DIR": config}

    def configure(self, text: str) -> None:
        """Write the settings."""
        (self.home / "config.toml").write_text(text)

    def run(
        self, *arguments: str, cwd: Path | None = None, **variables: str
    ) -> subprocess.CompletedProcess[str]:
        """Run one command to its end."""
        return run_qd(arguments, self.environment | variables, cwd)

    def qd(self, *arguments: str) -> str:
        """Run one command that must succeed; what it printed."""
        told = self.run(*arguments)
        assert told.returncode == 0, f"qd {' '.join(arguments)}: {told.stdout}{told.stderr}"
        return told.stdout

    def up(self) -> None:
        """Start the daemon in the background, as `qd up --detach` does."""
        self._await_end()
        words = ("up", "--background")
        with (self.home / "quarterdeck.log").open("ab") as log:
            self._process = QdProcess(words, self.environment, out=log, err=log, leads=True)
        until(lambda: self._running.url, 20, lambda: f"it does not start: {self.log()}")

    def connect(self) -> None:
        """Put our hooks into the laboratory's Claude Code."""
        self.qd("setup", "claude")

    @property
    def pid(self) -> int:
        """The daemon's process."""
        return self._running.pid

    @property
    def url(self) -> str:
        """Where the daemon listens."""
        return self._running.url

    @property
    def _running(self) -> Running:
        return running(self.paths.lock) or Running(0, "", "")

    def kill(self) -> None:
        """End the daemon as a crash would."""
        assert self._process, "it was never started"
        self._process.send_signal(signal.SIGKILL)
        self._process.wait()

    def close(self) -> None:
        """Stop the daemon, if there is one."""
        self.run("down")
        self._await_end()

    def _await_end(self) -> None:
        if self._process:
            self._process.wait()

    @contextmanager
    def present(self) -> Iterator[None]:
        """Somebody looks at a surface meanwhile."""
        left = threading.Event()
        token = self.paths.token.read_text().strip()

        def look() -> None:
            while not left.is_set():
                surface.acknowledge()
                surface.listen(1)

        with SurfaceClient(self.paths.api, token=token) as surface:
            surface.acknowledge()
            surface.press_face("none")  # what was said before this is known by then
            looking = threading.Thread(target=look)
            looking.start()
            try:
                yield
            finally:
                left.set()
                looking.join()

    def get(self, path: str) -> Json:
        """What the interface says."""
        found = self.client.get(path)
        assert isinstance(found, dict)
        return found

    def post(self, path: str, body: object) -> Json:
        """What the interface answers."""
        return self.client.post(path, body)

    def end_hooks(self) -> None:
        """End the hooks that wait, as a crash of them would."""
        socket = str(self.home / "hooks.sock")
        hooks = [p for p in all_processes() if socket in words_of(p)]
        for hook in hooks:
            hook.kill()
        until(lambda: all(map(is_gone, hooks)), 5, lambda: "the hooks do not die")

    def asks(self) -> list[Json]:
        """The open asks; none where nobody answers."""
        return self._list("/api/asks")

    def sessions(self) -> list[Json]:
        """The sessions that have not ended."""
        return [s for s in self.all_sessions() if s["state"] != "ended"]

    def all_sessions(self) -> list[Json]:
        """The sessions, ended ones too."""
        return self._list("/api/sessions")

    def history(self) -> list[Json]:
        """Asks that were, newest first."""
        return self._list("/api/history?limit=500")

    def _list(self, path: str) -> list[Json]:
        try:
            return self.client.list(path)
        except Trouble:  # nobody there, or not yet
            return []

    def wait_ask(
        self, kind: str = "permission", containing: str = "", *, held: bool = False
    ) -> Json:
        """Wait until such an ask is open; `held`: and its hook waits for the answer."""
        return until(lambda: self._open(kind, containing, held), 15, lambda: self._story(kind))

    def wait_no_ask(self, ask: Json, within: float) -> Json:
        """Wait until an ask is over; its end."""
        return until(lambda: self._ended(ask), within, lambda: self._story("its end"))

    def wait_state(self, state: str, within: float = 10) -> Json:
        """Wait until a session is in this state."""
        return self.wait_session(within, state=state)

    def wait_session(self, within: float = 10, **facts: object) -> Json:
        """Wait until a session has all these facts."""
        return until(
            lambda: next((s for s in self.all_sessions() if facts.items() <= s.items()), None),
            within,
            lambda: self._story(str(facts)),
        )

    def answer(self, ask: Json, choice: str, *more: str) -> Json:
        """Answer an ask; what was said about it."""
        told = self.run("answer", ask["id"], choice, "--json", *more)
        assert told.stdout, told.stderr
        found: Json = json.loads(told.stdout)
        return found

    def log(self) -> str:
        """What the daemon said."""
        log = self.home / "quarterdeck.log"
        return log.read_text() if log.exists() else ""

    def _open(self, kind: str, containing: str, held: bool) -> Json | None:
        free = (a for a in self.asks() if a["answering"] is None and a["held"] >= held)
        fitting = (a for a in free if a["kind"] == kind)
        return next((a for a in fitting if containing in a["text"] + a["title"]), None)

    def _ended(self, ask: Json) -> Json | None:
        if any(a["id"] == ask["id"] for a in self.asks()):
            return None
        over = (h for h in self.history() if h["id"] == ask["id"] and h["ended"])
        return next(over, None)

    def _story(self, wanted: str) -> str:
        told = self.run("asks").stdout + self.run("sessions").stdout
        return f"waited for {wanted}; there is:\n{told}\n{self.log()[-3000:]}"
