"""The event stream: what is, then whatever changes, and an end when the daemon ends."""

import contextlib
import http.client
import json
import os
import queue
import signal
import socket
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from urllib.parse import urlsplit

import pytest
from tests.stage.calls import call, token
from tests.stage.daemon import StagedDaemon
from tests.stage.until import PATIENCE, until

from quarterdeck.app.running_daemon import running


@contextmanager
def stream(daemon: StagedDaemon) -> Iterator["queue.Queue[tuple[str, Any] | None]"]:
    """What is told on a stream; None at its end."""
    line = http.client.HTTPConnection(urlsplit(daemon.url).netloc, timeout=PATIENCE)
    line.request("GET", "/api/events", headers={"Authorization": f"Bearer {token(daemon)}"})
    answer = line.getresponse()
    assert answer.headers["content-type"].startswith("text/event-stream")
    heard: queue.Queue[tuple[str, Any] | None] = queue.Queue()

    def read() -> None:
        name = ""
        with contextlib.suppress(http.client.IncompleteRead, ConnectionError):
            while text := answer.readline():
                word, _, rest = text.decode().strip().partition(": ")
                if word == "event":
                    name = rest
                elif word == "data":
                    heard.put((name, json.loads(rest)))
        heard.put(None)

    reading = threading.Thread(target=read)
    reading.start()
    yield heard
    with contextlib.suppress(OSError):
        line.sock.shutdown(socket.SHUT_RDWR)
    reading.join()
    line.close()


def collect(heard: "queue.Queue[tuple[str, Any] | None]", last: str) -> list[tuple[str, Any]]:
    found: list[tuple[str, Any]] = []
    while True:
        event = heard.get(timeout=PATIENCE)
        assert event is not None, f"the stream ended after {found}"
        found.append(event)
        if event[0] == last:
            return found


def test_a_stream_begins_with_what_is_and_goes_on_with_what_changes(daemon: StagedDaemon) -> None:
    agent = daemon.agent("stream")
    hook = agent.bash("ls")
    daemon.wait_ask("permission")
    with stream(daemon) as heard:
        snapshot = collect(heard, "ready")
        assert sorted({name for name, _ in snapshot}) == ["ask", "ready", "session"]
        assert snapshot[-1][1] == {"run": call(daemon, "GET", "/api/status")[1]["run"]}
        agent.ran("Bash", {"command": "ls"})
        while not (told := collect(heard, "ask")[-1][1])["ended"]:
            pass
        assert told["ended"]["how"] == "terminal"
    assert hook.reply() == {}


def test_a_listener_misses_nothing_between_what_is_and_what_changes(daemon: StagedDaemon) -> None:
    agent = daemon.agent("slow")
    # So much that it is told only as fast as somebody reads.
    agent.permission("Write", {"file_path": "/srv/x", "content": "much of it " * 500_000})
    daemon.wait_ask("permission")
    where = urlsplit(daemon.url)
    with socket.socket() as line:
        line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        line.settimeout(PATIENCE)
        line.connect((where.hostname, where.port))
        asked = f"GET /api/events HTTP/1.1\r\nHost: {where.netloc}\r\n"
        line.sendall(f"{asked}Authorization: Bearer {token(daemon)}\r\n\r\n".encode())
        heard = line.recv(20_000)  # it has begun to tell what is
        agent.tell("Stop", last_assistant_message="Meanwhile.")
        daemon.wait_ask("done")
        end = time.monotonic() + PATIENCE
        while b'"title": "Done: Meanwhile."' not in heard:
            piece = line.recv(1 << 20)
            assert piece, "the stream ended"
            assert time.monotonic() < end, "it was missed"
            heard = heard[-100:] + piece
    agent.ran("Write", {})


def test_listeners_are_counted_and_forgotten_when_they_go(daemon: StagedDaemon) -> None:
    def listeners() -> int:
        return int(call(daemon, "GET", "/api/status")[1]["listeners"])

    before = listeners()
    with stream(daemon) as heard, stream(daemon) as other:
        collect(heard, "ready")
        collect(other, "ready")
        assert listeners() == before + 2
    agent = daemon.agent("leaver")
    agent.tell("Stop")
    until(lambda: listeners() <= before, 10, lambda: f"{listeners()} listen, {before} did before")


@pytest.mark.alone
def test_streams_end_when_the_daemon_ends_and_it_ends_at_once(daemon: StagedDaemon) -> None:
    with stream(daemon) as heard, stream(daemon) as other:
        collect(heard, "ready")
        collect(other, "ready")
        found = running(daemon.paths.lock)
        assert found
        began = time.monotonic()
        os.kill(found.pid, signal.SIGTERM)
        for listening in (heard, other):
            while listening.get(timeout=PATIENCE) is not None:
                pass
        until(lambda: not running(daemon.paths.lock), 5, lambda: "the daemon does not end")
        assert time.monotonic() - began < 2
