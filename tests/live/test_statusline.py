"""The status line tells cost and context, and the person's own one goes on."""

from tests.live.daemon import LiveDaemon
from tests.live.lab.lab import Lab
from tests.live.lab.script import Script
from tests.stage.until import until


def test_the_status_line_tells_cost_and_context_and_prints_as_before(
    lab: Lab, daemon: LiveDaemon, version: str
) -> None:
    own = {
        "statusLine": {"type": "command", "command": "echo own line: $(wc -c) bytes", "padding": 0}
    }
    lab.home.add_settings(own)
    daemon.qd("setup", "claude", "--statusline")
    lab.model.on("good morning", Script().say("Good morning to you."))
    agent = lab.agent(version)

    agent.prompt("good morning")

    agent.wait_screen("own line: ")
    session = until(
        lambda: next((s for s in daemon.sessions() if s.get("cost")), None),
        10,
        lambda: str(daemon.sessions()),
    )
    assert session["cost"] > 0
    assert session["context"] >= 0
