"""The listening sockets: taken ports, impossible names, and a stop that does not wait."""

import asyncio
import socket
import time
from pathlib import Path

import pytest
from starlette.types import Receive, Scope, Send
from typing_extensions import override

from quarterdeck.doors.http.server import (
    PORTS_TRIED,
    PortTaken,
    listen_near_port,
    listen_on_path,
    listen_on_port,
    serve,
)
from quarterdeck.doors.http.visitors import Visitors
from quarterdeck.doors.peers import Address


def test_a_taken_port_is_said_in_one_sentence() -> None:
    with listen_on_port("127.0.0.1", 0) as first:
        port = first.getsockname()[1]
        with pytest.raises(PortTaken, match=f"Port {port} on 127.0.0.1 cannot be used: Address al"):
            listen_on_port("127.0.0.1", port)


def test_the_next_free_port_is_taken_and_where_there_is_none_the_wanted_one_is_named() -> None:
    with listen_on_port("127.0.0.1", 0) as first:
        port = first.getsockname()[1]
        with listen_near_port("127.0.0.1", port) as second:
            assert port < second.getsockname()[1] < port + PORTS_TRIED
    with pytest.raises(PortTaken, match=r"^Port 7 on 192.0.2.1 cannot be used: "):
        listen_near_port("192.0.2.1", 7)


@pytest.mark.parametrize(
    ("host", "port"),
    [
        ("127.0.0.1", 70_000),
        ("127.0.0.1", 10**30),
        ("192.0.2.1", 0),
        ("no such name.invalid", 0),
        ("x" * 300, 0),
        ("a\0b", 0),
        ("not:an:address", 0),
    ],
)
def test_a_place_that_cannot_be_is_said_in_one_sentence(host: str, port: int) -> None:
    with pytest.raises(PortTaken, match=r"^Port \d+ on .* cannot be used: .+\.$"):
        listen_on_port(host, port)


@pytest.mark.alone
async def test_the_caller_on_the_socket_is_known_and_streams_end_with_the_server(
    tmp_path: Path,
) -> None:
    callers: list[object] = []

    async def endless(scope: Scope, receive: Receive, send: Send) -> None:
        callers.append(scope["client"])
        await send({"type": "http.response.start", "status": 200, "headers": []})
        await send({"type": "http.response.body", "body": b"first", "more_body": True})
        await asyncio.sleep(60)

    stop = asyncio.Event()
    path = listen_on_path(str(tmp_path / "s"))
    serving = asyncio.ensure_future(serve(endless, [path], stop, Visitors()))
    reader, writer = await asyncio.open_unix_connection(tmp_path / "s")
    writer.write(b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n")
    await reader.readuntil(b"first")
    began = time.monotonic()
    stop.set()
    await serving
    assert time.monotonic() - began < 2
    writer.close()
    ((kind, pid),) = callers  # type: ignore[misc]
    assert kind.startswith("unix:")  # type: ignore[has-type]
    assert pid > 0  # type: ignore[has-type]


def test_a_socket_is_there_at_once(tmp_path: Path) -> None:
    with listen_on_path(str(tmp_path / "s")), socket.socket(socket.AF_UNIX) as line:
        line.connect(str(tmp_path / "s"))


async def test_what_is_cut_off_at_the_end_is_no_news_in_the_log(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async def endless(scope: Scope, receive: Receive, send: Send) -> None:
        del scope, receive
        await send({"type": "http.response.start", "status": 200, "headers": []})
        await send({"type": "http.response.body", "body": b"first", "more_body": True})
        await asyncio.sleep(60)

    stop = asyncio.Event()
    path = listen_on_path(str(tmp_path / "s"))
    serving = asyncio.ensure_future(serve(endless, [path], stop, Visitors()))
    reader, writer = await asyncio.open_unix_connection(tmp_path / "s")
    writer.write(b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n")
    await reader.readuntil(b"first")
    stop.set()
    await serving
    writer.close()
    assert [record.getMessage() for record in caplog.records if record.levelname == "ERROR"] == []


class Connected(Visitors):
    """Keeps the sockets of those who came."""

    def __init__(self) -> None:
        super().__init__()
        self.sockets: list[socket.socket] = []

    @override
    def came(self, client: Address, transport: asyncio.Transport) -> None:
        super().came(client, transport)
        self.sockets.append(transport.get_extra_info("socket"))


async def test_the_kernel_holds_no_second_piece_of_an_answer_back() -> None:
    async def brief(scope: Scope, receive: Receive, send: Send) -> None:
        del scope, receive
        await send({"type": "http.response.start", "status": 204, "headers": []})
        await send({"type": "http.response.body", "body": b""})

    stop, visitors = asyncio.Event(), Connected()
    port = listen_on_port("127.0.0.1", 0)
    address = port.getsockname()
    serving = asyncio.ensure_future(serve(brief, [port], stop, visitors))
    reader, writer = await asyncio.open_connection(*address)
    writer.write(b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n")
    await reader.readuntil(b"\r\n\r\n")
    assert [s.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY) for s in visitors.sockets] == [1]
    writer.close()
    stop.set()
    await serving
