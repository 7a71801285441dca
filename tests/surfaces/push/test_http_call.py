"""Requests to servers that speak badly, or not at all."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest

from quarterdeck.ports import Unreachable
from quarterdeck.surfaces.push.http_call import LARGEST_ANSWER, http_call


@asynccontextmanager
async def saying(answer: bytes) -> AsyncIterator[tuple[str, list[bytes]]]:
    """A server that says this to everybody, whatever they say."""
    heard: list[bytes] = []

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        heard.append(await reader.read(65536))
        writer.write(answer)
        writer.close()

    server = await asyncio.start_server(serve, "127.0.0.1", 0)
    async with server:
        port = server.sockets[0].getsockname()[1]
        yield f"http://127.0.0.1:{port}", heard


async def test_status_and_body_come_back() -> None:
    async with saying(b"HTTP/1.1 201 Created\r\nX: y\r\n\r\nhello") as (url, heard):
        assert await http_call("PUT", f"{url}/a?b=c", b"{}", {"X-Own": "1"}) == (201, b"hello")
    assert heard[0].startswith(b"PUT /a?b=c HTTP/1.1\r\nHost: 127.0.0.1:")
    assert b"\r\nX-Own: 1\r\n" in heard[0]
    assert heard[0].endswith(b"\r\n\r\n{}")


@pytest.mark.parametrize(
    "answer",
    [b"", b"SSH-2.0-OpenSSH\r\n\r\n", b"HTTP/1.1 what\r\n\r\n", b"x" * 100_000, b"HTTP/1.1"],
)
async def test_whoever_speaks_no_http_is_not_understood(answer: bytes) -> None:
    async with saying(answer) as (url, _):
        with pytest.raises(Unreachable, match=r"127\.0\.0\.1 broke off"):
            await http_call("GET", url, b"", {})


async def test_an_answer_without_end_is_cut() -> None:
    async with saying(b"HTTP/1.1 200 OK\r\n\r\n" + b"x" * 500_000) as (url, _):
        status, body = await http_call("GET", url, b"", {})
    assert status == 200
    assert len(body) <= LARGEST_ANSWER


async def test_a_server_without_a_certificate_is_not_spoken_to() -> None:
    async with saying(b"HTTP/1.1 200 OK\r\n\r\n") as (url, heard):
        with pytest.raises(Unreachable, match="cannot be reached"):
            await http_call("POST", url.replace("http:", "https:"), b"secret", {})
    assert not any(b"secret" in said for said in heard)
