"""The plugin in the real Claude Code: installed by its own commands, used, and taken out."""

import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.live.daemon import LiveDaemon
from tests.live.lab.lab import Lab
from tests.live.lab.script import Script
from tests.live.lab.versions import binary

PLUGIN = Path(__file__).parents[2] / "plugin"


@pytest.fixture
def daemon(lab: Lab) -> Iterator[LiveDaemon]:
    """A running Quarterdeck to which nothing is connected."""
    daemon = LiveDaemon(lab)
    daemon.up()
    yield daemon
    daemon.close()


def claude_plugin(lab: Lab, version: str, *words: str) -> None:
    """Let Claude Code itself change its plugins."""
    command = [str(binary(version)), "plugin", *words]
    told = subprocess.run(
        command, env=lab.home.environment, capture_output=True, text=True, check=False, timeout=60
    )
    assert told.returncode == 0, f"{' '.join(words)}: {told.stdout}{told.stderr}"


def test_a_permission_is_answered_through_it_and_nothing_of_it_stays(
    lab: Lab, daemon: LiveDaemon, version: str
) -> None:
    claude_plugin(lab, version, "marketplace", "add", str(PLUGIN))
    claude_plugin(lab, version, "install", "qd@quarterdeck")
    lab.model.on("make a file", Script().bash("npm --version > made.txt").say("It is made."))
    agent = lab.agent(version, environment={"QUARTERDECK_HOME": str(daemon.home)})

    agent.prompt("make a file")
    told = daemon.answer(daemon.wait_ask(), "allow")

    assert told["outcome"] == "accepted"
    agent.wait_screen("It is made.")
    daemon.wait_session(state="idle", last_message="It is made.")
    agent.stop()

    path = f"{binary(version).parent}:{lab.home.environment['PATH']}"
    assert "come with the plugin" in daemon.run("setup", "claude", PATH=path).stdout
    assert "hooks" not in lab.home.settings()
    assert daemon.run("setup", "claude", "--remove", PATH=path).returncode == 0
    assert not lab.home.settings_path.exists()
