"""A real daemon and real tmux panes with composers in them, which post their hooks."""

import http.client
import json
import queue
import shlex
import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from typing import Any, cast
from urllib.parse import urlsplit

from tests.stage.daemon import StagedDaemon
from tests.stage.tmux import ComposerPane, TmuxServer
from tests.stage.until import PATIENCE, until
from websockets.sync.client import ClientConnection, connect

from quarterdeck.processes import look

Json = dict[str, Any]
Heard = queue.Queue[tuple[str, Json]]


class TmuxDaemon:
    """A daemon to which the composers of a tmux server are known."""

    def __init__(self, daemon: StagedDaemon, tmux_server: TmuxServer) -> None:
        self.daemon = daemon
        self.tmux_server = tmux_server

    def call(self, method: str, path: str, body: object = None, **headers: str) -> tuple[int, Json]:
        """What the interface answers, with its status."""
        line = http.client.HTTPConnection(urlsplit(self.daemon.url).netloc, timeout=PATIENCE)
        given = {"Authorization": f"Bearer {self.token}", **headers}
        line.request(method, path, json.dumps(body), given)
        answer = line.getresponse()
        found = json.loads(answer.read())
        line.close()
        return answer.status, found

    @contextmanager
    def calling(self, method: str, path: str, body: object) -> Iterator[None]:
        """A call whose caller goes away before it is answered."""
        line = http.client.HTTPConnection(urlsplit(self.daemon.url).netloc, timeout=PATIENCE)
        line.request(method, path, json.dumps(body), {"Authorization": f"Bearer {self.token}"})
        try:
            yield
        finally:
            line.close()

    @property
    def token(self) -> str:
        return (self.daemon.home / "token").read_text().strip()

    def hook(self, event: str, composer: ComposerPane, **more: object) -> Json:
        """Post a hook as a composer's own script would."""
        return self.post(event, composer.pane, composer.pid, **more)

    def post(self, event: str, pane: str, pid: int, **more: object) -> Json:
        """Post a hook of whatever runs in a pane."""
        where = {
            "tmux": f"{self.tmux_server.socket},0,0",
            "tmux_pane": pane,
            "cwd": str(self.tmux_server.root),
        }
        said = {"pid": pid, "session_id": f"c{pid}", **where, **more}
        status, told = self.call("POST", f"/hook/{event}", said)
        assert status == 200, told
        return told

    def program(self, name: str, command: str) -> tuple[str, str]:
        """The pane of a shell command that is taken for an agent, and the id of its session."""
        pane, pid = self.disguised(name, command)
        self.post("session-start", pane, pid, source="startup")
        return pane, self.bound(pid)

    def kill_pane(self, pane: str) -> None:
        """End a pane, once the daemon's clients are there: a tmux before 3.7 may die of both."""
        session = self.tmux_server.tmux("display-message", "-p", "-t", pane, "#{session_id}")

        def attached() -> bool:
            told = self.tmux_server.tmux("list-clients", "-F", "#{session_id}").split()
            return len(told) >= 2 and session in told  # one for commands, one for what it writes

        until(attached, 5, lambda: "nobody watches the pane")
        self.tmux_server.tmux("kill-pane", "-t", pane)

    def disguised(self, name: str, command: str) -> tuple[str, int]:
        """A shell command in a pane, run by a shell that is called like an agent's program."""
        shell = self.tmux_server.root / "claude"
        if not shell.exists():
            shell.symlink_to("/bin/sh")
        pane = self.tmux_server.session(name, f"exec {shell} -c {shlex.quote(command + '; :')}")
        pid = int(self.tmux_server.tmux("display-message", "-p", "-t", pane, "#{pane_pid}"))
        until(lambda: look(pid).name == shell.name, 5, lambda: "it has another name")
        return pane, pid

    def bound(self, pid: int) -> str:
        """The id of a process's session, once its pane is known."""
        until(lambda: self.session(pid)["terminal"]["tty"], 5, lambda: "its pane is not found")
        return str(self.session(pid)["id"])

    def composer(self, name: str, *options: str) -> tuple[ComposerPane, str]:
        """A composer in a pane, and the id of its session, once its pane is known."""
        composer = ComposerPane(self.tmux_server, name, *options)
        until(
            lambda: composer.shows("❯") or composer.shows("Do you want"), 5, lambda: "no composer"
        )
        self.hook("session-start", composer, source="startup")
        return composer, self.bound(composer.pid)

    def session(self, pid: int) -> Json:
        """The session of a process."""
        return next(s for s in self.daemon.client.list("/api/sessions") if s["pid"] == pid)

    def wait_state(self, composer: ComposerPane, state: str) -> None:
        """Wait until a composer's session is in this state."""
        until(
            lambda: self.session(composer.pid)["state"] == state,
            10,
            lambda: f"it is not {state}: {self.session(composer.pid)}",
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
        return opened(self.daemon.url, session, ticket or self.ticket(), host, **options)

    def stream(self) -> AbstractContextManager[Heard]:
        """The event stream meanwhile."""
        return listening(self.daemon.url, self.token)


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


def await_event(heard: Heard, name: str, wanted: Callable[[Json], bool] = lambda _: True) -> Json:
    """The next event of this name that is wanted."""
    while True:
        found, data = heard.get(timeout=PATIENCE)
        if found == name and wanted(data):
            return data
