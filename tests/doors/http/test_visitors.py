"""Other users of the machine: they learn nothing over the port, and silence nobody."""

import asyncio
import contextlib
import socket
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from tests.stage.another_user import as_another_user
from tests.stage.calls import call, token
from tests.stage.daemon import StagedDaemon
from tests.stage.until import until
from typing_extensions import override

from quarterdeck.domain.ids import CallerId
from quarterdeck.doors.http import visitors
from quarterdeck.doors.http.visitors import Visitors
from quarterdeck.doors.peers import GONE, tcp_owner

ASKS = """
import http.client, sys
where, token, method, path = sys.argv[1:]
line = http.client.HTTPConnection(where, timeout=20)
line.request(method, path, "{}" if method == "POST" else None, {"Authorization": "Bearer " + token})
answer = line.getresponse()
print(answer.status, answer.read().decode()[:200])
"""
SITS = """
import socket, sys
host, port, count = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
lines = []
for _ in range(count):
    line = socket.socket()
    line.connect((host, port))
    line.send(b"GET / HTTP/1.1\\r\\nHost: loc")
    lines.append(line)
print("sitting", flush=True)
for line in sys.stdin:
    pass
"""


def where(daemon: StagedDaemon) -> str:
    return urlsplit(daemon.url).netloc


@pytest.mark.parametrize(
    ("method", "path"),
    [
        ("GET", "/api/asks"),
        ("GET", "/api/history"),
        ("GET", "/api/status"),
        ("GET", "/"),
        ("GET", "/healthz"),
        ("POST", "/api/codes"),
        ("POST", "/api/hello"),
        ("POST", "/api/stop"),
    ],
)
def test_another_user_is_refused_even_with_the_token_and_for_reading(
    daemon: StagedDaemon, method: str, path: str
) -> None:
    with as_another_user(ASKS, where(daemon), token(daemon), method, path) as stranger:
        told, _ = stranger.communicate()
    assert told.startswith('403 {"status": "error", "error_type": "other_user"'), told
    assert call(daemon, "GET", "/api/asks")[0] == 200


@contextmanager
def sitting(daemon: StagedDaemon, count: int) -> Iterator["subprocess.Popen[str]"]:
    """Another user's connections that say half a word and wait."""
    host, _, port = where(daemon).partition(":")
    with as_another_user(SITS, host, port, str(count)) as stranger:
        assert stranger.stdout
        assert stranger.stdout.readline() == "sitting\n"
        yield stranger
        assert stranger.stdin
        stranger.stdin.close()


def test_a_thousand_idle_connections_silence_nobody(daemon: StagedDaemon) -> None:
    with sitting(daemon, 1000):
        began = time.monotonic()
        assert call(daemon, "GET", "/api/asks")[0] == 200
        assert time.monotonic() - began < 5
        agent = daemon.agent("shop")
        asking = agent.bash("ls")
        ask = daemon.wait_ask("permission")
        files = len(list(Path(f"/proc/{daemon._daemon.pid}/fd").iterdir()))
        assert files < visitors.MOST_STRANGERS + 100
        daemon.client.post(f"/api/asks/{ask['id']}/answer", {"choice": "deny"})
        assert asking.reply()
        agent.close()


def test_whoever_shows_no_token_does_not_stay(daemon: StagedDaemon) -> None:
    host, _, port = where(daemon).partition(":")
    with socket.create_connection((host, int(port))) as idle:
        idle.send(b"GET /healthz HTTP/1.1\r\nHost: loc")
        idle.settimeout(visitors.TOKEN_WITHIN + 5)
        began = time.monotonic()
        with contextlib.suppress(ConnectionResetError):
            assert idle.recv(1) == b""
        assert time.monotonic() - began > visitors.TOKEN_WITHIN - 2


class Line(asyncio.Transport):
    """A connection that only remembers that it was closed."""

    closed = False

    @override
    def abort(self) -> None:
        self.closed = True


async def test_of_many_strangers_the_oldest_go_and_the_known_stay(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(visitors, "MOST_STRANGERS", 3)
    desk, lines = Visitors(), [Line() for _ in range(6)]
    for port, line in enumerate(lines):
        desk.came(("127.0.0.1", port), line)
        if port == 0:
            desk.know({"client": ("127.0.0.1", 0)}, CallerId("page-1"))
    assert [line.closed for line in lines] == [False, True, True, False, False, False]
    desk.left(("127.0.0.1", 3))
    desk.came(("127.0.0.1", 9), Line())
    assert not lines[4].closed
    for port in (0, 1, 2, 4, 5, 9):
        desk.left(("127.0.0.1", port))


@pytest.mark.parametrize(
    ("family", "host"),
    [
        (socket.AF_INET, "127.0.0.1"),
        (socket.AF_INET6, "::1"),
        (socket.AF_INET6, "::ffff:127.0.0.1"),
    ],
    ids=["IPv4", "IPv6", "IPv4 in IPv6"],
)
def test_the_user_at_the_other_end_is_known(family: int, host: str) -> None:
    with socket.socket(family) as listener:
        listener.bind((host, 0))
        listener.listen()
        port = str(listener.getsockname()[1])
        code = "import socket, sys; s = socket.create_connection(sys.argv[1:]); print(); input()"
        with as_another_user(code, host, port) as stranger:
            line, theirs = listener.accept()
            with line:
                assert tcp_owner(theirs[:2], line.getsockname()[:2]) == 65534
            stranger.communicate("\n")
            until(
                lambda: tcp_owner(theirs[:2], line_end(listener, port)) in (0, GONE),
                5,
                lambda: "it is still there",
            )


def line_end(listener: socket.socket, port: str) -> tuple[str, int]:
    return listener.getsockname()[0], int(port)


async def test_where_the_kernel_names_no_user_the_token_decides(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A stand-in for macOS, whose kernel has no table of sockets to read."""
    monkeypatch.setattr("quarterdeck.doors.peers.TABLES", ())
    desk = Visitors()
    here = ("127.0.0.1", 5)
    desk.came(here, Line())
    monkeypatch.setattr(visitors, "tcp_owner", lambda *_: None)
    assert await desk.is_ours({"client": here, "server": ("127.0.0.1", 6)})
    desk.left(here)
