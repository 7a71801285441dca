"""A real daemon and real tmux panes with composers in them, which post their hooks."""

import http.client
import json
import queue
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from urllib.parse import urlsplit

from tests.live.lab.until import until
from tests.surfaces.web.stage import House
from tests.terminals.tmux.crew import Mate, Ship
from websockets.sync.client import ClientConnection, connect

Json = dict[str, Any]


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
        status, told = self.call("POST", f"/hook/{event}", {**self.card(mate), **more})
        assert status == 200, told
        return told

    def card(self, mate: Mate) -> Json:
        """What every hook of a composer says."""
        socket = f"{self.ship.socket},0,0"
        where = {"tmux": socket, "tmux_pane": mate.pane, "cwd": str(self.ship.root)}
        return {"pid": mate.pid, "session_id": f"c{mate.pid}", **where}

    def mate(self, name: str, *options: str) -> tuple[Mate, str]:
        """A composer in a pane, and the id of its session, once its pane is known."""
        mate = Mate(self.ship, name, *options)
        until(lambda: mate.shows("❯") or mate.shows("Do you want"), 5, lambda: "no composer")
        self.hook("session-start", mate, source="startup")
        until(lambda: self.session(mate)["terminal"]["tty"], 5, lambda: "its pane is not found")
        return mate, str(self.session(mate)["id"])

    def session(self, mate: Mate) -> Json:
        """The session of a composer."""
        every = self.house.client.list("/api/sessions")
        return next(s for s in every if s["pid"] == mate.pid)

    def wait_state(self, mate: Mate, state: str) -> None:
        """Wait until a composer's session is in this state."""
        until(
            lambda: self.session(mate)["state"] == state, 10, lambda: f"it is {self.session(mate)}"
        )

    def respond(self, agent: str, text: str, **more: str) -> tuple[int, Json]:
        """Give an agent a text."""
        return self.call("POST", f"/api/respond/{agent}", {"text": text, **more})

    def ticket(self) -> str:
        """A ticket for one WebSocket."""
        return str(self.call("POST", "/api/tickets")[1]["ticket"])

    def terminal(self, session: str, ticket: str | None = None, **options: Any) -> ClientConnection:
        """Open a session's terminal."""
        where = f"ws://{urlsplit(self.house.url).netloc}/api/sessions/{session}/terminal"
        return connect(f"{where}?ticket={ticket or self.ticket()}", **options)

    @contextmanager
    def stream(self) -> Iterator["queue.Queue[tuple[str, Json]]"]:
        """The event stream meanwhile, from when everything that was is told."""
        line = http.client.HTTPConnection(urlsplit(self.house.url).netloc, timeout=60)
        line.request("GET", "/api/events", headers={"Authorization": f"Bearer {self.token}"})
        answer = line.getresponse()
        heard: queue.Queue[tuple[str, Json]] = queue.Queue()
        reading = threading.Thread(target=_read, args=(answer, heard), daemon=True)
        reading.start()
        await_event(heard, "ready")
        yield heard
        if line.sock:
            line.sock.close()


def _read(answer: http.client.HTTPResponse, heard: "queue.Queue[tuple[str, Json]]") -> None:
    name = ""
    while line := answer.readline():
        word, _, rest = line.decode().strip().partition(": ")
        if word == "event":
            name = rest
        elif word == "data":
            heard.put((name, json.loads(rest)))


def await_event(heard: "queue.Queue[tuple[str, Json]]", name: str) -> Json:
    """The next event of this name."""
    while True:
        found, data = heard.get(timeout=10)
        if found == name:
            return data
