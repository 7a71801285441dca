"""Who is calling: real processes on real sockets."""

import os
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from quarterdeck.doors.http.peers import GONE, is_below_agent, tcp_peer, unix_peer

SLEEPS = [sys.executable, "-c", "import time; print(flush=True); time.sleep(60)"]


@contextmanager
def running(*words: str, **env: str) -> Iterator["subprocess.Popen[bytes]"]:
    process = subprocess.Popen(words, stdout=subprocess.PIPE, env={**os.environ, **env})
    assert process.stdout
    process.stdout.readline()
    yield process
    process.kill()
    process.wait()
    process.stdout.close()


@pytest.mark.parametrize(
    ("family", "host"), [(socket.AF_INET, "127.0.0.1"), (socket.AF_INET6, "::1")]
)
def test_the_process_at_the_other_end_of_a_port_is_known(family: int, host: str) -> None:
    with socket.socket(family) as listener:
        listener.bind((host, 0))
        listener.listen()
        with socket.create_connection(listener.getsockname()[:2]) as line:
            peer = tcp_peer(*line.getsockname()[:2])
            assert (peer.pid, peer.uid) == (os.getpid(), os.getuid())


def test_an_address_that_nobody_holds_belongs_to_somebody_who_is_gone() -> None:
    with socket.socket() as line:
        line.bind(("127.0.0.1", 0))
        free = line.getsockname()[1]
    assert tcp_peer("127.0.0.1", free).pid == GONE
    assert is_below_agent(GONE, [])


def test_a_process_elsewhere_is_not_known() -> None:
    assert tcp_peer("192.0.2.7", 1234).pid is None


def test_the_process_at_the_other_end_of_a_socket_is_known() -> None:
    one, other = socket.socketpair()
    assert unix_peer(one).pid == os.getpid()
    assert unix_peer(one).uid == os.getuid()
    one.close()
    other.close()


def test_a_person_is_below_no_agent() -> None:
    with running(*SLEEPS, CLAUDE="1") as process:
        assert not is_below_agent(process.pid, [2**22 + 7])


def test_whoever_carries_the_mark_is_below_an_agent() -> None:
    with running(*SLEEPS, CLAUDECODE="1") as process:
        assert is_below_agent(process.pid, [])


def test_whoever_descends_from_a_session_is_below_it() -> None:
    with running(*SLEEPS) as process:
        assert is_below_agent(process.pid, [os.getpid()])
        assert is_below_agent(process.pid, [process.pid])


def test_whoever_is_gone_may_have_been_below_an_agent() -> None:
    with running(*SLEEPS) as process:
        pass
    assert is_below_agent(process.pid, [])
    assert is_below_agent(-5, [])
