"""A line to a port of this machine that can be cut, as a network can."""

import socket
import threading
from collections.abc import Callable
from contextlib import suppress
from types import TracebackType
from typing import Self

LOCAL = "127.0.0.1"


class CutLine:
    """Passes connections on, unless it is cut; use it as a context manager."""

    def __init__(self, port: int) -> None:
        self._port = port
        self._listener = socket.create_server((LOCAL, 0))
        self._flows = threading.Event()
        self._flows.set()
        self._refuses = False
        self._ends: list[socket.socket] = []
        self._threads: list[threading.Thread] = []

    def __enter__(self) -> Self:
        self._run(self._accept)
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._refuses = True
        with suppress(OSError):
            self._listener.shutdown(socket.SHUT_RDWR)
        self._listener.close()
        self._hang_up()
        self._flows.set()
        for thread in self._threads:
            thread.join()
        for end in self._ends:
            end.close()

    @property
    def url(self) -> str:
        return f"http://{LOCAL}:{self._listener.getsockname()[1]}"

    def cut(self, *, silently: bool) -> None:
        """Let nothing through. Silently: nobody is told, as when a Wi-Fi is out of reach."""
        if silently:
            self._flows.clear()
        else:
            self._refuses = True
            self._hang_up()

    def restore(self) -> None:
        """Let everything through again, also what was on its way."""
        self._refuses = False
        self._flows.set()

    def _accept(self) -> None:
        with suppress(OSError):
            while True:
                near, _ = self._listener.accept()
                if self._refuses:
                    near.close()
                    continue
                far = socket.create_connection((LOCAL, self._port))
                self._ends += [near, far]
                self._run(self._pump, near, far)
                self._run(self._pump, far, near)

    def _pump(self, source: socket.socket, sink: socket.socket) -> None:
        with suppress(OSError):
            while data := source.recv(65536):
                self._flows.wait()
                sink.sendall(data)
        self._flows.wait()
        _shut(source)
        _shut(sink)

    def _hang_up(self) -> None:
        for end in self._ends:
            _shut(end)

    def _run(self, work: Callable[..., None], *given: socket.socket) -> None:
        thread = threading.Thread(target=work, args=given)
        thread.start()
        self._threads.append(thread)


def _shut(end: socket.socket) -> None:
    with suppress(OSError):
        end.shutdown(socket.SHUT_RDWR)
