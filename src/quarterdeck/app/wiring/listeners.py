"""Where the daemon listens for HTTP: a port on this machine, and a socket in its own folder."""

import socket
from pathlib import Path

from quarterdeck.app.settings import Http
from quarterdeck.doors.http.server import (
    inherited_port,
    listen_near_port,
    listen_on_path,
    listen_on_port,
)


class Listeners:
    """The port and the socket; raises PortTaken."""

    def __init__(self, http: Http, path: Path) -> None:
        self._http = http
        self._path = path
        port = inherited_port() or _listen_on(http)
        path.unlink(missing_ok=True)
        own = listen_on_path(str(path))
        path.chmod(0o600)
        self.sockets = [port, own]

    @property
    def port(self) -> int:
        """The port that we got."""
        return int(self.sockets[0].getsockname()[1])

    @property
    def wanted_port(self) -> int:
        """The port that we wanted and did not get; 0 when we got it."""
        return self._http.port if self._http.port not in (0, self.port) else 0

    @property
    def url(self) -> str:
        """Where the page is."""
        host = self._http.host
        return f"http://{f'[{host}]' if ':' in host else host}:{self.port}"

    def forget_path(self) -> None:
        """Leave no socket behind that nobody listens on."""
        self._path.unlink(missing_ok=True)


def _listen_on(http: Http) -> socket.socket:
    """The port of the settings; only from the one that nobody chose we move on to a free one."""
    chosen = http.port != Http().port
    return (listen_on_port if chosen else listen_near_port)(http.host, http.port)
