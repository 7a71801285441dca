"""The network door: closed unless a person opens it, then on one port with one certificate."""

import asyncio
import logging
import socket
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from starlette.types import ASGIApp

from quarterdeck.doors.http.server import PortTaken, listen_near_port
from quarterdeck.doors.http.visitors import Visitors
from quarterdeck.doors.network import beacon, wire
from quarterdeck.doors.network.certificate import NoCertificate, certificate_in
from quarterdeck.doors.network.listener import Listener

log = logging.getLogger(__name__)

OPENING = "The network door is just being opened."
OFF = "The network door is closed; `qd setup keyboard` opens it."


@dataclass(frozen=True, slots=True)
class Opened:
    """Where the door is, and by what a device knows it."""

    host: str
    port: int
    pin: str


class NetworkDoor:
    """Serves devices; `application` is made once the certificate's pin is known."""

    def __init__(
        self,
        host: str,
        port: int,
        certificate: Path,
        visitors: Visitors,
        application: Callable[[str], ASGIApp],
    ) -> None:
        self._host = host
        self._port = port
        self._certificate = certificate
        self._visitors = visitors
        self._application = application
        self.opened: Opened | None = None
        self.trouble = OFF  # why it is closed

    async def run(self) -> None:
        """Serve until cancelled; a door that cannot open says why, and nothing else suffers."""
        self.trouble = OPENING
        try:
            certificate = await asyncio.to_thread(certificate_in, self._certificate)
            listening = listen_near_port(self._host, self._port)
        except (NoCertificate, PortTaken) as error:
            self.trouble = str(error)
            log.warning("No device can come: %s", error)
            return
        port = int(listening.getsockname()[1])
        if self._port not in (0, port):
            log.warning("Port %d is taken: devices come to port %d", self._port, port)
        self.opened = Opened(self._host, port, certificate.pin)
        listener = Listener(self._application(certificate.pin), self._visitors, certificate)
        try:
            async with asyncio.TaskGroup() as group:
                if beacon.is_network(self._host):
                    call = wire.announcement(socket.gethostname(), port, certificate.pin)
                    where = partial(beacon.broadcasts, self._host)
                    group.create_task(beacon.Beacon(call, where).run())
                await listener.serve(listening)
        finally:
            self.opened = None
