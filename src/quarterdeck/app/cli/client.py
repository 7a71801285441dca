"""Talks to the daemon over its Unix socket."""

import http.client
import json
import os
import socket
from collections.abc import Iterator
from pathlib import Path

from typing_extensions import override

from quarterdeck.app.cli.console import Exit, complain
from quarterdeck.app.paths import Paths, paths

PATIENCE = 20.0
SILENT_FOR = 60.0  # an event stream says every few seconds that it lives


class Trouble(Exception):
    """A command cannot go on: what to say, what to try, and the exit code."""

    def __init__(self, problem: str, remedy: str, code: Exit) -> None:
        super().__init__(problem)
        self.problem, self.remedy, self.code = problem, remedy, code

    def tell(self) -> int:
        """Say it."""
        complain(self.problem, self.remedy)
        return self.code


class Refused(Trouble):
    """The daemon refused; `kind` says why."""

    def __init__(self, kind: str, message: str, code: Exit) -> None:
        super().__init__(message, "", code)
        self.kind = kind


class _UnixConnection(http.client.HTTPConnection):
    def __init__(self, path: Path, patience: float) -> None:
        super().__init__("localhost", timeout=patience)
        self._path = path

    @override
    def connect(self) -> None:
        self.sock = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        self.sock.settimeout(self.timeout)
        self.sock.connect(str(self._path))
        refuse_impostors(self.sock, self._path)


def refuse_impostors(line: socket.socket, path: Path) -> None:
    """Talk to our own daemon alone, not to what another user or an agent put in its place."""
    from quarterdeck.agent_processes import is_agents_doing
    from quarterdeck.processes import at_other_end

    pid, uid = at_other_end(line)
    if uid not in (None, os.getuid()) or (pid and is_agents_doing(pid)):
        problem = f"What answers at {path} is not your Quarterdeck (pid {pid})."
        raise Trouble(problem, "Find out what it is; `qd restart` puts ours there.", Exit.FAILED)


class Client:
    """The daemon's calls, for commands."""

    def __init__(self, where: Paths | None = None, patience: float = PATIENCE) -> None:
        self._paths = where or paths()
        self._patience = patience

    def get(self, path: str) -> object:
        """The answer to a GET."""
        return self._call("GET", path, None)

    def list(self, path: str) -> list[dict[str, object]]:
        """The answer to a GET that returns a list."""
        found = self.get(path)
        return found if isinstance(found, list) else []

    def post(self, path: str, body: object) -> dict[str, object]:
        """The answer to a POST."""
        found = self._call("POST", path, body)
        return found if isinstance(found, dict) else {}

    def events(self, path: str) -> Iterator[tuple[str, dict[str, object]]]:
        """The lines of an event stream, for as long as the daemon runs."""
        connection = _UnixConnection(self._paths.api, SILENT_FOR)
        try:
            connection.request("GET", path, None, self._headers())
            name = ""
            for line in connection.getresponse():
                word, _, rest = line.decode().rstrip("\n").partition(": ")
                if word == "event":
                    name = rest
                elif word == "data":
                    yield name, json.loads(rest)
        except (FileNotFoundError, ConnectionRefusedError):
            raise _no_daemon() from None
        except (OSError, http.client.HTTPException) as error:
            raise _silent(error) from None
        finally:
            connection.close()

    def _headers(self) -> dict[str, str]:
        return {"Authorization": f"Bearer {self._token()}", "X-Quarterdeck-Surface": "cli"}

    def _call(self, method: str, path: str, body: object) -> object:
        connection = _UnixConnection(self._paths.api, self._patience)
        try:
            connection.request(
                method,
                path,
                json.dumps(body) if body is not None else None,
                self._headers(),
            )
            response = connection.getresponse()
            data = json.loads(response.read() or b"null")
        except (FileNotFoundError, ConnectionRefusedError):
            raise _no_daemon() from None
        except (OSError, http.client.HTTPException, ValueError) as error:
            raise _silent(error) from None
        finally:
            connection.close()
        if response.status >= 400:
            raise _refusal(response.status, data)
        return data

    def _token(self) -> str:
        try:
            return self._paths.token.read_text().strip()
        except FileNotFoundError:
            raise _no_daemon() from None


def _silent(error: Exception) -> Trouble:
    return Trouble(
        f"The daemon does not answer ({error!r}).",
        "See `qd logs`; `qd restart` starts it again.",
        Exit.FAILED,
    )


def _no_daemon() -> Trouble:
    return Trouble("Quarterdeck is not running.", "Start it with `qd up`.", Exit.NO_DAEMON)


def _refusal(status: int, data: object) -> Refused:
    error = data if isinstance(data, dict) else {}
    kind = str(error.get("error_type", "unknown"))
    code = Exit.NOT_FOUND if status == 404 or kind == "not_open" else Exit.FAILED
    return Refused(kind, str(error.get("message", f"status {status}")), code)
