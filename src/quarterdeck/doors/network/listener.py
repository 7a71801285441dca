"""Takes connections from the network: encrypted, and never more than we can bear."""

import asyncio
import logging
import socket
from collections import Counter

from starlette.types import ASGIApp
from uvicorn.server import ServerState

from quarterdeck.doors.http.server import configuration
from quarterdeck.doors.http.visitors import Visitors
from quarterdeck.doors.network.certificate import Certificate

log = logging.getLogger(__name__)

LONGEST_MESSAGE = 64 * 1024  # bytes; what a device says is short
SHAKE_HANDS_WITHIN = 5.0  # seconds
MOST_STRANGERS = 64  # who shake hands at the same time
MOST_FROM_ONE = 16  # of them, from one address
MOST_CONNECTIONS = 256
PAUSE = 0.2  # seconds, when the kernel has no connection to give
GOODBYE_WITHIN = 1.0  # seconds


class Listener:
    """Serves an application to the network; what it cannot take is closed at once."""

    def __init__(self, app: ASGIApp, visitors: Visitors, certificate: Certificate) -> None:
        self._config = configuration(app, visitors)
        self._config.ws_max_size = LONGEST_MESSAGE
        self._config.ws_per_message_deflate = False  # a short message can become a long one
        self._config.load()
        self._certificate = certificate
        self._state = ServerState()
        self._strangers = Counter[str]()

    async def serve(self, listening: socket.socket) -> None:
        """Take connections until cancelled."""
        loop = asyncio.get_running_loop()
        try:
            async with asyncio.TaskGroup() as group:
                while True:
                    try:
                        line, address = await loop.sock_accept(listening)
                    except OSError as error:
                        log.warning("No connection can be taken: %s", error)
                        await asyncio.sleep(PAUSE)
                        continue
                    if self._bears(address[0]):
                        self._strangers[address[0]] += 1  # at once: many may come in one turn
                        group.create_task(self._shake_hands(line, address[0]))
                    else:
                        line.close()
        finally:
            listening.close()
            await self._say_goodbye()

    def _bears(self, host: str) -> bool:
        return (
            len(self._state.connections) < MOST_CONNECTIONS
            and self._strangers.total() < MOST_STRANGERS
            and self._strangers[host] < MOST_FROM_ONE
        )

    async def _shake_hands(self, line: socket.socket, host: str) -> None:
        try:
            await asyncio.get_running_loop().connect_accepted_socket(
                self._protocol,
                line,
                ssl=self._certificate.context,
                ssl_handshake_timeout=SHAKE_HANDS_WITHIN,
                ssl_shutdown_timeout=GOODBYE_WITHIN,
            )
        except OSError:  # it spoke no TLS, or nothing, or left
            line.close()
        finally:
            self._strangers[host] -= 1
            self._strangers += Counter()  # forgets who has none left

    def _protocol(self) -> asyncio.Protocol:
        return self._config.http_protocol_class(  # type: ignore[call-arg]
            config=self._config, server_state=self._state, app_state={}
        )

    async def _say_goodbye(self) -> None:
        for connection in list(self._state.connections):
            connection.shutdown()
        if self._state.tasks:
            await asyncio.wait(self._state.tasks, timeout=GOODBYE_WITHIN)
        for task in self._state.tasks:
            task.cancel()
