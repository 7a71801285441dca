"""Surfaces over a WebSocket, on a real daemon: what they are told, and what they can press."""

import itertools
import json
import socket
import time
from collections.abc import Callable, Iterator
from contextlib import suppress

import pytest
from tests.stage.agent_name import called_claude
from tests.stage.calls import call, token
from tests.stage.daemon import Agent, Hook, StagedDaemon
from tests.stage.page_client import pair
from tests.stage.surface import DECK, Json, SurfaceClient, connected
from tests.stage.until import until
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect

from quarterdeck.doors.http.visitors import TOKEN_WITHIN
from quarterdeck.doors.surface.link import HELLO_WITHIN

CRITICAL = "cd build && rm -rf ../data && make"
NUMBERS = itertools.count(1)

Asked = tuple[Hook, str]
Ask = Callable[..., Asked]


@pytest.fixture
def agent(daemon: StagedDaemon) -> Iterator[Agent]:
    agent = daemon.agent(f"surface {next(NUMBERS)}")
    yield agent
    agent.close()


@pytest.fixture
def ask(daemon: StagedDaemon, agent: Agent) -> Ask:
    def asked(command: str = "npm run build") -> Asked:
        hook = agent.bash(command)

        def mine() -> list[Json]:
            wanted = ("permission", command)
            return [a for a in daemon.asks() if (a["kind"], a["text"]) == wanted]

        return hook, str(until(mine, 5, lambda: "it does not ask")[0]["id"])

    return asked


@pytest.fixture
def deck(daemon: StagedDaemon) -> Iterator[SurfaceClient]:
    with surface(daemon) as client:
        yield client


def surface(daemon: StagedDaemon, profile: Json = DECK) -> SurfaceClient:
    return SurfaceClient(daemon.paths.api, profile=profile, token=token(daemon))


def wait(milliseconds: int) -> None:
    time.sleep(milliseconds / 1000)  # the daemon's own clock runs as this one does


# Who comes in


@pytest.mark.parametrize(
    ("said", "why"),
    [
        ("no JSON", "not JSON"),
        ('{"type": "shown", "n": 1}', "The first message must be 'hello'"),
        ('{"type": "hello", "v": 7}', "speaks version 1"),
        ('{"type": "hello", "v": 1, "profile": {"kind": "x"}}', "A valid ticket or token"),
        (
            '{"type": "hello", "v": 1, "profile": {"kind": "x"}, "token": "guess"}',
            "A valid ticket or token",
        ),
        (
            '{"type": "hello", "v": 1, "profile": {"kind": "x"}, "ticket": "guess"}',
            "A valid ticket or token",
        ),
    ],
)
def test_whoever_says_nothing_valid_is_told_why_and_closed(
    daemon: StagedDaemon, said: str, why: str
) -> None:
    with connected(daemon.paths.api) as line:
        line.send(said)
        with pytest.raises(ConnectionClosed) as closed:
            line.recv(5)
    assert closed.value.rcvd
    assert closed.value.rcvd.code == 1008
    assert why in closed.value.rcvd.reason


def test_whoever_says_nothing_at_all_is_closed_soon(daemon: StagedDaemon) -> None:
    began = time.monotonic()
    with connected(daemon.paths.api) as line, pytest.raises(ConnectionClosed):
        line.recv(20)
    assert time.monotonic() - began >= HELLO_WITHIN * 0.9


def test_a_page_of_another_origin_does_not_get_as_far_as_that(daemon: StagedDaemon) -> None:
    where = daemon.url.replace("http", "ws") + "/surface"
    with pytest.raises(InvalidStatus) as refused:
        connect(where, additional_headers={"Origin": "http://evil.example"})
    assert refused.value.response.status_code == 403


def test_a_ticket_opens_once(daemon: StagedDaemon) -> None:
    ticket = call(daemon, "POST", "/api/tickets", {})[1]["ticket"]
    SurfaceClient(daemon.paths.api, ticket=ticket).close()
    with pytest.raises(ConnectionClosed):
        SurfaceClient(daemon.paths.api, ticket=ticket)


def test_a_page_has_a_token_of_its_own(daemon: StagedDaemon) -> None:
    SurfaceClient(daemon.paths.api, token=pair(daemon).bearer).close()


def test_a_surface_that_is_let_in_over_the_port_may_stay(daemon: StagedDaemon) -> None:
    """Longer than whoever shows no token."""
    where = daemon.url.replace("http", "ws") + "/surface"
    hello = {"type": "hello", "v": 1, "token": token(daemon), "profile": {"kind": "deck"}}
    with connect(where) as line:
        line.send(json.dumps(hello))
        end = time.monotonic() + TOKEN_WITHIN + 2
        with suppress(TimeoutError):
            while True:
                line.recv(max(0, end - time.monotonic()))
        line.send(json.dumps({"type": "hidden"}))  # raises ConnectionClosed where it is closed


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
    # It was given; whether its effect is heard within five seconds is up to the machine.
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


# Coming and going


def test_a_hidden_dialog_is_kept_while_a_surface_looks_and_let_go_when_it_left(
    daemon: StagedDaemon, agent: Agent
) -> None:
    form = {"message": "Who?", "requested_schema": {"type": "object", "properties": {}}}
    with surface(daemon) as deck:
        deck.acknowledge()
        deck.press_face("none")  # what was said before is known by then
        hook = agent.hook("Elicitation", "ask", **form)
        asked = lambda: [a for a in daemon.asks() if a["kind"] == "elicitation"]  # noqa: E731
        until(asked, 5, lambda: "it is not asked")
        deck.say(type="hidden")
    assert hook.reply() == {}


def test_an_agent_may_look_and_press_nothing(daemon: StagedDaemon, ask: Ask) -> None:
    _, name = ask()
    with called_claude(), surface(daemon) as deck:
        wait(deck.show(name)[name])
        assert deck.press(name, "deny")["error_type"] == "refused"


def test_a_socket_that_breaks_off_is_forgotten(daemon: StagedDaemon) -> None:
    before = call(daemon, "GET", "/api/status")[1]["listeners"]
    deck = surface(daemon)
    assert call(daemon, "GET", "/api/status")[1]["listeners"] == before + 1
    deck._socket.socket.shutdown(socket.SHUT_RDWR)
    gone = lambda: call(daemon, "GET", "/api/status")[1]["listeners"] == before  # noqa: E731
    until(gone, 5, lambda: "it is still there")
