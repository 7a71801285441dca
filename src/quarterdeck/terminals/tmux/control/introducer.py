"""Attaching a control client to a server that dies of news while a client introduces itself.

A tmux client says first that it is a control client, and then, in several pieces, all the rest.
Before 3.7 a server that has news between the two writes them to a client that cannot take any
yet, and dies, with everything that runs in it. So the client introduces itself to us, and we pass
on what it said in another order: that it is a control client comes last, in one piece with the
end, and there is no between.
"""

import asyncio
import os
import socket
import struct
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial

_AT_ONCE = 65536
_HEADER = struct.Struct("=IHHII")  # kind, length, whether a file comes with it, version, process
_FLAGS, _LONG_FLAGS, _DONE = 100, 111, 106


@dataclass(frozen=True, slots=True)
class Message:
    """One message of tmux's protocol, as it goes over the wire."""

    kind: int
    has_file: bool
    data: bytes


class Introducer:
    """Stands between one client, which connects to `socket`, and its server."""

    def __init__(self, server: str) -> None:
        self._loop = asyncio.get_running_loop()
        self._open: list[socket.socket] = []
        self._said = b""
        self._files: list[int] = []
        self._folder = tempfile.TemporaryDirectory(prefix="qd-tmux-")
        self.socket = f"{self._folder.name}/s"
        try:
            self._server = self._opened(socket.socket(socket.AF_UNIX))
            self._server.connect(server)
            door = self._opened(socket.socket(socket.AF_UNIX))
            door.bind(self.socket)
            door.listen(1)
        except OSError:
            self.close()
            raise
        self._loop.add_reader(door, self._or_close, partial(self._welcome, door))

    def close(self) -> None:
        """Part the client from its server; what was begun is left undone."""
        for each in tuple(self._open):
            self._shut(each)
        while self._files:
            os.close(self._files.pop())
        self._folder.cleanup()

    def _welcome(self, door: socket.socket) -> None:
        client = self._opened(door.accept()[0])
        self._shut(door)
        self._folder.cleanup()
        self._loop.add_reader(client, self._or_close, partial(self._listen, client))

    def _listen(self, client: socket.socket) -> None:
        data, files, _, _ = socket.recv_fds(client, _AT_ONCE, 8)
        self._said += data
        self._files += files
        if not data:
            self.close()
        elif any(message.kind == _DONE for message in messages(self._said)):
            self._introduce(client)

    def _introduce(self, client: socket.socket) -> None:
        server = self._server
        for data, has_file in pieces(self._said):
            files = [self._files.pop(0)] if has_file else []
            sent = socket.send_fds(server, [data], files)
            server.sendall(data[sent:])
            for file in files:
                os.close(file)
        for one, other in ((client, server), (server, client)):
            self._loop.add_reader(one, self._or_close, partial(self._pass_on, one, other))

    def _pass_on(self, one: socket.socket, other: socket.socket) -> None:
        if data := one.recv(_AT_ONCE):
            other.sendall(data)
        else:
            self.close()

    def _or_close(self, step: Callable[[], None]) -> None:
        try:
            step()
        except OSError:
            self.close()

    def _opened(self, new: socket.socket) -> socket.socket:
        new.setblocking(False)
        self._open.append(new)
        return new

    def _shut(self, old: socket.socket) -> None:
        self._open.remove(old)
        self._loop.remove_reader(old)
        old.close()


def pieces(said: bytes) -> Iterator[tuple[bytes, bool]]:
    """What a client said, in an order that a server survives; whether a file goes with a piece."""
    piece, control = b"", b""
    for message in messages(said):
        said = said[len(message.data) :]
        if message.kind in (_FLAGS, _LONG_FLAGS):
            control += message.data
        elif message.kind == _DONE:
            yield piece, False
            yield control + message.data, False
            yield said, False
            return
        else:
            piece += message.data
            if message.has_file:
                yield piece, True
                piece = b""


def messages(said: bytes) -> Iterator[Message]:
    """Take apart what a client said, as far as it is complete."""
    while len(said) >= _HEADER.size:
        kind, length, mark, _, _ = _HEADER.unpack_from(said)
        if not _HEADER.size <= length <= len(said):
            return
        yield Message(kind, bool(mark), said[:length])
        said = said[length:]
