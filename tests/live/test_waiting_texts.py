"""Texts that wait for a working Claude Code: interrupts overtake them, Ctrl-C takes them back."""

import json
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from tests.live.daemon import LiveDaemon
from tests.live.lab.agent import Agent
from tests.live.lab.lab import Lab
from tests.live.lab.script import Gate, Script
from tests.stage.tmux_daemon import await_event, listening
from tests.stage.until import PATIENCE, until

SOON = PATIENCE  # far less than the text would wait
CTRL_C = 130


@pytest.fixture
def agent(lab: Lab, daemon: LiveDaemon, version: str) -> Agent:
    """An agent in the middle of a turn, which lasts until somebody stops it."""
    gate = Gate()
    lab.model.on("think", Script().bash("ls").hold(gate).say("Late."))
    agent = lab.agent(version)
    until(
        lambda: any((s["terminal"] or {}).get("tty") for s in daemon.sessions()),
        10,
        lambda: str(daemon.sessions()),
    )
    agent.prompt("think")
    gate.wait_reached()
    daemon.wait_state("working")
    return agent


@contextmanager
def waiting_text(daemon: LiveDaemon, text: str) -> Iterator[subprocess.Popen[str]]:
    """`qd send --wait` as a person runs it, once its text waits."""
    words = ("send", str(daemon.sessions()[0]["id"]), text, "--wait", "600", "--json")
    token = daemon.paths.token.read_text().strip()
    with (
        listening(daemon.url, token) as heard,
        subprocess.Popen(
            [sys.executable, "-m", "quarterdeck", *words],
            env=daemon.environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        ) as sending,
    ):
        await_event(heard, "action", lambda action: action["stage"] == "waiting")
        yield sending


def test_an_interrupt_stops_the_agent_and_the_text_that_waits_says_so(
    daemon: LiveDaemon, agent: Agent
) -> None:
    with waiting_text(daemon, "good morning") as sending:
        told = daemon.qd("interrupt", str(daemon.sessions()[0]["id"]))
        _, complaint = sending.communicate(timeout=SOON)
    assert told.endswith("It stopped.\n")
    assert (sending.returncode, complaint.endswith("an interrupt came first\n")) == (1, True)
    agent.wait_registry("idle")
    assert agent.composer() == ""
    assert not any("good morning" in json.dumps(entry) for entry in agent.transcript())


def test_ctrl_c_takes_a_text_that_waits_back(daemon: LiveDaemon, agent: Agent) -> None:
    with waiting_text(daemon, "good morning") as sending:
        sending.send_signal(signal.SIGINT)
        sending.communicate(timeout=SOON)
    assert sending.returncode == CTRL_C
    withdrawn = until(
        lambda: next((h for h in daemon.history() if h["kind"] == "send" and h["outcome"]), None),
        SOON,
        lambda: str(daemon.history()),
    )
    assert (withdrawn["outcome"], withdrawn["text"]) == ("not_delivered", "good morning")
    daemon.qd("interrupt", str(daemon.sessions()[0]["id"]))
    agent.wait_registry("idle")

    told = json.loads(daemon.qd("send", str(daemon.sessions()[0]["id"]), "hello", "--json"))

    assert told["outcome"] == "accepted"
    assert not any("good morning" in json.dumps(entry) for entry in agent.transcript())
