"""A real daemon and real tmux panes with composers in them, which post their hooks."""

import http.client
import json
import queue
import socket
import threading
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from typing import Any, cast
from urllib.parse import urlsplit

from tests.live.lab.until import until
from tests.surfaces.web.stage import House
from tests.terminals.tmux.crew import Mate, Ship
from websockets.sync.client import ClientConnection, connect

Json = dict[str, Any]
Heard = queue.Queue[tuple[str, Json]]


class Harbour:
    """A daemon to which the composers of a tmux server are known."""

    def __init__(self, house: House, ship: Ship) -> None:
        self.house = house
        self.ship = ship

    def call(self, method: str, path: str, body: object = None, **headers: str) -> tuple[int, Json]:
        """What the interface answers, with its status."""
        line = http.client.HTTPConnection(urlsplit(self.house.url).netloc, timeout=20)
        given = {"Authorization": f"Bearer {self.token}", **headers}
        line.request(method, path, json.dumps(body), given)
        answer = line.getresponse()
        found = json.loads(answer.read())
        line.close()
        return answer.status, found

    @property
    def token(self) -> str:
        return (self.house.home / "token").read_text().strip()

    def hook(self, event: str, mate: Mate, **more: object) -> Json:
        """Post a hook as a composer's own script would."""
        return self.post(event, mate.pane, mate.pid, **more)

    def post(self, event: str, pane: str, pid: int, **more: object) -> Json:
        """Post a hook of whatever runs in a pane."""
        where = {"tmux": f"{self.ship.socket},0,0", "tmux_pane": pane, "cwd": str(self.ship.root)}
        said = {"pid": pid, "session_id": f"c{pid}", **where, **more}
        status, told = self.call("POST", f"/hook/{event}", said)
        assert status == 200, told
        return told

    def program(self, name: str, command: str) -> tuple[str, str]:
        """The pane of any program that is taken for an agent, and the id of its session."""
        pane = self.ship.session(name, command)
        pid = int(self.ship.tmux("display-message", "-p", "-t", pane, "#{pane_pid}"))
        self.post("session-start", pane, pid, source="startup")
        return pane, self.bound(pid)

    def bound(self, pid: int) -> str:
        """The id of a process's session, once its pane is known."""
        until(lambda: self.session(pid)["terminal"]["tty"], 5, lambda: "its pane is not found")
        return str(self.session(pid)["id"])

    def mate(self, name: str, *options: str) -> tuple[Mate, str]:
        """A composer in a pane, and the id of its session, once its pane is known."""
        mate = Mate(self.ship, name, *options)
        until(lambda: mate.shows("❯") or mate.shows("Do you want"), 5, lambda: "no composer")
        self.hook("session-start", mate, source="startup")
        return mate, self.bound(mate.pid)

    def session(self, pid: int) -> Json:
        """The session of a process."""
        return next(s for s in self.house.client.list("/api/sessions") if s["pid"] == pid)

    def wait_state(self, mate: Mate, state: str) -> None:
        """Wait until a composer's session is in this state."""
        until(
            lambda: self.session(mate.pid)["state"] == state,
            10,
            lambda: f"it is not {state}: {self.session(mate.pid)}",
        )

    def respond(self, agent: str, text: str, **more: str) -> tuple[int, Json]:
        """Give an agent a text."""
        return self.call("POST", f"/api/respond/{agent}", {"text": text, **more})

    def ticket(self) -> str:
        """A ticket for one WebSocket."""
        return str(self.call("POST", "/api/tickets")[1]["ticket"])

    def terminal(
        self, session: str, ticket: str | None = None, host: str = "127.0.0.1", **options: Any
    ) -> ClientConnection:
        """Open a session's terminal."""
        return opened(self.house.url, session, ticket or self.ticket(), host, **options)

    def stream(self) -> AbstractContextManager[Heard]:
        """The event stream meanwhile."""
        return listening(self.house.url, self.token)


def opened(
    url: str, session: str, ticket: str, host: str = "127.0.0.1", **options: Any
) -> ClientConnection:
    """A session's terminal, open."""
    port = urlsplit(url).port
    line = socket.create_connection(("127.0.0.1", port))
    where = f"ws://{host}:{port}/api/sessions/{session}/terminal?ticket={ticket}"
    return cast(ClientConnection, connect(where, sock=line, **options))


@contextmanager
def listening(url: str, token: str) -> Iterator[Heard]:
    """The event stream meanwhile, from when everything that was is told."""
    line = http.client.HTTPConnection(urlsplit(url).netloc, timeout=60)
    line.request("GET", "/api/events", headers={"Authorization": f"Bearer {token}"})
    connection, answer = line.sock, line.getresponse()
    heard: Heard = queue.Queue()
    reading = threading.Thread(target=_read, args=(answer, heard), daemon=True)
    reading.start()
    await_event(heard, "ready")
    try:
        yield heard
    finally:
        connection.shutdown(socket.SHUT_RDWR)
        reading.join()
        answer.close()
        line.close()


def _read(answer: http.client.HTTPResponse, heard: Heard) -> None:
    name = ""
    while line := answer.readline():
        word, _, rest = line.decode().strip().partition(": ")
        if word == "event":
            name = rest
        elif word == "data":
            heard.put((name, json.loads(rest)))


def await_event(heard: Heard, name: str) -> Json:
    """The next event of this name."""
    while True:
        found, data = heard.get(timeout=10)
        if found == name:
            return data
