"""Whoever comes from the network with nonsense, or with too much, is closed and harms nobody."""

import asyncio
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from starlette.responses import PlainTextResponse
from tests.stage.daemon import StagedDaemon
from tests.stage.device import DeviceClient, Door, any_certificate, paired, why_closed
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


@asynccontextmanager
async def listening(tmp_path: Path) -> AsyncIterator[tuple[str, int]]:
    """Where a listener of our own listens."""
    line = listen_on_port("127.0.0.1", 0)
    certificate = certificate_in(tmp_path / "network.pem")
    door = Listener(PlainTextResponse("here"), Visitors(), certificate)
    serving = asyncio.ensure_future(door.serve(line))
    yield line.getsockname()
    serving.cancel()
    await asyncio.gather(serving, return_exceptions=True)
    assert line.fileno() == -1


async def test_of_many_silent_connections_of_one_address_those_beyond_are_closed_at_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(listener, "SHAKE_HANDS_WITHIN", 10 * PATIENCE)
    async with listening(tmp_path) as where, asyncio.timeout(PATIENCE):
        came = [await asyncio.open_connection(*where) for _ in range(MOST_FROM_ONE + 5)]
        for reader, _ in came[MOST_FROM_ONE:]:
            assert await reader.read() == b""
        assert not any(reader.at_eof() for reader, _ in came[:MOST_FROM_ONE])
        for _, writer in came:
            writer.close()


async def test_silence_ends_and_frees_its_place(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(listener, "SHAKE_HANDS_WITHIN", 0.05)
    monkeypatch.setattr(listener, "MOST_FROM_ONE", 1)
    async with listening(tmp_path) as where, asyncio.timeout(PATIENCE):
        reader, writer = await asyncio.open_connection(*where)
        assert await reader.read() == b""
        writer.close()
        monkeypatch.setattr(listener, "SHAKE_HANDS_WITHIN", PATIENCE)
        reader, writer = await asyncio.open_connection(*where, ssl=any_certificate())
        writer.write(b"GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
        assert (await reader.read()).endswith(b"here")
        writer.close()
