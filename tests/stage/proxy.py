"""A proxy on loopback between a browser and its daemon, which does not get on with WebSockets."""

import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from functools import partial
from http.client import parse_headers
from io import BytesIO
from urllib.parse import urlsplit

HEAD_ENDS = b"\r\n\r\n"
# Without it what the daemon says is compressed, and cannot be told apart.
NO_COMPRESSION = (b"Sec-WebSocket-Extensions:", b"X-Extensions-Dropped:")
NO_UPGRADE = (b"Upgrade:", b"X-Upgrade-Dropped:")


@dataclass
class Proxy:
    """Passes calls on as they are; what becomes of WebSockets can be changed for the next ones."""

    daemon: tuple[str, int]
    url: str = ""
    upgrades: bool = True  # whether a request for a WebSocket is passed on as one
    keeps_after: bytes | None = None  # what the daemon says on one after this is kept for ever
    _lines: list[socket.socket] = field(default_factory=list)

    def let_through(self) -> None:
        """Be no longer in the way."""
        self.upgrades, self.keeps_after = True, None

    def serve(self, listener: socket.socket) -> None:
        """Take connections until the listener is closed."""
        with suppress(OSError):
            while True:
                browser, _ = listener.accept()
                _begin(partial(self._pass_on, browser))

    def end(self) -> None:
        """Close every connection."""
        for line in self._lines:
            with suppress(OSError):
                line.shutdown(socket.SHUT_RDWR)
            line.close()

    def _pass_on(self, browser: socket.socket) -> None:
        self._lines.append(browser)
        with suppress(OSError):  # either is gone
            self._between(browser, socket.create_connection(self.daemon))
        browser.close()

    def _between(self, browser: socket.socket, daemon: socket.socket) -> None:
        self._lines.append(daemon)
        head = _head(browser)
        if not _is_upgrade(head):
            daemon.sendall(head)
            _begin(partial(_pump, daemon, browser, None))
            _pump(browser, daemon, None)
            return
        daemon.sendall(head.replace(*NO_COMPRESSION if self.upgrades else NO_UPGRADE))
        _begin(partial(_pump, daemon, browser, self.keeps_after))
        _pump(browser, daemon, None)


def _head(line: socket.socket) -> bytes:
    """The first request of a connection, as far as it came with its head."""
    head = b""
    while HEAD_ENDS not in head and (data := line.recv(65536)):
        head += data
    return head


def _is_upgrade(head: bytes) -> bool:
    _, _, fields = head.partition(b"\r\n")
    return parse_headers(BytesIO(fields)).get("Upgrade", "").lower() == "websocket"


def _pump(source: socket.socket, to: socket.socket, keeps_after: bytes | None) -> None:
    """Carry bytes on until either end is closed, or only as far as they are not kept."""
    seen = b""
    with suppress(OSError):
        while data := source.recv(65536):
            if keeps_after is not None and keeps_after in seen:
                continue
            seen += data
            to.sendall(data)
    with suppress(OSError):
        to.shutdown(socket.SHUT_WR)


def _begin(work: Callable[[], None]) -> None:
    threading.Thread(target=work, daemon=True).start()


@contextmanager
def proxy_to(url: str) -> Iterator[Proxy]:
    """A proxy to a daemon, until the block ends."""
    to = urlsplit(url)
    assert to.hostname
    assert to.port
    with socket.create_server(("127.0.0.1", 0)) as listener:
        proxy = Proxy((to.hostname, to.port), f"http://127.0.0.1:{listener.getsockname()[1]}")
        _begin(partial(proxy.serve, listener))
        yield proxy
        listener.shutdown(socket.SHUT_RDWR)
    proxy.end()
