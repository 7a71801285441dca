"""What can be pressed on a surface, on a real daemon."""

import pytest
from tests.doors.surface.asking import CRITICAL, Ask, agent, ask, deck, surface, wait
from tests.stage.daemon import Agent, StagedDaemon
from tests.stage.surface import Json, SurfaceClient

__all__ = ["agent", "ask", "deck"]  # fixtures


# What can be pressed


def test_a_press_on_what_was_shown_for_long_enough_answers(
    agent: Agent, ask: Ask, deck: SurfaceClient
) -> None:
    hook, name = ask()
    deck.wait_ask(name)
    wait(deck.show(name)[name])
    deck.say(type="press", id="mine", face=deck.face(name, "deny"), text="not now")
    assert hook.reply()["decision"] == {"behavior": "deny", "message": "not now"}
    agent.tell("Stop")
    told = deck.outcome("mine")
    assert (told["status"], told["ask"]["ended"]["by"]) == ("ok", deck.name)


def test_a_press_on_what_just_appeared_is_guarded(ask: Ask, deck: SurfaceClient) -> None:
    _, name = ask()
    deck.wait_ask(name)
    assert 0 < deck.show(name)[name] <= 500
    assert deck.press(name, "deny")["error_type"] == "guarded"


def test_what_went_out_of_sight_is_guarded_again(ask: Ask, deck: SurfaceClient) -> None:
    _, name = ask()
    deck.wait_ask(name)
    wait(deck.show(name)[name])
    deck.show()
    assert deck.show(name)[name] > 0


@pytest.mark.parametrize("number", [0, 10**6, -1])
def test_a_number_that_was_never_given_shows_nothing(
    ask: Ask, deck: SurfaceClient, number: int
) -> None:
    _, name = ask()
    deck.wait_ask(name)
    deck.say(type="shown", n=number, asks=[name])
    assert name not in deck.heard("cards")["armed_in"]
    wait(500)
    assert deck.press(name, "deny")["error_type"] == "not_shown"


def test_what_only_another_surface_shows_cannot_be_pressed(
    daemon: StagedDaemon, ask: Ask, deck: SurfaceClient
) -> None:
    _, name = ask()
    deck.wait_ask(name)
    wait(deck.show(name)[name])
    with surface(daemon) as other:
        assert other.press_face(deck.face(name, "deny"))["error_type"] == "not_shown"


def test_what_is_critical_must_be_held(agent: Agent, ask: Ask, deck: SurfaceClient) -> None:
    hook, name = ask(CRITICAL)
    deck.wait_ask(name)
    held = {face["choice"] for face in deck.asks[name]["faces"] if face["hold"]}
    assert "allow" in held
    assert "deny" not in held
    wait(deck.show(name)[name])
    face = deck.face(name, "allow")
    assert deck.press(name, "allow")["error_type"] == "needs_confirmation"
    assert deck.press_face(face, "up", held=5000)["error_type"] == "needs_confirmation"
    deck.say(type="down", face=face)
    assert deck.press_face(face, "up", held=5000)["error_type"] == "needs_confirmation"
    deck.say(type="down", face=face)
    assert deck.heard("began")["face"] == face
    wait(1000)
    deck.say(type="up", id="held", face=face, held=1000)
    assert hook.reply()["decision"]["behavior"] == "allow"
    agent.ran("Bash", {"command": CRITICAL})
    # Which of them depends on how soon the machine lets that be heard.
    assert deck.outcome("held")["outcome"] in ("accepted", "unknown")


def test_a_surface_that_cannot_hold_denies_what_is_critical_and_cannot_allow_it(
    daemon: StagedDaemon, ask: Ask
) -> None:
    hook, name = ask(CRITICAL)
    with surface(daemon, profile={"kind": "buttons", "hold": False}) as buttons:
        wait(buttons.show(name)[name])
        face = buttons.face(name, "allow")
        buttons.say(type="down", face=face)
        buttons.heard("began")
        wait(1000)
        refused = buttons.press_face(face, "up", held=1000)
        assert refused["error_type"] == "needs_confirmation"
        buttons.say(type="press", id="no", face=buttons.face(name, "deny"))
        assert hook.reply()["decision"]["behavior"] == "deny"


def test_a_press_that_is_said_twice_is_given_once(
    agent: Agent, ask: Ask, deck: SurfaceClient
) -> None:
    agent.tell("Stop", last_assistant_message="Finished.")
    name = next(a for a, found in awaited(deck).items() if found["kind"] == "done")
    deck.show(name)
    for _ in range(2):
        deck.say(type="press", id="same", face=deck.face(name, "dismiss"))
        assert deck.outcome("same")["outcome"] == "accepted"


def awaited(deck: SurfaceClient) -> dict[str, Json]:
    """What it was told, once there is something to dismiss."""
    while not any(ask["kind"] == "done" and not ask["ended"] for ask in deck.asks.values()):
        deck.heard("cards")
    return {name: ask for name, ask in deck.asks.items() if not ask["ended"]}


def test_a_surface_that_asks_whether_its_line_works_is_answered(deck: SurfaceClient) -> None:
    deck.say(type="ping")
    deck.say(type="nonsense")
    deck.heard("alive")
    assert "'nonsense'" in deck.heard("refused")["message"]
