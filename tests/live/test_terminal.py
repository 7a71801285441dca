"""The live terminal of the real Claude Code."""

import json
import time
from typing import Any

from tests.live.daemon import LiveDaemon
from tests.live.lab.lab import Lab
from tests.live.lab.script import Script
from tests.live.test_hands import bound
from tests.stage.tmux_daemon import opened
from websockets.sync.client import ClientConnection


def terminal(daemon: LiveDaemon, session: object) -> ClientConnection:
    return opened(daemon.url, str(session), daemon.post("/api/tickets", {})["ticket"])


def shown(socket: ClientConnection, text: str) -> dict[str, Any]:
    """The next message that shows this text."""
    end = time.monotonic() + 15
    while text not in (message := json.loads(socket.recv(10))).get("text", ""):
        assert time.monotonic() < end, f"{text} is not shown"
    found: dict[str, Any] = message
    return found


def test_who_watches_sees_the_screen_types_a_prompt_and_sees_the_answer(
    lab: Lab, daemon: LiveDaemon, version: str
) -> None:
    lab.model.on("good morning", Script().say("Good morning to you."))
    agent = lab.agent(version)
    session = bound(daemon)
    with terminal(daemon, session["id"]) as socket:
        first = json.loads(socket.recv(10))
        assert (first["type"], first["whole"]) == ("screen", True)
        assert (first["width"], first["height"]) == (120, 40)
        assert "❯" in first["text"]
        socket.send(json.dumps({"type": "input", "text": "good morning"}))
        agent.wait_screen("good morning")
        socket.send(json.dumps({"type": "input", "keys": ["Enter"]}))
        shown(socket, "Good morning to you.")
        agent.wait_registry("idle")


def test_the_end_of_the_pane_ends_the_view(lab: Lab, daemon: LiveDaemon, version: str) -> None:
    lab.tmux.open(["sleep", "600"], lab.root, (80, 24), "other")
    agent = lab.agent(version)
    session = bound(daemon)
    with terminal(daemon, session["id"]) as socket:
        socket.recv(10)
        lab.tmux.run("kill-pane", "-t", agent.pane)
        messages = [json.loads(message) for message in socket]
    assert messages[-1]["type"] == "end"
    assert socket.close_code == 1000
