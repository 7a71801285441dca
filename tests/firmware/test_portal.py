"""The keyboard's set-up on a real MicroPython, with visitors over real sockets."""

import json
import socket
import struct
import subprocess
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from subprocess import DEVNULL, PIPE
from typing import Any

import pytest
from tests.firmware.micropython import command
from tests.stage.until import PATIENCE

Json = dict[str, Any]

BODY = b"wifi=home&password=long+enough&link=10.0.0.2"
FORM = b"POST / HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: %d\r\n\r\n" % len(BODY) + BODY
HOSTILE = (
    b"",
    b"\x16\x03\x01\x02\x00" * 40,
    b"x" * 10_000_000,
    b"GET / HTTP/1.1\r\n" + b"X: y\r\n" * 100_000,
    b"POST / HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 99999999\r\n\r\n",
    b"GET " + b"/" * 5000 + b" HTTP/1.1\r\n\r\n",
)


class Keyboard:
    """A keyboard whose network is open."""

    def __init__(self, told: Iterator[Json]) -> None:
        self._told = told
        self.network: Json = next(said for said in told if "network" in said)
        listens = dict[str, int]()
        while len(listens) < 2:
            said = next(said for said in told if "asked" in said)
            listens |= {name: said[name] for name in ("http", "dns") if name in said}
        self.http, self.dns = listens["http"], listens["dns"]

    def visit(self) -> socket.socket:
        return socket.create_connection(("127.0.0.1", self.http), PATIENCE)

    def answer(self, request: bytes, step: int = 1 << 20) -> bytes:
        """All that is answered to a request, which is sent in steps."""
        found = b""
        with self.visit() as line:
            line.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            with suppress(ConnectionError):  # it may hang up before it has heard all of it
                for at in range(0, len(request), step):
                    line.sendall(request[at : at + step])
                line.shutdown(socket.SHUT_WR)
                while piece := line.recv(65536):
                    found += piece
        return found

    def ask(self, *questions: bytes) -> bytes:
        """What the last of these is answered."""
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as line:
            line.settimeout(PATIENCE)
            for question in questions:
                line.sendto(question, ("127.0.0.1", self.dns))
            return line.recv(1024)

    def kept(self) -> Json:
        """The settings that it kept, once its network is closed."""
        assert next(said for said in self._told if "closed" in said)
        found: Json = next(said["kept"] for said in self._told if "kept" in said)
        return found


@pytest.fixture
def keyboard() -> Iterator[Keyboard]:
    line = command("from set_up import run_forever\nawait run_forever()")
    with subprocess.Popen(line, stdin=PIPE, stdout=PIPE, stderr=DEVNULL, text=True) as device:
        assert device.stdout
        try:
            yield Keyboard(json.loads(text) for text in device.stdout)
        finally:
            device.kill()


@pytest.fixture
def slow() -> Iterator[ExitStack]:
    """Visitors who stay until the end."""
    with ExitStack() as visitors:
        yield visitors


def test_a_person_sets_it_up_whatever_else_is_sent_to_it(
    keyboard: Keyboard, slow: ExitStack
) -> None:
    assert keyboard.network["network"] == "T-Keyboard-e5f6"
    assert len(keyboard.network["password"]) == 10
    question = struct.pack(">6H", 7, 0x100, 1, 0, 0, 0) + b"\x07captive\0" + b"\0\x01\0\x01"
    assert keyboard.ask(b"", b"\xff" * 600, question[:-1], question)[-4:] == b"\x7f\0\0\x01"

    for _ in range(3):  # who take their time
        slow.enter_context(keyboard.visit()).sendall(FORM[:50])
    for request in HOSTILE:
        assert b" 200 " not in keyboard.answer(request)[:20]
    assert b"302 Found" in keyboard.answer(b"GET /generate_204 HTTP/1.1\r\nHost: other\r\n\r\n")
    assert b"<form" in keyboard.answer(b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n", step=1)
    short = FORM.replace(b"long+enough", b"sh%6f%72%74")
    assert b"8 to 63 characters" in keyboard.answer(short)
    assert b"<b>home</b>" in keyboard.answer(FORM, step=3)
    kept = keyboard.kept()
    assert (kept["wifi"], kept["password"], kept["host"]) == ("home", "long enough", "10.0.0.2")
