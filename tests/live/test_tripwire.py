"""The tripwire makes the real Claude Code ask before critical calls, in any mode."""

import pytest
from tests.live.daemon import LiveDaemon
from tests.live.lab.lab import Lab
from tests.live.lab.script import Script
from tests.live.lab.versions import NEWEST, OLDEST


@pytest.fixture
def wired(lab: Lab, daemon: LiveDaemon) -> LiveDaemon:
    """A Quarterdeck whose tripwire is set to critical."""
    daemon.qd("setup", "claude", "--tripwire", "critical")
    daemon.qd("down")
    daemon.up()
    return daemon


@pytest.mark.parametrize(
    ("version", "mode"),
    [(NEWEST, "auto"), (NEWEST, "acceptEdits"), (NEWEST, "default"), (OLDEST, "auto")],
)
def test_a_critical_call_makes_the_agent_ask(
    lab: Lab, wired: LiveDaemon, version: str, mode: str
) -> None:
    lab.model.on("tidy up", Script().bash("sudo -n true; rm -rf ../elsewhere").say("Tidied."))
    agent = lab.agent(version, mode=mode)

    agent.prompt("tidy up")
    ask = wired.wait_ask("permission")
    assert ask["risk"]["level"] == "critical"
    told = wired.answer(ask, "deny", "--text", "leave it")

    assert told["outcome"] == "accepted"
    [outcome] = lab.model.wait_outcomes(1)
    assert "leave it" in outcome.text


def test_below_its_level_nothing_changes(lab: Lab, wired: LiveDaemon) -> None:
    lab.model.on("look", Script().bash("touch seen.txt").say("I looked."))
    agent = lab.agent(NEWEST, mode="auto")

    agent.prompt("look")

    agent.wait_screen("I looked.")
    assert (agent.cwd / "seen.txt").exists()
    assert not [a for a in wired.history() if a["kind"] == "permission"]
