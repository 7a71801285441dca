"""A real Claude Code asks, a person answers elsewhere, the agent goes on."""

import time

import pytest
from tests.live.daemon import LiveDaemon
from tests.live.lab.lab import Lab
from tests.live.lab.script import Script

pytestmark = pytest.mark.each_version  # asks and answers differ by version

COMMAND = "npm --version > made.txt"


def test_allow_lets_the_agent_go_on(lab: Lab, daemon: LiveDaemon, version: str) -> None:
    lab.model.on("make a file", Script().bash(COMMAND).say("It is made."))
    agent = lab.agent(version)

    agent.prompt("make a file")
    ask = daemon.wait_ask()
    assert COMMAND in ask["text"]
    assert daemon.wait_state("waiting")["mode"] == "default"
    told = daemon.answer(ask, "allow")

    assert told["outcome"] == "accepted"
    agent.wait_screen("It is made.")
    assert (agent.cwd / "made.txt").exists()
    daemon.wait_session(state="idle", last_message="It is made.")


def test_a_denial_reaches_the_model_with_its_message(
    lab: Lab, daemon: LiveDaemon, version: str
) -> None:
    lab.model.on("make a file", Script().bash(COMMAND).say("As you wish."))
    agent = lab.agent(version)

    agent.prompt("make a file")
    told = daemon.answer(daemon.wait_ask(), "deny", "--text", "use pnpm instead")

    assert told["outcome"] == "accepted"
    [outcome] = lab.model.wait_outcomes(1)
    assert outcome.is_error
    assert outcome.text == "use pnpm instead"
    assert not (agent.cwd / "made.txt").exists()


@pytest.mark.newest_version
def test_deny_and_stop_ends_the_turn(lab: Lab, daemon: LiveDaemon, version: str) -> None:
    lab.model.on("make a file", Script().bash(COMMAND).say("As you wish."))
    agent = lab.agent(version)

    agent.prompt("make a file")
    told = daemon.answer(daemon.wait_ask(), "deny_stop")

    assert told["outcome"] == "accepted"
    agent.wait_registry("idle")
    assert daemon.wait_state("idle", within=3)
    assert not (agent.cwd / "made.txt").exists()


def test_always_writes_the_rule_and_the_next_call_does_not_ask(
    lab: Lab, daemon: LiveDaemon, version: str
) -> None:
    lab.model.on("build", Script().bash("npm run nothing").bash("npm run nothing").say("Built."))
    agent = lab.agent(version)

    agent.prompt("build")
    ask = daemon.wait_ask()
    assert "npm run" in ask["rule"]
    told = daemon.answer(ask, "always")

    assert told["outcome"] == "accepted"
    agent.wait_screen("Built.")
    assert "npm run" in (agent.cwd / ".claude" / "settings.local.json").read_text()
    assert len([h for h in daemon.history() if h["kind"] == "permission"]) == 1


def test_an_answer_at_the_terminal_takes_the_card_away(
    lab: Lab, daemon: LiveDaemon, version: str
) -> None:
    lab.model.on("make a file", Script().bash(COMMAND).say("It is made."))
    agent = lab.agent(version)

    agent.prompt("make a file")
    ask = daemon.wait_ask()
    agent.wait_dialog("Do you want to proceed?")
    agent.press("1")

    assert daemon.wait_no_ask(ask, within=3)["ended"]["how"] == "terminal"
    agent.wait_screen("It is made.")


@pytest.mark.newest_version
def test_escape_at_the_dialog_interrupts_the_ask(
    lab: Lab, daemon: LiveDaemon, version: str
) -> None:
    lab.model.on("make a file", Script().bash(COMMAND).say("It is made."))
    agent = lab.agent(version)

    agent.prompt("make a file")
    ask = daemon.wait_ask()
    agent.wait_dialog("Do you want to proceed?")
    agent.press("Escape")

    assert daemon.wait_no_ask(ask, within=3)["ended"]["how"] == "interrupted"
    assert daemon.wait_state("idle", within=2)


@pytest.mark.newest_version
@pytest.mark.alone
def test_escape_while_working_is_seen_within_a_second(
    lab: Lab, daemon: LiveDaemon, version: str
) -> None:
    lab.model.on("think", Script().wait(30).say("Late."))
    agent = lab.agent(version)

    agent.prompt("think")
    agent.wait_registry("busy")
    daemon.wait_state("working")
    agent.keys("Escape")
    agent.wait_registry("idle")
    began = time.monotonic()
    daemon.wait_state("idle")
    assert time.monotonic() - began < 1.5  # a second, and a call to see it
