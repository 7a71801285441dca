"""Whether text can reach the real Claude Code, told as it changes."""

from tests.live.daemon import LiveDaemon
from tests.live.lab.lab import Lab
from tests.live.test_hands import bound
from tests.stage.tmux_daemon import await_event, listening


def test_an_agent_is_available_from_its_start_until_its_end(
    lab: Lab, daemon: LiveDaemon, version: str
) -> None:
    lab.tmux.open(["sleep", "600"], lab.root, (80, 24), "other")
    token = (daemon.home / "token").read_text().strip()
    with listening(daemon.url, token) as stream:
        agent = lab.agent(version)
        came = await_event(stream, "commander_availability")
        session = bound(daemon)
        asked = daemon.get(f"/api/availability/{session['id']}")
        agent.stop()
        went = await_event(stream, "commander_availability")
    assert (asked["commander_available"], asked["running"]) == (True, True)
    assert [(w["agent_id"], w["available"]) for w in (came, went)] == [
        (session["id"], True),
        (session["id"], False),
    ]
    ended = daemon.wait_session(id=session["id"], state="ended")
    assert ended["terminal"]["pane"] == agent.pane


def test_a_daemon_that_comes_back_knows_who_can_be_reached(
    lab: Lab, daemon: LiveDaemon, version: str
) -> None:
    lab.agent(version)
    session = bound(daemon)
    daemon.kill()
    daemon.up()
    bound(daemon)
    asked = daemon.get(f"/api/availability/{session['id']}")
    assert asked["commander_available"] is True
