"""Surfaces over a WebSocket, on a real daemon: who comes in, and who goes."""

import json
import socket
import time
from contextlib import suppress

import pytest
from tests.doors.surface.asking import Ask, agent, ask, deck, surface, wait
from tests.stage.agent_name import called_claude
from tests.stage.calls import call, token
from tests.stage.daemon import Agent, StagedDaemon
from tests.stage.page_client import pair
from tests.stage.surface import SurfaceClient, connected
from tests.stage.until import until
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect

from quarterdeck.doors.http.visitors import TOKEN_WITHIN
from quarterdeck.doors.surface.link import HELLO_WITHIN

__all__ = ["agent", "ask", "deck"]  # fixtures


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
