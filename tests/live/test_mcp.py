"""The real Claude Code asks its human through our tools."""

import contextlib
import json
from collections.abc import Iterator

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
DECK = '[http]\nport = 0\n[display]\nguard_ms = 0\n[deck]\nemulate = ["mini"]\n'
MINI = "deck-EM01MINI"


def painter(lab: Lab, daemon: LiveDaemon, version: str) -> Agent:
    """An agent that knows our tools, and asks for a colour when it is told to paint."""
    daemon.qd("setup", "claude", "--mcp")
    buttons = {"buttons": [{"text": "Repaint", "image": "retry"}]}
    painting = Script().tool("mcp__quarterdeck__set_keyboard_buttons", buttons)
    painting = painting.tool("mcp__quarterdeck__ask_human", QUESTION).say("It is painted.")
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


@pytest.fixture
def desk(lab: Lab) -> Iterator[LiveDaemon]:
    """A running Quarterdeck with a deck."""
    daemon = LiveDaemon(lab)
    daemon.configure(DECK)
    daemon.up()
    yield daemon
    daemon.close()


@pytest.mark.each_version
def test_the_agent_sets_buttons_and_goes_on_with_the_answer_of_a_deck(
    lab: Lab, desk: LiveDaemon, version: str
) -> None:
    agent = painter(lab, desk, version)

    agent.prompt("paint it")
    for label in ("blue", "Submit"):
        press(desk, label)

    heard = lab.model.wait_outcomes(2, timeout=20)
    assert json.loads(heard[1].text) == BLUE
    agent.wait_screen("It is painted.")
    shown = desk.wait_session(state="idle", last_message="It is painted.")["buttons"]
    assert (shown["by"], [button["text"] for button in shown["row"]]) == ("agent", ["Repaint"])


def press(daemon: LiveDaemon, label: str) -> None:
    """Press the key of the emulated deck that has this label, once it is seen."""
    key = until(lambda: key_of(daemon, label), 20, lambda: f"no key says {label}")
    daemon.post(f"/api/surfaces/{MINI}/press", {"face": key["press"]})


def key_of(daemon: LiveDaemon, label: str) -> Json | None:
    if all(surface["id"] != MINI for surface in daemon.client.list("/api/surfaces")):
        return None
    keys = daemon.get(f"/api/surfaces/{MINI}")["keys"]
    return next((key for key in keys if key["label"] == label and key["shown"]), None)


def is_answered(daemon: LiveDaemon, ask: Json) -> bool:
    told = daemon.run("answer", ask["id"], "submit", "--answer", "blue")
    assert told.returncode == 0 or "not connected" in told.stderr, told.stderr
    return told.returncode == 0


def test_a_question_outlives_the_daemon_and_ends_with_an_interrupt(
    lab: Lab, daemon: LiveDaemon, version: str
) -> None:
    agent = painter(lab, daemon, version)

    agent.prompt("paint it")
    ask = daemon.wait_ask("question")
    daemon.kill()
    daemon.up()
    # Until the relay is back, an answer is refused and reaches nobody.
    until(lambda: is_answered(daemon, ask), 20, lambda: "the relay does not come back")

    heard = lab.model.wait_outcomes(2, timeout=20)
    assert json.loads(heard[1].text) == BLUE
    agent.wait_screen("It is painted.")

    agent.prompt("paint it again")
    ask = daemon.wait_ask("question")
    agent.press("Escape")
    assert daemon.wait_no_ask(ask, 20)["ended"]["how"] == "interrupted"
