"""The real Claude Code asks its human through our tools."""

import contextlib
import json
from collections.abc import Mapping

import psutil
import pytest
from tests.live.daemon import Json, LiveDaemon
from tests.live.lab.agent import Agent
from tests.live.lab.lab import Lab
from tests.live.lab.script import Script
from tests.stage.until import until

from quarterdeck.doors.mcp.wire import TOOLS

QUESTION = {"question": "Which colour?", "options": ["red", "blue"]}
BLUE = {"outcome": "answered", "answer": "blue"}


def painter(lab: Lab, daemon: LiveDaemon, version: str, given: Mapping[str, object]) -> Agent:
    """An agent that asks for a colour when it is told to paint, once it knows our tools."""
    daemon.qd("setup", "claude", "--mcp")
    painting = Script().tool("mcp__quarterdeck__ask_human", given).say("It is painted.")
    lab.model.on("paint it", painting)
    agent = lab.agent(version)
    until(lambda: has_tools(agent), 20, lambda: "the agent does not ask for our tools")
    return agent


def has_tools(agent: Agent) -> bool:
    """Whether our relay has told the agent of its tools."""
    for process in psutil.Process(agent.pid).children(recursive=True):
        with contextlib.suppress(psutil.Error):  # agents run much that ends at once
            if any("mcp_relay" in word for word in process.cmdline()):
                return bool(process.io_counters().write_chars > len(json.dumps(TOOLS)))
    return False


@pytest.mark.each_version
def test_the_agent_goes_on_with_the_answer(lab: Lab, daemon: LiveDaemon, version: str) -> None:
    agent = painter(lab, daemon, version, QUESTION)

    agent.prompt("paint it")
    told = daemon.answer(daemon.wait_ask("question"), "submit", "--answer", "blue")

    assert told["outcome"] == "accepted"
    [heard] = lab.model.wait_outcomes(1)
    assert json.loads(heard.text) == BLUE
    agent.wait_screen("It is painted.")


def is_answered(daemon: LiveDaemon, ask: Json) -> bool:
    told = daemon.run("answer", ask["id"], "submit", "--answer", "blue")
    assert told.returncode == 0 or "not connected" in told.stderr, told.stderr
    return told.returncode == 0


def test_a_question_outlives_the_daemon_and_ends_with_an_interrupt(
    lab: Lab, daemon: LiveDaemon, version: str
) -> None:
    agent = painter(lab, daemon, version, QUESTION)

    agent.prompt("paint it")
    ask = daemon.wait_ask("question")
    daemon.kill()
    daemon.up()
    # Until the relay is back, an answer is refused and reaches nobody.
    until(lambda: is_answered(daemon, ask), 20, lambda: "the relay does not come back")

    [heard] = lab.model.wait_outcomes(1)
    assert json.loads(heard.text) == BLUE
    agent.wait_screen("It is painted.")

    agent.prompt("paint it again")
    ask = daemon.wait_ask("question")
    agent.press("Escape")
    assert daemon.wait_no_ask(ask, 20)["ended"]["how"] == "interrupted"
