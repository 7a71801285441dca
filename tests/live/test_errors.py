"""An error of the model's service is shown, and is old news with the next prompt."""

import pytest
from tests.live.daemon import LiveDaemon
from tests.live.lab.lab import Lab
from tests.live.lab.script import Script


@pytest.mark.parametrize(
    ("status", "state", "kind"), [(429, "limited", "limit"), (500, "failed", "failure")]
)
def test_an_error_is_shown_until_the_next_prompt(
    lab: Lab, daemon: LiveDaemon, version: str, *, status: int, state: str, kind: str
) -> None:
    lab.model.on("try", Script().error(status, "the house is full"))
    lab.model.on("good morning", Script().say("Good morning to you."))
    agent = lab.agent(version)

    agent.prompt("try")
    ask = daemon.wait_ask(kind)
    assert str(status) in ask["title"]
    assert "the house is full" in ask["title"]
    assert "the house is full" in daemon.wait_state(state)["reason"]
    agent.wait_registry("idle")
    agent.prompt("good morning")

    assert daemon.wait_no_ask(ask, within=5)["ended"]["how"] == "replaced"
    daemon.wait_session(state="idle", last_message="Good morning to you.")


def test_an_error_that_the_agent_tries_again_after_is_none(
    lab: Lab, daemon: LiveDaemon, version: str
) -> None:
    lab.model.on("stumble", Script().error(529, headers={"retry-after": "0"}).say("Here I am."))
    agent = lab.agent(version)

    agent.prompt("stumble")

    daemon.wait_session(state="idle", last_message="Here I am.")
    assert {entry["kind"] for entry in daemon.history()} <= {"done"}
