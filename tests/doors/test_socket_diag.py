"""The kernel is asked about one socket, and believed about no other."""

import os
import socket
import struct
from collections.abc import Iterator
from contextlib import ExitStack
from ipaddress import ip_address

import pytest

from quarterdeck.doors import socket_diag
from quarterdeck.doors.socket_diag import End, owner_of


class Line:
    """A connection on this machine, from its calling end."""

    def __init__(self, host: str, stack: ExitStack) -> None:
        family = socket.AF_INET6 if ":" in host else socket.AF_INET
        listener = stack.enter_context(socket.create_server((host, 0), family=family))
        self.calling = stack.enter_context(socket.create_connection(listener.getsockname()[:2]))
        self.theirs, self.ours = _end(self.calling.getsockname()), _end(listener.getsockname())


def _end(address: tuple[str, int]) -> End:
    return ip_address(address[0]), address[1]


@pytest.fixture(params=["127.0.0.1", "::1"])
def line(request: pytest.FixtureRequest) -> Iterator[Line]:
    with ExitStack() as stack:
        yield Line(request.param, stack)


def test_the_owner_of_a_socket_is_told(line: Line) -> None:
    inode = os.fstat(line.calling.fileno()).st_ino
    assert owner_of(line.theirs, line.ours) == (os.getuid(), inode)


def test_of_a_socket_that_is_not_there_nothing_is_told(line: Line) -> None:
    assert owner_of(line.theirs, (line.ours[0], 1)) is None


def test_a_listener_is_not_taken_for_a_connection(line: Line) -> None:
    assert owner_of(line.ours, (line.theirs[0], 1)) is None


def test_where_the_kernel_cannot_be_asked_nothing_is_told(
    line: Line, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(socket_diag, "NETLINK_SOCK_DIAG", 31)
    assert owner_of(line.theirs, line.ours) is None
    monkeypatch.delattr(socket, "AF_NETLINK")
    assert owner_of(line.theirs, line.ours) is None


@pytest.mark.parametrize("told", [b"", b"\0" * 200, struct.pack("=IHHII", 36, 2, 0, 1, 0) * 20])
def test_an_answer_that_makes_no_sense_tells_nothing(line: Line, told: bytes) -> None:
    assert socket_diag._read(told, line.theirs, line.ours) is None
