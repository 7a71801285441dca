"""A real Claude Code in a real tmux pane."""

from __future__ import annotations

import json
import re
import signal
import time
from collections.abc import Callable
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any, TypeVar

import psutil
from tests.live.lab.home import Home
from tests.live.lab.tmux import Tmux
from tests.stage.processes import is_gone
from tests.stage.until import until

T = TypeVar("T")

RULE = re.compile(r"^─{10}")
COMPOSER = re.compile(r"^❯\s?(.*)$")

# A dialog takes no keys in its first moments, and nothing tells when they are over.
DEAF_S = 0.25


@dataclass(frozen=True, slots=True)
class Agent:
    """One running agent: what it shows, what it says of itself, and its keyboard."""

    home: Home
    tmux: Tmux
    pane: str
    pid: int
    cwd: Path
    version: str

    @property
    def config_dir(self) -> Path:
        return self.home.config_dir

    @property
    def settings_path(self) -> Path:
        return self.home.settings_path

    @property
    def session_id(self) -> str:
        return str(self.registry()["sessionId"])

    @property
    def transcript_path(self) -> Path:
        """The record of the conversation; it appears with the first prompt."""
        project = re.sub(r"[^a-zA-Z0-9]", "-", str(self.cwd))
        return self.config_dir / "projects" / project / f"{self.session_id}.jsonl"

    def screen(self, *, ansi: bool = False) -> str:
        return self.tmux.screen(self.pane, ansi=ansi)

    def composer(self) -> str | None:
        """What stands in the input box; nothing while a dialog hides it."""
        lines = self.screen().splitlines()
        for above, line in pairwise(lines):
            if RULE.match(above) and (found := COMPOSER.match(line)):
                return found[1].strip("\u00a0 ")
        return None

    def registry(self) -> dict[str, Any]:
        """What the agent says of itself; nothing before it starts and after it ends."""
        try:
            said: dict[str, Any] = json.loads(self._registry_path.read_text())
        except (FileNotFoundError, json.JSONDecodeError):  # rewritten in place
            return {}
        return said

    def transcript(self) -> list[dict[str, Any]]:
        """The lines of the conversation's record so far."""
        if not self.transcript_path.exists():
            return []
        whole = self.transcript_path.read_text().rpartition("\n")[0]
        return [json.loads(line) for line in whole.splitlines()]

    def prompt(self, text: str) -> None:
        """Type one line at the composer, see it there, submit it, and see it leave."""
        assert self.composer() is not None, self._failure("no composer to type into")
        self.tmux.type(self.pane, text)
        self._wait(lambda: self._holds(text), 5, f"{text!r} did not appear in the composer")
        self.keys("Enter")
        self._wait(lambda: not self._holds(text), 5, f"{text!r} was not submitted")

    def keys(self, *keys: str) -> None:
        """Press keys by their tmux names, such as `1`, `Escape`, `BTab`."""
        self.tmux.keys(self.pane, *keys)

    def press(self, key: str) -> None:
        """Press a key in an open dialog, and see that the dialog took it."""
        before = self.registry().get("statusUpdatedAt")
        time.sleep(DEAF_S)
        self.keys(key)
        self._wait(
            lambda: self.registry().get("statusUpdatedAt") != before, 5, f"nobody took {key!r}"
        )

    def wait_screen(self, sign: str | Callable[[str], bool], timeout: float = 10.0) -> str:
        """Wait until the screen shows a text or satisfies a predicate; gives that screen."""
        meant = (lambda screen: sign in screen) if isinstance(sign, str) else sign
        return self._wait(
            lambda: shown if meant(shown := self.screen()) else None,
            timeout,
            f"the screen did not show {sign if isinstance(sign, str) else 'what was expected'!r}",
        )

    def wait_registry(self, status: str, timeout: float = 10.0) -> dict[str, Any]:
        """Wait until the agent says that it is `idle`, `busy`, `waiting` or `shell`."""
        return self._wait(
            lambda: said if (said := self.registry()).get("status") == status else None,
            timeout,
            f"the agent did not become {status}",
        )

    def wait_dialog(self, sign: str, timeout: float = 10.0) -> str:
        """Wait until a dialog with this text is open and takes keys."""
        self.wait_screen(sign, timeout)
        self.wait_registry("waiting", timeout)
        return self.screen()

    def wait_transcript(
        self, meant: Callable[[dict[str, Any]], bool], timeout: float = 10.0
    ) -> dict[str, Any]:
        """Wait until the record of the conversation has such a line."""
        return self._wait(
            lambda: next(filter(meant, self.transcript()), None),
            timeout,
            "the transcript has no such line",
        )

    def wait_ready(self, timeout: float = 20.0) -> None:
        """Wait until the agent takes prompts."""
        self._wait(
            lambda: self.registry().get("status") == "idle" and self.composer() is not None,
            timeout,
            "the agent did not become ready",
        )

    def stop(self) -> None:
        """End the agent as its terminal's closing would, and wait until it is gone."""
        try:
            process = psutil.Process(self.pid)
        except psutil.NoSuchProcess:
            return
        process.send_signal(signal.SIGHUP)
        self._wait(lambda: is_gone(process), 5, "it does not end")

    @property
    def _registry_path(self) -> Path:
        return self.config_dir / "sessions" / f"{self.pid}.json"

    def _holds(self, text: str) -> bool:
        """Whether the composer shows this text, or its first line when it is long."""
        shown = self.composer() or ""
        return shown == text or (len(shown) > 60 and text.startswith(shown))

    def _wait(self, found: Callable[[], T | None], timeout: float, failure: str) -> T:
        return until(found, timeout, lambda: self._failure(failure))

    def _failure(self, what: str) -> str:
        said = self.registry().get("status", "nothing")
        return f"Claude Code {self.version}: {what}. It says {said} and shows:\n{self.screen()}"
