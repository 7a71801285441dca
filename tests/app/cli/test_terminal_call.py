"""What the commands that reach into a terminal share: the words and the exit code."""

import socket
import threading
from pathlib import Path

import pytest

from quarterdeck.app.cli.client import Client
from quarterdeck.app.cli.terminal_call import reach
from quarterdeck.app.paths import Paths


def reached(home: Path, status: str, body: str, what: str, *, as_json: bool) -> int:
    """The exit code when a daemon answers so."""
    (home / "token").write_text("t\n")
    listener = socket.socket(socket.AF_UNIX)
    listener.bind(str(home / "api.sock"))
    listener.listen()

    def serve() -> None:
        line, _ = listener.accept()
        asked = b""
        while not asked.endswith(b"{}"):
            asked += line.recv(65536)
        head = f"HTTP/1.1 {status}\r\nContent-Length: {len(body)}\r\n\r\n"
        line.sendall((head + body).encode())
        line.close()
        listener.close()

    serving = threading.Thread(target=serve)
    serving.start()
    client = Client(Paths(home / "config.toml", home, home, home))
    code = reach(client, {"id": "s1", "name": "shop"}, what, {}, as_json=as_json)
    serving.join()
    return code


@pytest.mark.parametrize(
    ("status", "outcome", "what", "code", "words"),
    [
        ("200 OK", "accepted", "send", 0, "shop: The agent took it.\n"),
        ("200 OK", "accepted", "focus", 0, "shop: Its terminal is in front.\n"),
        ("200 OK", "unknown", "keys", 0, "shop: Pressed.\n"),
        ("200 OK", "unknown", "send", 5, "shop: why\n"),
        ("409 Conflict", "blocked", "send", 1, "qd: shop: why\n"),
        ("409 Conflict", "not_delivered", "interrupt", 1, "qd: shop: why\n"),
    ],
)
def test_every_outcome_has_its_words_and_exit_code(
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    status: str,
    outcome: str,
    what: str,
    code: int,
    words: str,
) -> None:
    error = f', "error_type": "{outcome}", "message": "why"' if status.startswith("409") else ""
    body = f'{{"outcome": "{outcome}", "note": "why"{error}}}'
    assert reached(tmp_path, status, body, what, as_json=False) == code
    told = capsys.readouterr()
    assert told.out + told.err == words


def test_keys_of_which_some_were_not_pressed_are_no_success(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    body = '{"outcome": "unknown", "note": "pressed Down, but not Enter", "error_type": "x"}'
    assert reached(tmp_path, "200 OK", body, "keys", as_json=False) == 5
    assert capsys.readouterr().out == "shop: pressed Down, but not Enter\n"
