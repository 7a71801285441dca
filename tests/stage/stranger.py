"""Somebody else's program on our port: it notes what is said to it, and answers what it likes."""

import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from typing_extensions import override

WORKER = b"""
const HTML = { headers: { "Content-Type": "text/html" } };
addEventListener("install", () => skipWaiting());
addEventListener("activate", (event) => event.waitUntil(clients.claim()));
addEventListener("fetch", (event) => {
  if (event.request.mode === "navigate")
    event.respondWith(new Response("<h1>stolen</h1>", HTML));
});
"""


@dataclass(frozen=True)
class Said:
    """One request that the stranger got."""

    method: str
    path: str
    headers: dict[str, str]
    body: str


@dataclass
class Stranger:
    """What was said to it, and what it answers."""

    hello: dict[str, Any] = field(default_factory=dict)
    page: str = "<h1>somebody else</h1>"
    said: list[Said] = field(default_factory=list)

    def calls(self) -> list[Said]:
        """All but requests for the page itself."""
        return [said for said in self.said if said.method == "POST" or said.path.startswith("/api")]


@contextmanager
def stranger_at(port: int, stranger: Stranger) -> Iterator[Stranger]:
    """The stranger has the port meanwhile."""

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self._note()
            if self.headers.get("Service-Worker") == "script":
                self._answer(WORKER, "text/javascript")
            else:
                self._answer(stranger.page.encode(), "text/html")

        def do_POST(self) -> None:
            self._note()
            self._answer(json.dumps(stranger.hello).encode(), "application/json")

        def _note(self) -> None:
            length = int(self.headers.get("Content-Length") or 0)
            body = self.rfile.read(length).decode(errors="replace")
            headers = {name.lower(): value for name, value in self.headers.items()}
            stranger.said.append(Said(self.command, self.path, headers, body))

        def _answer(self, data: bytes, kind: str) -> None:
            self.send_response(200)
            self.send_header("Content-Type", kind)
            self.send_header("Content-Length", str(len(data)))
            self.send_header("Service-Worker-Allowed", "/")
            self.end_headers()
            self.wfile.write(data)

        @override
        def log_message(self, *_: object) -> None:
            """Say nothing."""

    server = ThreadingHTTPServer(("127.0.0.1", port), Handler)
    serving = threading.Thread(target=server.serve_forever, daemon=True)
    serving.start()
    try:
        yield stranger
    finally:
        server.shutdown()
        server.server_close()
        serving.join()
