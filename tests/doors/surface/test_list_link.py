"""What a list surface is told, on a real daemon."""

from tests.doors.surface.asking import Ask, agent, ask, deck, surface
from tests.stage.daemon import Agent, StagedDaemon
from tests.stage.surface import SurfaceClient

__all__ = ["agent", "ask", "deck"]  # fixtures


# What it is told


def test_a_surface_is_told_everything_that_is_and_then_what_comes(
    daemon: StagedDaemon, ask: Ask
) -> None:
    _, first = ask()
    with surface(daemon) as deck:
        assert deck.name.startswith("deck-")
        assert first in deck.cards["order"]
        assert deck.asks[first]["session"] in deck.sessions
        _, second = ask("npm run test")
        deck.wait_ask(second)
        assert deck.cards["order"] == [a["id"] for a in daemon.asks()]


def test_what_is_over_is_told_and_leaves_the_cards(
    agent: Agent, ask: Ask, deck: SurfaceClient
) -> None:
    _, name = ask()
    number = deck.wait_ask(name) and deck.cards["n"]
    agent.ran("Bash", {"command": "npm run build"})
    while name in deck.cards["order"]:
        deck.heard("cards")
    assert deck.asks[name]["ended"]["how"] == "terminal"
    assert deck.cards["n"] > number


def test_nonsense_is_refused_and_the_surface_stays(deck: SurfaceClient) -> None:
    for nonsense in ({"type": "sing"}, {"type": "shown"}, {"type": "hello", "v": 1}):
        deck.say(**nonsense)
        assert deck.heard("refused")["message"]
    assert deck.press_face("none")["error_type"] == "not_shown"
