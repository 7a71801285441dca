"""What Quarterdeck knows of each running Claude Code, from its start to its end."""

import json
import time
from pathlib import Path

import pytest
from tests.live.daemon import LiveDaemon
from tests.live.lab.lab import Lab
from tests.live.lab.script import Gate, Script
from tests.stage.until import until

WATCHING = "Bash: Run tail -f notes.txt"


def test_a_session_carries_what_there_is_to_know(
    lab: Lab, daemon: LiveDaemon, version: str
) -> None:
    lab.model.on("good morning", Script().say("Good morning to you."))
    agent = lab.agent(version)
    started = daemon.wait_session(state="idle", pid=agent.pid)
    assert started["model"]

    agent.prompt("good morning")

    session = daemon.wait_session(state="idle", last_message="Good morning to you.")
    assert session["id"] == started["id"]
    assert session["agent_session"] == agent.session_id
    assert session["cwd"] == str(agent.cwd)
    assert session["name"] == agent.cwd.name
    assert session["terminal"]["pane"] == agent.pane
    known = {"agent": "claude", "mode": "default", "branch": "main", "version": version}
    assert known.items() <= session.items()


def test_a_session_says_whether_it_works_or_waits(
    lab: Lab, daemon: LiveDaemon, version: str
) -> None:
    gate = Gate()
    lab.model.on("think", Script().hold(gate).bash("npm --version > made.txt"))
    agent = lab.agent(version)

    agent.prompt("think")
    gate.wait_reached()
    daemon.wait_state("working")
    gate.open()

    daemon.wait_state("waiting")
    agent.wait_dialog("Do you want to proceed?")
    agent.press("1")
    daemon.wait_state("idle")


def test_the_end_of_a_turn_that_is_told_late_says_nothing_of_the_next(
    lab: Lab, daemon: LiveDaemon, version: str
) -> None:
    now = lab.root / "now"
    _hold_back(lab, "Stop", now)
    lab.model.on("good morning", Script().say("Good morning to you."))
    lab.model.on("watch it", Script().bash("tail -f notes.txt"))
    agent = lab.agent(version, settings={"permissions": {"allow": ["Bash(tail *)"]}})
    (agent.cwd / "notes.txt").touch()
    agent.prompt("good morning")
    agent.wait_screen("Good morning to you.")
    agent.wait_registry("idle")
    agent.prompt("watch it")
    daemon.wait_session(state="working", activity=WATCHING)

    now.touch()

    told = daemon.wait_session(last_message="Good morning to you.")
    assert (told["state"], told["activity"]) == ("working", WATCHING)
    assert daemon.asks() == []


def _hold_back(lab: Lab, event: str, until_there: Path) -> None:
    """Let the hooks of one event wait for a file: the agent does not wait for them."""
    settings = json.loads(lab.home.settings_path.read_text())
    for hook in (hook for group in settings["hooks"][event] for hook in group["hooks"]):
        hook["command"] = f"until [ -e {until_there} ]; do sleep 0.05; done; {hook['command']}"
    lab.home.settings_path.write_text(json.dumps(settings))


def test_a_session_says_in_which_mode_it_runs(lab: Lab, daemon: LiveDaemon, version: str) -> None:
    lab.model.on("look around", Script().say("Seen."))
    agent = lab.agent(version, mode="plan")

    agent.prompt("look around")

    daemon.wait_session(mode="plan", last_message="Seen.")


def test_clear_changes_the_agents_id_and_ends_nothing(
    lab: Lab, daemon: LiveDaemon, version: str
) -> None:
    lab.model.on("good morning", Script().say("Good morning to you."))
    agent = lab.agent(version)
    agent.prompt("good morning")
    before = daemon.wait_session(state="idle", last_message="Good morning to you.")

    agent.prompt("/clear")

    until(lambda: agent.session_id != before["agent_session"], 5, lambda: "the id stays")
    after = daemon.wait_session(agent_session=agent.session_id, state="idle")
    assert (after["id"], after["pid"]) == (before["id"], agent.pid)
    assert len(daemon.all_sessions()) == 1


def test_leaving_the_agent_ends_its_session(lab: Lab, daemon: LiveDaemon, version: str) -> None:
    agent = lab.agent(version)
    daemon.wait_session(pid=agent.pid, state="idle")

    agent.tmux.type(agent.pane, "/exit")
    until(lambda: agent.composer() == "/exit", 5, agent.screen)
    agent.keys("Enter")

    daemon.wait_session(pid=agent.pid, state="ended")


def test_killing_the_pane_ends_the_session_and_its_ask(
    lab: Lab, daemon: LiveDaemon, version: str
) -> None:
    lab.model.on("make a file", Script().bash("npm --version > made.txt"))
    agent = lab.agent(version)
    agent.prompt("make a file")
    ask = daemon.wait_ask()

    lab.tmux.run("kill-pane", "-t", agent.pane)

    assert daemon.wait_no_ask(ask, within=5)["ended"]["how"] == "gone"
    daemon.wait_session(pid=agent.pid, state="ended")


@pytest.mark.alone
def test_printing_is_seen_but_never_held_up(lab: Lab, daemon: LiveDaemon, version: str) -> None:
    lab.model.on("make a file", Script().bash("npm --version > made.txt").say("Refused."))
    with_hooks = min(_seconds_to_print(lab, version) for _ in range(2))
    daemon.qd("setup", "claude", "--remove")
    without = _seconds_to_print(lab, version)

    assert with_hooks < without + 1
    assert [session["state"] for session in daemon.all_sessions()] == ["ended"] * 2
    assert not [entry for entry in daemon.history() if entry["kind"] == "permission"]


def _seconds_to_print(lab: Lab, version: str) -> float:
    started = time.monotonic()
    assert lab.printing("make a file", version).stdout == "Refused.\n"
    return time.monotonic() - started
