"""A session's terminal over a WebSocket, on a real daemon and a real tmux."""

import json

from tests.doors.http.stage import Harbour


def test_the_first_message_is_the_right_screen(harbour: Harbour) -> None:
    mate, session = harbour.mate("a")
    with harbour.terminal(session) as socket:
        first = json.loads(socket.recv(5))
    assert (first["type"], first["whole"]) == ("screen", True)
    assert "? for shortcuts" in first["text"]
