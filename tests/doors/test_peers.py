"""Who is calling: real processes on real sockets."""

import json
import os
import socket
import subprocess
import sys
from pathlib import Path

import pytest

from quarterdeck.agent_processes import Standing
from quarterdeck.doors.peers import (
    GONE,
    Peer,
    standing,
    tcp_peer,
    unix_peer,
)


def _connected(listener: socket.socket, caller: tuple[str, int]) -> socket.socket:
    """A connection from this address, which others may use as well."""
    line = socket.socket()
    line.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    line.bind(caller)
    line.connect(listener.getsockname())
    return line


@pytest.mark.parametrize(
    ("family", "host"), [(socket.AF_INET, "127.0.0.1"), (socket.AF_INET6, "::1")]
)
def test_the_process_at_the_other_end_of_a_port_is_known(family: int, host: str) -> None:
    with socket.socket(family) as listener:
        listener.bind((host, 0))
        listener.listen()
        with socket.create_connection(listener.getsockname()[:2]) as line:
            peer = tcp_peer(line.getsockname()[:2], line.getpeername()[:2])
            assert (peer.pid, peer.uid) == (os.getpid(), os.getuid())


@pytest.mark.parametrize("host", ["127.0.0.1", "::ffff:127.0.0.1"])
def test_an_ipv4_caller_is_known_by_either_way_to_write_it(host: str) -> None:
    with (
        socket.create_server(("::", 0), family=socket.AF_INET6, dualstack_ipv6=True) as listener,
        socket.create_connection((host, listener.getsockname()[1])) as line,
    ):
        accepted, caller = listener.accept()
        with accepted:
            assert caller[:2] == ("::ffff:127.0.0.1", line.getsockname()[1])
            assert tcp_peer(caller[:2], accepted.getsockname()[:2]).pid == os.getpid()


def test_a_zone_is_no_part_of_an_address() -> None:
    assert tcp_peer(("fe80::1%lo", 1234), ("fe80::2%lo", 8787)).pid is None


def test_a_port_that_leads_to_two_places_is_told_apart() -> None:
    with (
        socket.create_server(("127.0.0.1", 0)) as old,
        socket.create_server(("127.0.0.1", 0)) as new,
    ):
        gone = _connected(old, ("127.0.0.1", 0))
        caller = gone.getsockname()
        with _connected(new, caller) as line:
            gone.close()  # its row stays in the kernel's table for a minute, and nobody holds it
            assert tcp_peer(line.getsockname(), new.getsockname()).pid == os.getpid()
            assert tcp_peer(caller, old.getsockname()).pid == GONE


def test_an_address_that_nobody_holds_belongs_to_somebody_who_is_gone() -> None:
    with socket.socket() as line:
        line.bind(("127.0.0.1", 0))
        free = line.getsockname()[1]
    assert tcp_peer(("127.0.0.1", free), ("127.0.0.1", 1)).pid == GONE
    assert standing(Peer((GONE,), None), []) is Standing.AGENT


def test_a_process_elsewhere_is_not_known() -> None:
    assert tcp_peer(("192.0.2.7", 1234), ("192.0.2.1", 8787)).pid is None


def test_the_process_at_the_other_end_of_a_socket_is_known() -> None:
    one, other = socket.socketpair()
    assert unix_peer(one).pid == os.getpid()
    assert unix_peer(one).uid == os.getuid()
    one.close()
    other.close()


def test_a_process_into_which_nobody_can_look_is_judged_by_those_above_it() -> None:
    script = Path(__file__).with_name("closed.py")
    told = subprocess.run([sys.executable, script], capture_output=True, text=True, check=True)
    assert json.loads(told.stdout) == {
        "found": True,
        "refused": False,
        "refused_below_an_agent": True,
    }


def test_another_user_of_whom_nothing_is_known_may_be_an_agent() -> None:
    assert standing(Peer((), os.getuid() + 1), []) is Standing.AGENT
    assert standing(Peer((), os.getuid()), []) is Standing.PERSON
    assert standing(Peer((), None), []) is Standing.PERSON
