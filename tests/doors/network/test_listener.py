"""Whoever comes from the network with nonsense, or with too much, is closed and harms nobody."""

import asyncio
import socket
from contextlib import ExitStack
from pathlib import Path

import pytest
from starlette.responses import PlainTextResponse
from tests.stage.daemon import StagedDaemon
from tests.stage.device import DeviceClient, Door, paired, why_closed
from tests.stage.until import PATIENCE

from quarterdeck.doors.http.server import listen_on_port
from quarterdeck.doors.http.visitors import Visitors
from quarterdeck.doors.network import listener
from quarterdeck.doors.network.certificate import certificate_in
from quarterdeck.doors.network.listener import LONGEST_MESSAGE, MOST_FROM_ONE, Listener

MEGABYTE = 1024 * 1024
TEXT, BEGINS, GOES_ON = 0x81, 0x01, 0x00  # the first byte of a frame
HELLO = "A valid ticket or token"


def plain(door: Door) -> socket.socket:
    return socket.create_connection((door.host, door.port), timeout=PATIENCE)


def head(first: int, length: int) -> bytes:
    """The head of a frame as a client sends it, with a mask that changes nothing."""
    return bytes([first, 0xFF]) + length.to_bytes(8) + bytes(4)


def test_a_frame_of_ten_megabytes_is_refused_before_it_is_read(door: Door) -> None:
    with door.websocket("/surface") as line:
        line.socket.sendall(head(TEXT, 10 * MEGABYTE))
        assert why_closed(line).startswith("1009 ")


def test_many_fragments_are_refused_like_one_frame(daemon: StagedDaemon, door: Door) -> None:
    with DeviceClient(door, token=paired(daemon, door)["token"]) as keys:
        for first in [BEGINS, *[GOES_ON] * (LONGEST_MESSAGE // 1024)]:
            keys._socket.socket.sendall(head(first, 1024) + b" " * 1024)
        assert why_closed(keys._socket).startswith("1009 ")


def test_a_short_text_in_fragments_is_one(door: Door) -> None:
    with door.websocket("/surface") as line:
        line.send(iter(('{"type":', ' "hello", "v": 1, ', '"profile": {"kind": "x"}}')))
        assert HELLO in why_closed(line)


@pytest.mark.parametrize(
    "data", [b"\xff" * 500 + b"\r\n\r\n", b"GET / HTTP/9\r\n\r\n", b"\x16\x03\x01" + b"a" * 300]
)
def test_garbage_inside_tls_is_answered_with_an_end(door: Door, data: bytes) -> None:
    assert b" 400 " in door.raw(data)


def test_who_speaks_no_tls_learns_nothing(door: Door) -> None:
    with plain(door) as line:
        line.sendall(b"GET /images/yes.rgb HTTP/1.1\r\nHost: localhost\r\n\r\n")
        assert not line.recv(200).startswith(b"HTTP")


def test_who_says_nothing_keeps_nobody_out(door: Door) -> None:
    with ExitStack() as stack:
        for _ in range(3 * MOST_FROM_ONE):
            stack.enter_context(plain(door))
        beyond = stack.enter_context(plain(door))
        assert beyond.recv(1) == b"", "it is closed at once"
    with door.websocket("/surface") as line:
        assert HELLO in why_closed(line, {"type": "hello", "v": 1, "profile": {"kind": "x"}})


async def test_silence_ends_and_frees_its_place(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(listener, "SHAKE_HANDS_WITHIN", 0.05)
    monkeypatch.setattr(listener, "MOST_FROM_ONE", 1)
    listening = listen_on_port("127.0.0.1", 0)
    door = Listener(PlainTextResponse("here"), Visitors(), certificate_in(tmp_path / "network.pem"))
    serving = asyncio.ensure_future(door.serve(listening))
    for _ in range(3):
        reader, writer = await asyncio.open_connection(*listening.getsockname()[:2])
        assert await reader.read() == b""
        writer.close()
    serving.cancel()
    await asyncio.gather(serving, return_exceptions=True)
    assert listening.fileno() == -1
