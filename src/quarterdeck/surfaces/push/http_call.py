"""One HTTP request to a service; it can be cancelled at any moment and uses no thread."""

import asyncio
import ssl
from collections.abc import Mapping
from functools import cache
from urllib.parse import urlsplit

from quarterdeck.ports import Unreachable

LARGEST_ANSWER = 64 * 1024
LARGEST_HEAD = 32 * 1024


async def http_call(
    method: str, url: str, body: bytes, headers: Mapping[str, str]
) -> tuple[int, bytes]:
    """Status and body of the answer; raises Unreachable."""
    where = urlsplit(url)
    secure = where.scheme == "https"
    host, port = where.hostname or "", where.port or (443 if secure else 80)
    try:
        # Reading the certificates would block the loop for too long.
        context = await asyncio.to_thread(_certificates) if secure else None
        reader, writer = await asyncio.open_connection(host, port, ssl=context, limit=LARGEST_HEAD)
    except OSError as error:
        raise Unreachable(f"{host} cannot be reached: {_why(error)}.") from None
    try:
        writer.write(_request(method, where.netloc, _path(where.path, where.query), body, headers))
        await writer.drain()
        head = await reader.readuntil(b"\r\n\r\n")
        return _status(head), await reader.read(LARGEST_ANSWER)
    except (OSError, EOFError, asyncio.LimitOverrunError, ValueError) as error:
        raise Unreachable(f"{host} broke off: {_why(error)}.") from None
    finally:
        writer.close()


def _request(method: str, host: str, path: str, body: bytes, headers: Mapping[str, str]) -> bytes:
    lines = {
        "Host": host.rpartition("@")[2],
        "User-Agent": "quarterdeck",
        "Content-Type": "application/json",
        "Content-Length": str(len(body)),
        "Connection": "close",
        **headers,
    }
    head = [f"{method} {path} HTTP/1.1", *(f"{name}: {value}" for name, value in lines.items())]
    return "\r\n".join([*head, "", ""]).encode() + body


def _path(path: str, query: str) -> str:
    return (path or "/") + (f"?{query}" if query else "")


def _status(head: bytes) -> int:
    """The number in the first line, such as `HTTP/1.1 200 OK`."""
    words = head.split(b"\r\n", 1)[0].split(b" ")
    if len(words) < 2 or not words[0].startswith(b"HTTP/"):
        raise ValueError("it speaks no HTTP")
    return int(words[1])


def _why(error: Exception) -> str:
    if isinstance(error, EOFError):
        return "it sent nothing"
    return str(getattr(error, "strerror", None) or error).rstrip(".")


@cache
def _certificates() -> ssl.SSLContext:
    return ssl.create_default_context()
