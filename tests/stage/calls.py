"""Calls to a daemon as any program could make them, well-formed or not."""

import contextlib
import http.client
import json
import socket
from typing import Any
from urllib.parse import urlsplit

from tests.stage.daemon import StagedDaemon
from tests.stage.until import PATIENCE

Json = dict[str, Any]


def call(
    daemon: StagedDaemon, method: str, path: str, body: bytes | object = None, **headers: str | None
) -> tuple[int, Any]:
    """Status and JSON of one request; a header that is None is left out."""
    given: dict[str, str | None] = {"Authorization": f"Bearer {token(daemon)}"}
    given |= {name.replace("_", "-"): value for name, value in headers.items()}
    line = http.client.HTTPConnection(urlsplit(daemon.url).netloc, timeout=PATIENCE)
    data = body if isinstance(body, bytes) or body is None else json.dumps(body).encode()
    line.putrequest(method, path, skip_host="Host" in headers)
    for name, value in given.items():
        if value is not None:
            line.putheader(name, value)
    if data is not None:
        line.putheader("Content-Length", str(len(data)))
    line.endheaders(data)
    answer = line.getresponse()
    found = answer.read()
    line.close()
    is_json = "json" in (answer.headers["content-type"] or "")
    return answer.status, json.loads(found) if is_json else found.decode()


def token(daemon: StagedDaemon) -> str:
    return daemon.paths.token.read_text().strip()


def raw(daemon: StagedDaemon, data: bytes) -> bytes:
    """All that is answered to these bytes."""
    where = urlsplit(daemon.url)
    with socket.create_connection((where.hostname, where.port), timeout=PATIENCE) as line:
        found = b""
        with contextlib.suppress(OSError):  # whoever is refused need not be read to the end
            line.sendall(data)
            line.shutdown(socket.SHUT_WR)
            while piece := line.recv(65536):
                found += piece
    return found
