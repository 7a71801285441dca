"""One server for the port and for the Unix socket, which knows who is at the other end."""

import asyncio
import contextlib
import logging
import os
import socket
from collections.abc import Generator
from functools import partial
from typing import Any

import uvicorn
from starlette.types import ASGIApp
from typing_extensions import override
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from quarterdeck.doors.http.connections import unix_client
from quarterdeck.doors.http.visitors import Visitors
from quarterdeck.doors.peers import unix_peer

PORTS_TRIED = 10
FIRST_INHERITED = 3  # the descriptor after standard error, as service managers agree on


class PortTaken(Exception):
    """Something else listens on our port."""


class _KnowingProtocol(H11Protocol):
    """Reports who connects over the port; notes who calls over the Unix socket."""

    def __init__(self, *args: Any, visitors: Visitors, **more: Any) -> None:  # noqa: ANN401
        super().__init__(*args, **more)
        self._visitors = visitors

    @override
    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        caller = _unix_caller(transport)
        self.client = caller or self.client
        if caller is None and self.client:
            self._visitors.came(self.client, transport)

    @override
    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        if self.client:
            self._visitors.left(self.client)


class _KnowingWebSocket(WebSocketsSansIOProtocol):
    """Does the same for the WebSockets among them, which take a connection over."""

    def __init__(self, *args: Any, visitors: Visitors, **more: Any) -> None:  # noqa: ANN401
        super().__init__(*args, **more)
        self._visitors = visitors

    @override
    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self.client = _unix_caller(transport) or self.client

    @override
    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        if self.client:
            self._visitors.left(self.client)


def _unix_caller(transport: asyncio.Transport) -> tuple[str, int] | None:
    connection = transport.get_extra_info("socket")
    if connection is None or connection.family != socket.AF_UNIX:
        return None
    return unix_client(unix_peer(connection))


class _QuietServer(uvicorn.Server):
    """Leaves signals to the daemon, and sleeps until it is told to stop."""

    def __init__(self, config: uvicorn.Config, stop: asyncio.Event) -> None:
        super().__init__(config)
        self._stop = stop

    @contextlib.contextmanager
    @override
    def capture_signals(self) -> Generator[None]:
        yield

    @override
    async def main_loop(self) -> None:
        await self._stop.wait()


def listen_on_port(host: str, port: int) -> socket.socket:
    """A listening socket, or a sentence that says why not."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    # With its protocol named, or asyncio lets the kernel wait for more to send,
    # and the body of each answer comes 40 ms after its headers.
    listener = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((host, port))
        listener.listen()  # who connects before we serve waits instead of being refused
    except (OSError, OverflowError, TypeError, ValueError) as error:
        listener.close()
        why = error.strerror if isinstance(error, OSError) else error
        raise PortTaken(f"Port {port} on {host} cannot be used: {why}.") from error
    listener.setblocking(False)
    return listener


def listen_near_port(host: str, port: int) -> socket.socket:
    """A listening socket on this port, or on the next one that is free."""
    for number in range(port, port + PORTS_TRIED):
        with contextlib.suppress(PortTaken):
            return listen_on_port(host, number)
    return listen_on_port(host, port)


def inherited_port() -> socket.socket | None:
    """The listening socket that a service manager holds for us, where one does.

    It goes on listening while we restart, so that nobody else can take our place.
    """
    number, meant = os.environ.pop("LISTEN_FDS", ""), os.environ.pop("LISTEN_PID", "")
    os.environ.pop("LISTEN_FDNAMES", None)
    if number != "1" or meant != str(os.getpid()):
        return None
    listener = socket.socket(fileno=FIRST_INHERITED)
    listener.set_inheritable(False)
    listener.setblocking(False)
    return listener


def listen_on_path(path: str) -> socket.socket:
    """A listening Unix socket that only we can reach."""
    listener = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    listener.bind(path)
    listener.listen()
    listener.setblocking(False)
    return listener


def _is_worth_telling(record: logging.LogRecord) -> bool:
    """Whether a log line of the server is worth keeping: cutting open streams at the end is not."""
    error = record.exc_info[1] if isinstance(record.exc_info, tuple) else None
    cut_off = isinstance(error, asyncio.CancelledError)
    return not cut_off and "timeout graceful shutdown exceeded" not in record.getMessage()


def configuration(app: ASGIApp, visitors: Visitors) -> uvicorn.Config:
    """How an application is served, to whomever."""
    return uvicorn.Config(
        app,
        http=partial(_KnowingProtocol, visitors=visitors),  # type: ignore[arg-type]
        ws=partial(_KnowingWebSocket, visitors=visitors),  # type: ignore[arg-type]
        log_config=None,
        access_log=False,
        server_header=False,
        date_header=False,
        lifespan="off",
        proxy_headers=False,  # who calls is what the kernel says, never what the caller says
        timeout_graceful_shutdown=1,
    )


async def serve(
    app: ASGIApp, sockets: list[socket.socket], stop: asyncio.Event, visitors: Visitors
) -> None:
    """Serve until told to stop; streams that are still open then end within a second."""
    logging.getLogger("uvicorn.error").addFilter(_is_worth_telling)
    await _QuietServer(configuration(app, visitors), stop).serve(sockets=sockets)
