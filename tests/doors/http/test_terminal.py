"""A session's terminal over a WebSocket, on a real daemon and a real tmux."""

import json
import os
import signal
import time
from typing import Any
from urllib.parse import urlsplit

import pytest
from tests.stage.agent_name import called_claude
from tests.stage.tmux_daemon import TmuxDaemon
from tests.stage.until import until
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import ClientConnection, unix_connect

from quarterdeck.doors.http.terminal import read_input
from quarterdeck.doors.http.wire import BadRequest


def heard(socket: ClientConnection, within: float = 5) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(socket.recv(within))
    return found


def until_heard(socket: ClientConnection, kind: str) -> dict[str, Any]:
    """The next message of this type."""
    return next(m for m in iter(lambda: heard(socket), {}) if m["type"] == kind)


def until_shown(socket: ClientConnection, text: str, within: float = 20) -> dict[str, Any]:
    """The next message that shows this text, as output or in a new screen."""
    end = time.monotonic() + within
    while text not in (message := heard(socket)).get("text", ""):
        assert time.monotonic() < end, f"{text} is not shown"
    return message


def say(socket: ClientConnection, **message: object) -> None:
    socket.send(json.dumps(message))


def refused(tmux_daemon: TmuxDaemon, session: str, ticket: str, **options: Any) -> int:
    with pytest.raises(InvalidStatus) as raised:
        tmux_daemon.terminal(session, ticket, **options)
    return raised.value.response.status_code


def test_the_right_screen_comes_first_with_its_history_and_then_what_is_written(
    tmux_daemon: TmuxDaemon,
) -> None:
    composer, session = tmux_daemon.composer("a")
    with tmux_daemon.terminal(session) as socket:
        first = heard(socket)
        assert (first["type"], first["whole"]) == ("screen", True)
        assert (first["width"], first["height"]) == (80, 24)
        assert "? for shortcuts" in first["text"]
        tmux_daemon.tmux_server.tmux("send-keys", "-t", composer.pane, "-l", "hello")
        until_shown(socket, "hello")
        tmux_daemon.tmux_server.tmux("send-keys", "-t", composer.pane, "-l", " there")
        mended = until_heard(socket, "screen")
    assert not mended["whole"]
    assert "hello" in mended["text"]


def test_keys_and_text_go_into_the_pane_in_order(tmux_daemon: TmuxDaemon) -> None:
    composer, session = tmux_daemon.composer("a")
    with tmux_daemon.terminal(session) as socket:
        say(socket, type="input", text="good \x1b[A\nmorning 👩\u200d🚀")
        say(socket, type="input", keys=["!", "Enter"])
        until(lambda: composer.submitted, 5, lambda: "nothing was submitted")
    assert composer.submitted == ["good [Amorning 👩\u200d🚀!"]


def test_what_cannot_be_pressed_is_refused_and_the_viewer_stays(tmux_daemon: TmuxDaemon) -> None:
    composer, session = tmux_daemon.composer("a")
    with tmux_daemon.terminal(session) as socket:
        until_heard(socket, "screen")
        for nonsense in ('{"type": "resize"}', "no JSON", '{"type": "input"}', "[1]"):
            socket.send(nonsense)
            assert until_heard(socket, "refused")["message"]
        socket.send(b"bytes")
        assert until_heard(socket, "refused")["message"]
        say(socket, type="input", keys=["Entr"])
        assert "Entr" in until_heard(socket, "refused")["message"]
        say(socket, type="input", keys=["k"] * 1001)
        assert "1000" in until_heard(socket, "refused")["message"]
        say(socket, type="input", text="x")
        until_shown(socket, "x")
    assert composer.submitted == []


def test_a_ticket_opens_once_for_our_own_page_only(tmux_daemon: TmuxDaemon) -> None:
    _, session = tmux_daemon.composer("a")
    ticket = tmux_daemon.ticket()
    url = urlsplit(tmux_daemon.daemon.url)
    assert refused(tmux_daemon, session, "nonsense") == 403
    elsewhere = {"Origin": "http://evil.example"}
    assert refused(tmux_daemon, session, ticket, additional_headers=elsewhere) == 403
    assert refused(tmux_daemon, session, ticket, host="evil.example") == 403
    token = {"Authorization": f"Bearer {tmux_daemon.token}"}
    assert refused(tmux_daemon, session, "none", additional_headers=token) == 403
    own = {"Origin": f"http://{url.netloc}", "Sec-Fetch-Site": "same-origin"}
    with tmux_daemon.terminal(session, ticket, additional_headers=own) as socket:
        assert heard(socket)["type"] == "screen"
    assert refused(tmux_daemon, session, ticket) == 403


def test_a_session_that_nobody_knows_has_no_terminal(tmux_daemon: TmuxDaemon) -> None:
    assert refused(tmux_daemon, "s0", tmux_daemon.ticket()) == 404


def test_tickets_are_given_for_the_token_only(tmux_daemon: TmuxDaemon) -> None:
    status, told = tmux_daemon.call("POST", "/api/tickets", Authorization="Bearer nonsense")
    assert (status, told["error_type"]) == (401, "no_token")


