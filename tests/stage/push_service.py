"""A push service on loopback: it takes, refuses, hangs or breaks off, and writes down what came."""

import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from tests.stage.until import until
from typing_extensions import override

Json = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Received:
    """One request."""

    method: str
    path: str
    body: Json
    token: str


@dataclass
class PushService:
    """What the service does, and what it was told."""

    url: str = ""
    status: int = 200
    answer: str = "{}"
    hangs: bool = False  # it takes requests, and answers none
    received: list[Received] = field(default_factory=list)
    _let_go: threading.Event = field(default_factory=threading.Event)

    def wait(self, count: int = 1) -> list[Received]:
        """Wait until so many requests came."""
        until(lambda: len(self.received) >= count, 10, lambda: f"only {self.received}")
        return self.received

    def shown(self, topic: str) -> dict[str, Json]:
        """What a subscriber of an ntfy topic sees now: the newest of each sequence."""
        found: dict[str, Json] = {}
        for one in self.received:
            if one.method == "POST" and one.body.get("topic") == topic:
                found[one.body["sequence_id"]] = one.body
            elif one.method == "DELETE" and one.path.startswith(f"/{topic}/"):
                found.pop(one.path.rpartition("/")[2], None)
        return found

    def take(self, received: Received) -> None:
        self.received.append(received)
        if self.hangs:
            self._let_go.wait()

    def end(self) -> None:
        self._let_go.set()


@contextmanager
def push_service() -> Iterator[PushService]:
    """A service that runs for the block."""
    service = PushService()

    class Handler(BaseHTTPRequestHandler):
        def _take(self) -> None:
            length = int(self.headers.get("Content-Length", 0))
            text = self.rfile.read(length)
            body = json.loads(text) if text else {}
            token = self.headers.get("Authorization", "")
            service.take(Received(self.command, self.path, body, token))
            told = service.answer.encode()
            self.send_response(service.status)
            self.send_header("Content-Length", str(len(told)))
            self.end_headers()
            self.wfile.write(told)

        do_POST = do_PUT = do_DELETE = _take  # noqa: N815 - the names that its base asks for

        @override
        def log_message(self, *_: object) -> None:
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        service.url = f"http://127.0.0.1:{server.server_port}"
        thread = threading.Thread(target=server.serve_forever, args=(0.05,))
        thread.start()
        try:
            yield service
        finally:
            service.end()
            server.shutdown()
            thread.join()
