"""A small call over UDP by which devices find the daemon; only where the network may come in."""

import asyncio
import socket
from collections.abc import Callable, Iterable
from contextlib import suppress
from ipaddress import ip_address

import psutil

PORT = 8080  # where devices listen; nobody listens on this machine, so daemons share it
EVERY = 2.0  # seconds

Address = tuple[str, int]


class Beacon:
    """Calls out where the daemon is."""

    def __init__(self, message: bytes, targets: Callable[[], Iterable[Address]]) -> None:
        self._message = message
        self._targets = targets

    async def run(self) -> None:
        """Call until cancelled; networks come and go meanwhile."""
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as line:
            line.setsockopt(socket.SOL_SOCKET, socket.SO_BROADCAST, 1)
            line.setblocking(False)
            while True:
                for target in self._targets():
                    with suppress(OSError):  # a network that is not there now
                        line.sendto(self._message, target)
                await asyncio.sleep(EVERY)


def is_network(host: str) -> bool:
    """Whether others than this machine can reach this address."""
    return not ip_address(host).is_loopback


def broadcasts(host: str) -> list[Address]:
    """Where to call so that everybody hears it who can reach this address."""
    everywhere = ip_address(host).is_unspecified
    return [
        (found.broadcast, PORT)
        for addresses in psutil.net_if_addrs().values()
        for found in addresses
        if found.family == socket.AF_INET
        and found.broadcast
        and is_network(found.address)
        and (everywhere or found.address == host)
    ]


def reachable_as(host: str) -> str:
    """By which address a device reaches a daemon that listens on this one."""
    if not ip_address(host).is_unspecified:
        return host
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    beyond = "2001:db8::1" if ":" in host else "192.0.2.1"  # nobody's, by agreement
    with socket.socket(family, socket.SOCK_DGRAM) as line:
        try:
            line.connect((beyond, PORT))  # sends nothing: the kernel says which way it would go
            return str(line.getsockname()[0])
        except OSError:
            return "::1" if ":" in host else "127.0.0.1"
