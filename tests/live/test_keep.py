"""Where a kept hook leaves the terminal's own dialog alone, and where it hides it."""

import json
import time

import pytest
from tests.live.daemon import LiveDaemon
from tests.live.lab.agent import Agent
from tests.live.lab.forms import agent_with_forms
from tests.live.lab.lab import Lab
from tests.live.lab.script import Call, Script
from tests.live.lab.versions import OLDEST

from quarterdeck.agents.claude.keep_table import Run, keep_for
from quarterdeck.domain.channels import Keep

pytestmark = pytest.mark.each_version  # what may be kept differs by version

DIALOG = "Do you want to proceed?"
HIDDEN_FOR = 1.0  # seconds; a dialog that is not hidden is there within a fraction of it


def test_the_main_threads_dialog_is_live_while_its_hook_is_kept(
    lab: Lab, daemon: LiveDaemon, version: str
) -> None:
    assert _keep(subagent=False, background=True) is Keep.RACE
    lab.model.on("make a file", Script().bash("npm --version > made.txt"))
    agent = lab.agent(version)

    agent.prompt("make a file")
    ask = daemon.wait_ask()
    agent.wait_dialog(DIALOG)

    assert daemon.answer(ask, "allow")["outcome"] == "accepted"


def test_a_background_agents_dialog_is_hidden_while_its_hook_is_kept(
    lab: Lab, daemon: LiveDaemon, version: str
) -> None:
    assert _keep(subagent=True, background=True) is Keep.GATE
    agent = lab.agent(version)

    with daemon.present():
        _delegate(lab, agent, in_background=True)
        ask = daemon.wait_ask()
        _stays_hidden(agent, DIALOG)
        assert daemon.answer(ask, "allow")["outcome"] == "accepted"

    [outcome] = lab.model.wait_outcomes(1, "paint it")
    assert not outcome.is_error


def test_a_background_agents_dialog_appears_when_its_hook_was_kept_long_enough(
    lab: Lab, daemon: LiveDaemon, version: str
) -> None:
    _restart_with_gate(daemon, 2)
    agent = lab.agent(version)

    with daemon.present():
        _delegate(lab, agent, in_background=True)
        ask = daemon.wait_ask()
        agent.wait_dialog(DIALOG)
    agent.press("1")

    [outcome] = lab.model.wait_outcomes(1, "paint it")
    assert not outcome.is_error
    assert daemon.wait_no_ask(ask, within=5)["ended"]["how"] == "terminal"


def test_a_background_agents_dialog_appears_at_once_when_nobody_looks(
    lab: Lab, daemon: LiveDaemon, version: str
) -> None:
    agent = lab.agent(version)

    _delegate(lab, agent, in_background=True)

    agent.wait_dialog(DIALOG)
    assert daemon.wait_ask()


def test_the_oldest_version_shows_a_foreground_agents_dialog_while_its_hook_is_kept(
    lab: Lab, daemon: LiveDaemon
) -> None:
    agent = lab.agent(OLDEST)

    with daemon.present():
        _delegate(lab, agent, in_background=False)
        ask = daemon.wait_ask()
        agent.wait_dialog(DIALOG)
        assert daemon.answer(ask, "allow")["outcome"] == "accepted"


def test_agents_that_may_not_run_in_the_background_leave_their_dialog_live(
    lab: Lab, daemon: LiveDaemon, version: str
) -> None:
    assert _keep(subagent=True, background=False) is Keep.RACE
    agent = lab.agent(version, environment={"CLAUDE_CODE_DISABLE_BACKGROUND_TASKS": "1"})

    _delegate(lab, agent, in_background=True)
    ask = daemon.wait_ask()
    agent.wait_dialog(DIALOG)

    assert daemon.answer(ask, "allow")["outcome"] == "accepted"


def test_a_form_is_hidden_while_its_hook_is_kept_and_can_be_filled_in_here(
    lab: Lab, daemon: LiveDaemon, version: str
) -> None:
    assert keep_for(Run("Elicitation", "cli", subagent=False, background=True)) is Keep.GATE
    agent = agent_with_forms(lab, version)

    with daemon.present():
        agent.prompt("deploy it")
        ask = daemon.wait_ask("elicitation")
        assert "Where shall it go?" in ask["title"]
        _stays_hidden(agent, "Where shall it go?")
        told = daemon.answer(ask, "accept", "--answer", "place=moon", "--answer", "copies=3")

    [outcome] = lab.model.wait_outcomes(1)
    filled_in = {"action": "accept", "content": {"place": "moon", "copies": 3}}
    assert json.loads(outcome.text) == filled_in
    assert told["outcome"] == "accepted"


def test_a_form_can_be_declined_here(lab: Lab, daemon: LiveDaemon, version: str) -> None:
    agent = agent_with_forms(lab, version)

    with daemon.present():
        agent.prompt("deploy it")
        told = daemon.answer(daemon.wait_ask("elicitation"), "decline")

    [outcome] = lab.model.wait_outcomes(1)
    assert json.loads(outcome.text) == {"action": "decline"}
    assert told["outcome"] == "accepted"


def test_a_form_appears_at_the_terminal_when_its_hook_was_kept_long_enough(
    lab: Lab, daemon: LiveDaemon, version: str
) -> None:
    _restart_with_gate(daemon, 2)
    agent = agent_with_forms(lab, version)

    with daemon.present():
        agent.prompt("deploy it")
        ask = daemon.wait_ask("elicitation")
        agent.wait_screen("Where shall it go?")
    agent.keys("Escape")

    [outcome] = lab.model.wait_outcomes(1)
    assert json.loads(outcome.text) == {"action": "cancel"}
    assert daemon.wait_no_ask(ask, within=5)["ended"]["how"] == "terminal"


def _keep(*, subagent: bool, background: bool) -> Keep:
    return keep_for(Run("PermissionRequest", "cli", subagent=subagent, background=background))


def _delegate(lab: Lab, agent: Agent, *, in_background: bool) -> None:
    given = {
        "description": "Paint",
        "prompt": "paint it",
        "subagent_type": "general-purpose",
        "run_in_background": in_background,
    }
    lab.model.on("delegate", Script().together(Call("Agent", given)).say("Delegated."))
    lab.model.on("paint it", Script().bash("npm --version > painted.txt"))
    agent.prompt("delegate")


def _stays_hidden(agent: Agent, sign: str) -> None:
    end = time.monotonic() + HIDDEN_FOR
    while time.monotonic() < end:
        assert sign not in agent.screen()
        assert agent.registry()["status"] != "waiting"
        time.sleep(0.02)


def _restart_with_gate(daemon: LiveDaemon, seconds: int) -> None:
    daemon.close()
    daemon.configure(f"[http]\nport = 0\n[agents]\ngate_s = {seconds}\n")
    daemon.up()