def test_the_end_of_the_pane_ends_the_view_with_a_word(tmux_daemon: TmuxDaemon) -> None:
    tmux_daemon.tmux_server.session("other")
    composer, session = tmux_daemon.composer("a")
    with tmux_daemon.terminal(session) as socket:
        heard(socket)
        tmux_daemon.kill_pane(composer.pane)
        assert until_heard(socket, "end")["message"]
        with pytest.raises(ConnectionClosed):
            socket.recv(5)
    assert socket.close_code == 1000


def test_a_session_without_a_pane_says_so(tmux_daemon: TmuxDaemon) -> None:
    agent = tmux_daemon.daemon.agent("shop")
    [session] = tmux_daemon.daemon.client.list("/api/sessions")
    with tmux_daemon.terminal(str(session["id"])) as socket:
        told = heard(socket)
    assert told["type"] == "end"
    assert "no tmux pane" in told["message"]
    assert agent.cwd.exists()


SLOW: dict[str, Any] = {"max_queue": 1, "close_timeout": 0.1}
FLOOD = "stty -echo; while read n; do seq $n; echo over; done"


@pytest.mark.alone
def test_the_daemon_stops_within_two_seconds_while_one_watches_and_another_does_not_read(
    tmux_daemon: TmuxDaemon,
) -> None:
    pane, session = tmux_daemon.program("flood", FLOOD)
    with tmux_daemon.terminal(session) as reader, tmux_daemon.terminal(session, **SLOW):
        until_heard(reader, "screen")
        tmux_daemon.tmux_server.tmux("send-keys", "-t", pane, "3000000", "Enter")
        until_shown(reader, "9")
        os.kill(tmux_daemon.daemon._daemon.pid, signal.SIGTERM)
        began = time.monotonic()
        tmux_daemon.daemon._daemon.wait(10)
    assert time.monotonic() - began < 2
    tmux_daemon.daemon.up()


def test_who_does_not_read_delays_nobody_else(tmux_daemon: TmuxDaemon) -> None:
    pane, session = tmux_daemon.program("flood", FLOOD)
    with tmux_daemon.terminal(session, **SLOW), tmux_daemon.terminal(session) as reader:
        until_heard(reader, "screen")
        tmux_daemon.tmux_server.tmux("send-keys", "-t", pane, "1000000", "Enter")
        until_shown(reader, "over")
        say(reader, type="input", keys=["1", "2", "3", "Enter"])
        until_shown(reader, "123", within=5)


def test_watching_resizes_nothing(tmux_daemon: TmuxDaemon) -> None:
    composer, session = tmux_daemon.composer("a")
    person = tmux_daemon.tmux_server.person("a")
    size = ("display-message", "-p", "-t", composer.pane, "#{window_width}x#{window_height}")
    until(
        lambda: tmux_daemon.tmux_server.tmux(*size) == "100x29",
        5,
        lambda: tmux_daemon.tmux_server.tmux(*size),
    )
    with tmux_daemon.terminal(session) as socket:
        until_heard(socket, "screen")
        assert tmux_daemon.tmux_server.tmux(*size) == "100x29"
    person.leaves()


def test_a_process_below_an_agent_may_look_and_not_type(tmux_daemon: TmuxDaemon) -> None:
    composer, session = tmux_daemon.composer("a")
    where = f"ws://localhost/api/sessions/{session}/terminal?ticket={tmux_daemon.ticket()}"
    through_port = tmux_daemon.terminal(session)
    through_path = unix_connect(str(tmux_daemon.daemon.paths.api), where)
    for socket in (through_port, through_path):
        with socket:
            assert heard(socket)["type"] == "screen"
            with called_claude():
                say(socket, type="input", text="yes")
                assert "agent" in until_heard(socket, "refused")["message"]
    assert composer.lines() == []


def test_an_agent_that_may_send_types_into_no_terminal(tmux_daemon: TmuxDaemon) -> None:
    tmux_daemon.daemon.restart("[security]\nagents_may_type = true\n")
    composer, session = tmux_daemon.composer("a")
    with called_claude(), tmux_daemon.terminal(session) as socket:
        say(socket, type="input", text="yes")
        assert "agent" in until_heard(socket, "refused")["message"]
    assert composer.lines() == []


@pytest.mark.parametrize(
    ("text", "keys"),
    [
        ("ab", ["a", "b"]),
        ("a\u3000b", ["a", "Space", "b"]),
        ("\x1b\r\n\t\x7f", []),
        ("é😀", ["é", "😀"]),
        ("👩\u200d🚀", ["👩", "\u200d", "🚀"]),
        ("\x1c\x85\u2028", ["Space"] * 3),
    ],
)
def test_a_text_becomes_the_keys_of_its_signs(text: str, keys: list[str]) -> None:
    assert read_input(json.dumps({"type": "input", "text": text})) == keys


@pytest.mark.parametrize("keys", ["Enter", [1], {"a": 1}, None])
def test_keys_must_be_a_list_of_names(keys: object) -> None:
    with pytest.raises(BadRequest):
        read_input(json.dumps({"type": "input", "keys": keys}))
