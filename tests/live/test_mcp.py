"""The real Claude Code asks its human through our tools."""

import pytest
from tests.live.daemon import LiveDaemon
from tests.live.lab.lab import Lab
from tests.live.lab.script import Script

QUESTION = {"question": "Which colour?", "options": ["red", "blue"]}


@pytest.mark.each_version
def test_the_agent_goes_on_with_the_answer(lab: Lab, daemon: LiveDaemon, version: str) -> None:
    daemon.qd("setup", "claude", "--mcp")
    painting = Script().tool("mcp__quarterdeck__ask_human", QUESTION).say("It is painted.")
    lab.model.on("paint it", painting)
    agent = lab.agent(version)

    agent.prompt("paint it")
    ask = daemon.wait_ask("question")
    assert (ask["kind"], ask["title"]) == ("question", "Which colour?")
    told = daemon.answer(ask, "submit", "--answer", "blue")

    assert told["outcome"] == "accepted"
    [heard] = lab.model.wait_outcomes(1)
    assert heard.text == "The person answered: blue"
    agent.wait_screen("It is painted.")
