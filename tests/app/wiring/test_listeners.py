"""Where the daemon listens."""

import socket
from pathlib import Path

import pytest

from quarterdeck.app.settings import Http
from quarterdeck.app.wiring.listeners import Listeners
from quarterdeck.doors.http.server import PortTaken


def close(listeners: Listeners) -> None:
    for one in listeners.sockets:
        one.close()


def test_port_0_is_whichever_is_free_and_none_is_missed(place: Path) -> None:
    listeners = Listeners(Http(port=0), place / "api.sock")
    assert listeners.url == f"http://127.0.0.1:{listeners.port}"
    assert listeners.wanted_port == 0
    close(listeners)


def test_a_chosen_port_that_is_taken_is_told_and_no_other_used(place: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as other, pytest.raises(PortTaken):
        Listeners(Http(port=other.getsockname()[1]), place / "api.sock")


def test_an_address_with_colons_stands_in_brackets(place: Path) -> None:
    listeners = Listeners(Http(host="::1", port=0), place / "api.sock")
    assert listeners.url == f"http://[::1]:{listeners.port}"
    close(listeners)


def test_the_socket_is_ours_alone_and_goes_with_us(place: Path) -> None:
    path = place / "api.sock"
    path.write_text("what a daemon that crashed left")
    listeners = Listeners(Http(port=0), path)
    assert path.stat().st_mode & 0o777 == 0o600
    listeners.forget_path()
    assert not path.exists()
    close(listeners)
