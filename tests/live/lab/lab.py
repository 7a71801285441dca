"""The laboratory: a model, a home, a tmux, and as many agents as a test wants."""

from __future__ import annotations

import itertools
import shutil
import subprocess
import tempfile
from collections.abc import Mapping, Sequence
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import Any, Self

import psutil
from tests.live.lab.agent import Agent
from tests.live.lab.home import Home
from tests.live.lab.model import Model
from tests.live.lab.tmux import Tmux
from tests.live.lab.versions import binary
from tests.stage import times
from tests.stage.processes import all_processes, is_gone
from tests.stage.until import until


class Lab:
    """Everything one test needs; when it closes, nothing of it is left."""

    def __init__(self) -> None:
        # Short, since sockets live below it and their paths may have 107 bytes.
        self.root = Path(tempfile.mkdtemp(prefix="qdl-", dir="/tmp"))
        self.model = Model()
        self.home = Home(self.root, self.model.url)
        self.tmux = Tmux(self.root / "tmux.sock", self.home.environment)
        self._numbers = itertools.count(1)
        self._closing = ExitStack()

    def __enter__(self) -> Self:
        self._closing.callback(shutil.rmtree, self.root)
        self._closing.enter_context(self.model)
        self._closing.callback(self.tmux.close)
        self._closing.callback(self._end)
        self.home.furnish()
        return self

    def __exit__(self, *_: object) -> None:
        self._closing.close()

    def agent(
        self,
        version: str,
        *,
        mode: str = "default",
        settings: Mapping[str, Any] | None = None,
        environment: Mapping[str, str] | None = None,
        cwd: Path | None = None,
        size: tuple[int, int] = (120, 40),
        arguments: Sequence[str] = (),
    ) -> Agent:
        """Start an agent in a pane of its own and wait until it takes prompts."""
        number = next(self._numbers)
        where = self._ready_home(settings, cwd or self.repository(f"project{number}"))
        variables = [f"{name}={value}" for name, value in self._environment(environment).items()]
        command = ["env", *variables, *_command(version, mode), *arguments]
        pane, pid = self.tmux.open(command, where, size, f"agent{number}")
        agent = Agent(self.home, self.tmux, pane, pid, where, version)
        agent.wait_ready()
        return agent

    def printing(
        self,
        prompt: str,
        version: str,
        *,
        mode: str = "default",
        settings: Mapping[str, Any] | None = None,
        environment: Mapping[str, str] | None = None,
        cwd: Path | None = None,
        arguments: Sequence[str] = (),
        timeout: float = 60.0,
    ) -> subprocess.CompletedProcess[str]:
        """Run `claude -p` to its end, without a terminal."""
        where = self._ready_home(settings, cwd or self.repository(f"project{next(self._numbers)}"))
        return subprocess.run(
            [*_command(version, mode), *arguments, "-p", prompt],
            cwd=where,
            env=self._environment(environment),
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            check=False,
            timeout=timeout,
        )

    def repository(self, name: str) -> Path:
        """A fresh git repository with one commit."""
        path = self.home.work / name
        path.mkdir()
        git = ["git", "-c", "user.name=Lab", "-c", "user.email=lab@localhost", "-C", str(path)]
        for command in (
            ["init", "-q", "-b", "main"],
            ["commit", "-q", "--allow-empty", "-m", "Start"],
        ):
            subprocess.run([*git, *command], check=True, env=self.home.environment)
        return path

    def processes(self) -> list[psutil.Process]:
        """All that was started in this laboratory's surroundings, however it got away."""
        return [process for process in all_processes() if _knows_of(process, self.root)]

    def _end(self) -> None:
        processes = self.processes()
        times.count(processes)
        _end(processes)

    def _ready_home(self, settings: Mapping[str, Any] | None, cwd: Path) -> Path:
        if settings:
            self.home.add_settings(settings)
        self.home.trust(cwd)
        return cwd

    def _environment(self, more: Mapping[str, str] | None) -> dict[str, str]:
        return {**self.home.environment, **(more or {})}


def _command(version: str, mode: str) -> list[str]:
    return [str(binary(version)), "--permission-mode", mode]


def _knows_of(process: psutil.Process, root: Path) -> bool:
    try:
        return any(str(root) in value for value in process.environ().values())
    except (psutil.Error, OSError):
        return False


def _end(processes: Sequence[psutil.Process]) -> None:
    for process in processes:
        with suppress(psutil.NoSuchProcess):
            process.kill()
    until(lambda: all(map(is_gone, processes)), 5, lambda: f"These do not end: {processes}")
