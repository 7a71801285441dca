"""Whether text can reach the real Claude Code, told as it changes."""

from tests.doors.http.stage import await_event, listening
from tests.live.deck import Deck
from tests.live.lab.lab import Lab
from tests.live.test_hands import bound


def test_an_agent_is_available_from_its_start_until_its_end(
    lab: Lab, deck: Deck, version: str
) -> None:
    lab.tmux.open(["sleep", "600"], lab.root, (80, 24), "other")
    token = (deck.home / "token").read_text().strip()
    with listening(deck.url, token) as stream:
        agent = lab.agent(version)
        came = await_event(stream, "commander_availability")
        session = bound(deck)
        asked = deck.get(f"/api/availability/{session['id']}")
        agent.stop()
        went = await_event(stream, "commander_availability")
    assert (asked["commander_available"], asked["running"]) == (True, True)
    assert [(w["agent_id"], w["available"]) for w in (came, went)] == [
        (session["id"], True),
        (session["id"], False),
    ]
    ended = deck.wait_session(id=session["id"], state="ended")
    assert ended["terminal"]["pane"] == agent.pane


def test_a_daemon_that_comes_back_knows_who_can_be_reached(
    lab: Lab, deck: Deck, version: str
) -> None:
    lab.agent(version)
    session = bound(deck)
    deck.kill()
    deck.up()
    bound(deck)
    asked = deck.get(f"/api/availability/{session['id']}")
    assert asked["commander_available"] is True
