"""The commands' way to the daemon."""

import socket
import tempfile
import threading
from pathlib import Path

import pytest
from tests.stage.agent_name import called_claude
from tests.stage.another_user import as_another_user

from quarterdeck.app.cli.client import Client, Refused, Trouble
from quarterdeck.app.cli.console import Exit
from quarterdeck.app.paths import Paths


def at(home: Path) -> Client:
    (home / "token").write_text("t\n")
    return Client(Paths(home / "config.toml", home, home, home), patience=1)


def answering(home: Path, words: bytes) -> threading.Thread:
    """A daemon that says these words to whoever comes."""
    listener = socket.socket(socket.AF_UNIX)
    listener.bind(str(home / "api.sock"))
    listener.listen()

    def serve() -> None:
        line, _ = listener.accept()
        asked = b""
        while not asked.endswith(b"{}" if asked.startswith(b"POST") else b"\r\n\r\n"):
            asked += line.recv(65536)
        line.sendall(words)
        line.close()
        listener.close()

    thread = threading.Thread(target=serve)
    thread.start()
    return thread


def body(status: str, text: bytes) -> bytes:
    return f"HTTP/1.1 {status}\r\nContent-Length: {len(text)}\r\n\r\n".encode() + text


@pytest.mark.parametrize(
    "words",
    [
        b"",
        b"nonsense\r\n\r\n",
        b"HTTP/1.1 200 OK\r\nContent-Length: 99\r\n\r\n{",
        body("200 OK", b"no json"),
        body("200 OK", b"\xff\xfe"),
    ],
)
def test_a_daemon_that_babbles_is_said_not_to_answer(tmp_path: Path, words: bytes) -> None:
    serving = answering(tmp_path, words)
    with pytest.raises(Trouble, match="The daemon does not answer") as trouble:
        at(tmp_path).get("/api/asks")
    assert trouble.value.code is Exit.FAILED
    serving.join()


def test_a_daemon_that_hangs_is_said_not_to_answer(tmp_path: Path) -> None:
    with socket.socket(socket.AF_UNIX) as listener:
        listener.bind(str(tmp_path / "api.sock"))
        listener.listen()
        with pytest.raises(Trouble, match="The daemon does not answer"):
            at(tmp_path).get("/api/asks")


@pytest.mark.parametrize(
    ("words", "kind", "code"),
    [
        (body("404 Not Found", b'{"error_type": "not_found", "message": "m"}'), "not_found", 4),
        (body("409 Conflict", b'{"error_type": "not_open", "message": "m"}'), "not_open", 4),
        (body("403 Forbidden", b'{"error_type": "refused", "message": "m"}'), "refused", 1),
        (body("500 Oh", b'"text"'), "unknown", 1),
    ],
)
def test_a_refusal_has_its_kind_and_exit_code(
    tmp_path: Path, words: bytes, kind: str, code: int
) -> None:
    serving = answering(tmp_path, words)
    with pytest.raises(Refused) as refused:
        at(tmp_path).post("/api/x", {})
    assert (refused.value.kind, refused.value.code) == (kind, code)
    serving.join()


IMPOSTOR = """
path = sys.argv[1]
listener = socket.socket(socket.AF_UNIX)
listener.bind(path)
listener.listen()
print("listening", flush=True)
line, _ = listener.accept()
print(line.recv(65536), flush=True)
"""


def test_what_another_user_put_in_the_daemons_place_is_told_nothing() -> None:
    with tempfile.TemporaryDirectory(prefix="qdc-", dir="/tmp") as name:
        place = Path(name)
        place.chmod(0o777)
        with as_another_user(IMPOSTOR, str(place / "api.sock")) as other:
            assert other.stdout
            assert other.stdout.readline() == "listening\n"
            with pytest.raises(Trouble, match="is not your Quarterdeck"):
                at(place).get("/api/asks")
            assert other.stdout.readline() == "b''\n"


def test_what_an_agent_put_in_the_daemons_place_is_told_nothing(tmp_path: Path) -> None:
    with socket.socket(socket.AF_UNIX) as listener:
        listener.bind(str(tmp_path / "api.sock"))
        listener.listen()
        with called_claude(), pytest.raises(Trouble, match="is not your Quarterdeck"):
            at(tmp_path).post("/api/asks/a1/answer", {"choice": "allow"})
        line, _ = listener.accept()
        with line:
            assert line.recv(65536) == b""
