"""A device on the network: pins the daemon's certificate, is paired, and shows what it is given."""

import asyncio
import hashlib
import json
import queue
import secrets
import socket
import ssl
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

from tests.stage.calls import call
from tests.stage.daemon import StagedDaemon, staged_daemon
from tests.stage.keys import MINI, KeyClient
from tests.stage.until import PATIENCE, until
from typing_extensions import override
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, unix_connect

Json = dict[str, Any]


@dataclass(frozen=True)
class Door:
    """The network door, seen by devices that pin its certificate.

    They reach it through a Unix socket, behind which one thread speaks TLS with the daemon:
    Python's own sockets cannot be read and written by two threads once they are encrypted.
    """

    host: str
    port: int
    pin: str
    way: Path

    def websocket(self, path: str) -> ClientConnection:
        """A WebSocket to the daemon."""
        where = f"ws://localhost{path}"
        return unix_connect(str(self.way), where, max_queue=None, max_size=None, compression=None)

    def get(self, path: str, **headers: str) -> tuple[int, bytes]:
        """Status and body of one request."""
        lines = [f"GET {path} HTTP/1.1", "Host: localhost", "Connection: close"]
        lines += [f"{name.replace('_', '-')}: {value}" for name, value in headers.items()]
        head, _, body = self.raw("\r\n".join([*lines, "", ""]).encode()).partition(b"\r\n\r\n")
        return int(head.split()[1]), body

    def raw(self, data: bytes) -> bytes:
        """All that is answered to these bytes, until the daemon hangs up."""
        with socket.socket(socket.AF_UNIX) as line:
            line.settimeout(PATIENCE)
            line.connect(str(self.way))
            found = b""
            with suppress(ConnectionError):
                line.sendall(data)
                while piece := line.recv(65536):
                    found += piece
        return found


# The network door on any free port of this machine.
SETTINGS = "[tkeyboard]\nenabled = true\nport = 0\n[display]\nguard_ms = 0\nhold_ms = 200\n"


@contextmanager
def daemon_with_door() -> Iterator[StagedDaemon]:
    """A daemon whose network door is open."""
    with staged_daemon(settings=SETTINGS) as daemon:
        until(lambda: opened(daemon), 20, lambda: "the door does not open")
        yield daemon


def opened(daemon: StagedDaemon) -> Json | None:
    """What is told of the network door; None while it is closed."""
    told: Json = call(daemon, "GET", "/api/pairing")[1]
    return told if told["open"] else None


@contextmanager
def door_of(daemon: StagedDaemon) -> Iterator[Door]:
    """The network door of a daemon, once it is open."""
    found = opened(daemon)
    assert found, "it is closed"
    door = Door(found["host"], found["port"], found["pin"], daemon.home / "way")
    laid: queue.Queue[tuple[asyncio.AbstractEventLoop, asyncio.Event]] = queue.Queue()
    thread = threading.Thread(target=asyncio.run, args=(_lay(door, laid),))
    thread.start()
    loop, stop = laid.get(timeout=PATIENCE)
    try:
        yield door
    finally:
        loop.call_soon_threadsafe(stop.set)
        thread.join(PATIENCE)


async def _lay(
    door: Door, laid: "queue.Queue[tuple[asyncio.AbstractEventLoop, asyncio.Event]]"
) -> None:
    """Keep the way to the door open."""
    going, stop = set[asyncio.Task[None]](), asyncio.Event()

    async def pass_on(near: asyncio.StreamReader, back: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task
        going.add(task)
        try:
            far, forth = await asyncio.open_connection(door.host, door.port, ssl=any_certificate())
            shown = forth.get_extra_info("ssl_object").getpeercert(True)
            assert hashlib.sha256(shown).hexdigest() == door.pin, "somebody else answers"
            await asyncio.gather(_pump(near, forth), _pump(far, back))
        except OSError:
            back.close()
        finally:
            going.discard(task)

    async with await asyncio.start_unix_server(pass_on, door.way):
        laid.put((asyncio.get_running_loop(), stop))
        await stop.wait()
        for task in going:
            task.cancel()
        await asyncio.gather(*going, return_exceptions=True)


async def _pump(source: asyncio.StreamReader, sink: asyncio.StreamWriter) -> None:
    try:
        while data := await source.read(65536):
            sink.write(data)
            await sink.drain()
    except OSError:
        pass
    finally:
        sink.close()


def any_certificate() -> ssl.SSLContext:
    """TLS that takes any certificate; whoever uses it looks at the pin."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
    return context


def begin(daemon: StagedDaemon, **grant: str) -> str:
    """Say that a device is to be paired; gives the code of the link."""
    status, told = call(daemon, "POST", "/api/pairing", grant)
    assert status == 200, told
    return parse_qs(urlsplit(str(told["link"])).query)["code"][0]


def paired(daemon: StagedDaemon, door: Door, **grant: str) -> Json:
    """A device that was paired by a link: its id and token."""
    code = begin(daemon, **grant)
    with door.websocket("/pair") as line:
        line.send(json.dumps({"type": "pair", "v": 1, "name": "desk", "code": code}))
        told: Json = json.loads(line.recv(PATIENCE))
    return told


@contextmanager
def showing(door: Door, name: str = "desk") -> "Iterator[tuple[ClientConnection, str]]":
    """A device that shows digits, and what it shows."""
    nonce = secrets.token_bytes(16)
    with door.websocket("/pair") as line:
        settled = hashlib.sha256(nonce).hexdigest()
        line.send(json.dumps({"type": "pair", "v": 1, "name": name, "commitment": settled}))
        theirs = bytes.fromhex(json.loads(line.recv(PATIENCE))["nonce"])
        line.send(json.dumps({"type": "reveal", "nonce": nonce.hex()}))
        assert json.loads(line.recv(PATIENCE)) == {"type": "wait"}
        found = hashlib.sha256(bytes.fromhex(door.pin) + nonce + theirs).digest()
        yield line, f"{int.from_bytes(found[:8]) % 1_000_000:06}"


class DeviceClient(KeyClient):
    """A key surface that comes in by the network door."""

    def __init__(self, door: Door, *, profile: Json = MINI, **given: str) -> None:
        self._door = door
        super().__init__(Path(), profile=profile, **given)

    @override
    def _connected(self, api: Path) -> ClientConnection:
        return self._door.websocket("/surface")

    def say_goodbye(self) -> None:
        """Hang up, as somebody who is there does."""
        self._socket.close()

    def wait_end(self) -> str:
        """Wait until the daemon hangs up; why it does."""
        return why_closed(self._socket)


def why_closed(line: ClientConnection, *said: object) -> str:
    """Say something, and hear why the daemon closes the connection."""
    end = time.monotonic() + PATIENCE
    try:
        for message in said:
            line.send(message if isinstance(message, str | bytes) else json.dumps(message))
        while True:
            line.recv(max(0.0, end - time.monotonic()))
    except ConnectionClosed as over:
        return f"{over.rcvd.code} {over.rcvd.reason}" if over.rcvd else "not a word"
