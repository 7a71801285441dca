"""One answer on its way to the agent: streamed, held back, refused or broken off."""

from __future__ import annotations

import itertools
import json
import select
import socket
import threading
import time
from collections.abc import Iterable, Mapping
from http.server import BaseHTTPRequestHandler
from typing import Any

from tests.live.lab import stream
from typing_extensions import override

Verdicts = Mapping[str, Mapping[str, str]]
NO_VERDICTS: Verdicts = {}

LAST_CHUNK = b"0\r\n\r\n"

_numbers = itertools.count(1)


class Gone(ConnectionError):
    """The agent hung up, or the laboratory is closing."""


class Reply:
    """The answer to one request; it starts with the first thing that is said."""

    def __init__(self, http: BaseHTTPRequestHandler, asked: Mapping[str, Any]) -> None:
        self._http = http
        self._model = str(asked.get("model", "lab"))
        self._blocks = itertools.count()
        self._started = False
        self.said_something = False

    def say(self, text: str) -> None:
        self.said_something = True
        self._send(stream.text(next(self._blocks), text))

    def call(self, use: str, tool: str, given: Mapping[str, Any]) -> None:
        self._send(stream.call(next(self._blocks), use, tool, given))

    def end(self, reason: str, verdicts: Verdicts = NO_VERDICTS) -> None:
        self._send(stream.end(reason, verdicts))
        self._http.wfile.write(LAST_CHUNK)

    def fail(self, status: int, kind: str, message: str, headers: Mapping[str, str]) -> None:
        """Answer with an error; after the first words, as an event of the stream."""
        event = stream.error(kind, message)
        if self._started:
            self._send([event])
            self._http.wfile.write(LAST_CHUNK)
        else:
            self.json(status, event, headers)

    def pause(
        self, until: threading.Event, seconds: float | None, closing: threading.Event
    ) -> None:
        """Wait for the event or so many seconds, but no longer than the agent does."""
        end = time.monotonic() + (3600 if seconds is None else seconds)
        while time.monotonic() < end and not until.wait(min(0.02, end - time.monotonic())):
            if closing.is_set() or self._hung_up():
                raise Gone

    def json(self, status: int, body: Mapping[str, Any], headers: Mapping[str, str]) -> None:
        data = json.dumps(body).encode()
        self._http.send_response(status)
        for name, value in {**headers, "Content-Type": "application/json"}.items():
            self._http.send_header(name, value)
        self._http.send_header("Content-Length", str(len(data)))
        self._http.end_headers()
        self._http.wfile.write(data)

    def _send(self, events: Iterable[stream.Event]) -> None:
        if not self._started:
            self._start()
        for event in events:
            data = stream.encoded(event)
            self._http.wfile.write(b"%x\r\n%s\r\n" % (len(data), data))

    def _start(self) -> None:
        self._started = True
        self._http.send_response(200)
        self._http.send_header("Content-Type", "text/event-stream")
        self._http.send_header("Transfer-Encoding", "chunked")
        self._http.end_headers()
        self._send([stream.start(f"msg_lab{next(_numbers):04}", self._model)])

    def _hung_up(self) -> bool:
        readable, _, _ = select.select([self._http.connection], [], [], 0)
        return bool(readable) and not self._http.connection.recv(1, socket.MSG_PEEK)


class WholeReply(Reply):
    """The answer in one piece, for the few requests that do not want a stream."""

    def __init__(self, http: BaseHTTPRequestHandler, asked: Mapping[str, Any]) -> None:
        super().__init__(http, asked)
        self._content: list[Mapping[str, Any]] = []

    @override
    def say(self, text: str) -> None:
        self.said_something = True
        self._content.append({"type": "text", "text": text})

    @override
    def call(self, use: str, tool: str, given: Mapping[str, Any]) -> None:
        self._content.append({"type": "tool_use", "id": use, "name": tool, "input": given})

    @override
    def end(self, reason: str, verdicts: Verdicts = NO_VERDICTS) -> None:
        started = stream.start(f"msg_lab{next(_numbers):04}", self._model)["message"]
        self.json(200, {**started, "content": self._content, "stop_reason": reason}, {})
