"""Previews of many terminals, on a real daemon and a real tmux."""

import json
from typing import Any
from urllib.parse import urlsplit

import pytest
from tests.stage.tmux_daemon import TmuxDaemon
from tests.stage.until import PATIENCE, until
from websockets.sync.client import ClientConnection, connect

from quarterdeck.doors.http.previews import MOST, read_watch
from quarterdeck.doors.http.wire import BadRequest


def opened(tmux_daemon: TmuxDaemon) -> ClientConnection:
    where = urlsplit(tmux_daemon.daemon.url).netloc
    return connect(f"ws://{where}/api/previews?ticket={tmux_daemon.ticket()}")


def until_shown(socket: ClientConnection, session: str, text: str) -> dict[str, Any]:
    while True:
        told: dict[str, Any] = json.loads(socket.recv(PATIENCE))
        if told.get("session") == session and text in (told["text"] or ""):
            return told


def clients(tmux_daemon: TmuxDaemon) -> int:
    return len(tmux_daemon.tmux_server.tmux("list-clients").splitlines())


def test_previews_follow_the_screens_and_cost_tmux_no_client(tmux_daemon: TmuxDaemon) -> None:
    composer, session = tmux_daemon.composer("a")
    # One that asks, and one to which tmux tells what the session writes: they watch it anyway.
    until(lambda: clients(tmux_daemon) == 2, 5, lambda: "nobody watches it")
    wanted = json.dumps({"type": "watch", "sessions": [session, "nobody"]})
    with opened(tmux_daemon) as one, opened(tmux_daemon) as other:
        for socket in (one, other):
            socket.send(wanted)
            told = until_shown(socket, session, "? for shortcuts")
            assert (told["width"], told["height"]) == (80, 24)
        assert json.loads(one.recv(PATIENCE)) == {
            "type": "preview",
            "session": "nobody",
            "text": None,
            "width": None,
            "height": None,
        }
        tmux_daemon.tmux_server.tmux("send-keys", "-t", composer.pane, "-l", "ahoy")
        for socket in (one, other):
            until_shown(socket, session, "ahoy")
        assert clients(tmux_daemon) == 2


@pytest.mark.parametrize(
    "nonsense",
    [
        "no JSON",
        "[1]",
        '{"type": "input"}',
        '{"type": "watch"}',
        '{"type": "watch", "sessions": [1]}',
        json.dumps({"type": "watch", "sessions": [str(n) for n in range(MOST + 1)]}),
    ],
)
def test_only_a_list_of_so_many_sessions_can_be_watched(nonsense: str) -> None:
    with pytest.raises(BadRequest):
        read_watch(nonsense)


def test_a_session_is_watched_once_however_often_it_is_named() -> None:
    assert read_watch('{"type": "watch", "sessions": ["a", "b", "a"]}') == ["a", "b"]
