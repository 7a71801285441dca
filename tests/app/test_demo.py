"""The demo agent goes through the real hook client and ends with Quarterdeck."""

import os
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import psutil
import pytest
from tests.stage.processes import is_gone, processes_of, words_of
from tests.stage.until import until

from quarterdeck.app.cli.client import Client
from quarterdeck.app.demo import SCENES
from quarterdeck.app.paths import Paths
from quarterdeck.app.running_daemon import running

Json = dict[str, Any]


class Trial:
    """`qd up --demo` as a newcomer starts it, in a home of its own."""

    def __init__(self, home: Path) -> None:
        (home / "config.toml").write_text("[http]\nport = 0\n")
        kept = {k: v for k, v in os.environ.items() if not k.startswith("CLAUDE")}
        self._environment = kept | {"QUARTERDECK_HOME": str(home)}
        self._client = Client(Paths(home / "config.toml", home, home, home))
        self.home = home

    def qd(self, *words: str) -> None:
        command = [sys.executable, "-m", "quarterdeck", *words]
        subprocess.run(command, env=self._environment, check=True, stdout=subprocess.DEVNULL)

    def crash(self) -> None:
        found = running(self.home / "daemon")
        assert found
        os.kill(found.pid, signal.SIGKILL)
        until(lambda: not running(self.home / "daemon"), 10, lambda: "it lives")

    def asks(self) -> list[Json]:
        return self._client.list("/api/asks")

    def ask(self, level: str) -> Json | None:
        rated = (a for a in self.asks() if isinstance(a["risk"], dict))
        return next((a for a in rated if a["risk"]["level"] == level), None)

    def answer(self, ask: Json, choice: str) -> Json:
        return self._client.post(f"/api/asks/{ask['id']}/answer", {"choice": choice})

    def agent(self) -> psutil.Process:
        return self.agents()[0]

    def family(self) -> list[psutil.Process]:
        """Every process that was started for it."""
        return processes_of(self.home)

    def agents(self) -> list[psutil.Process]:
        return [p for p in self.family() if "quarterdeck.app.demo" in words_of(p)]


@pytest.fixture
def trial() -> Iterator[Trial]:
    with tempfile.TemporaryDirectory(prefix="qdd-", dir="/tmp") as home:
        trial = Trial(Path(home))
        trial.qd("up", "--detach", "--demo")
        try:
            yield trial
        finally:
            trial.qd("down")


def test_a_newcomer_allows_a_harmless_command_and_refuses_a_critical_one(trial: Trial) -> None:
    harmless = until(lambda: trial.ask("medium"), 20, lambda: "the demo asked nothing")
    assert trial.answer(harmless, "allow")["outcome"] == "accepted"

    critical = until(lambda: trial.ask("critical"), 25, lambda: "nothing critical came")
    assert trial.answer(critical, "deny")["outcome"] == "accepted"


def test_the_demo_shows_every_kind_of_decision() -> None:
    assert {scene.tool for scene in SCENES} == {"Bash", "AskUserQuestion", "ExitPlanMode"}


def test_there_is_one_demo_however_often_it_is_started(trial: Trial) -> None:
    until(trial.asks, 20, lambda: "the demo asked nothing")
    trial.qd("down")
    trial.qd("up", "--detach", "--demo")
    trial.qd("up", "--detach", "--demo")
    until(lambda: len(trial.agents()) == 1, 15, lambda: f"there are {trial.agents()}")
    until(trial.asks, 20, lambda: "the demo asked nothing more")


def test_nothing_is_left_behind_when_quarterdeck_is_stopped(trial: Trial) -> None:
    until(trial.asks, 20, lambda: "the demo asked nothing")
    agent = trial.agent()
    family = [agent, *agent.children(recursive=True)]
    assert len(family) > 1, "no hook waits for an answer"
    trial.qd("down")
    assert [process for process in family if not is_gone(process)] == []
    assert trial.agents() == []


def test_the_same_demo_goes_on_after_a_crash_and_is_stopped_after_another(trial: Trial) -> None:
    until(trial.asks, 20, lambda: "the demo asked nothing")
    agent = trial.agent()
    trial.crash()
    trial.qd("up", "--detach", "--demo")
    until(trial.asks, 20, lambda: "the demo asked nothing more")
    until(lambda: trial.agents() == [agent], 15, lambda: f"there are {trial.agents()}")
    trial.crash()
    trial.qd("down")
    assert is_gone(agent)
    until(lambda: trial.family() == [], 15, lambda: f"left behind: {trial.family()}")
