"""What a request carries of its caller."""

import os

import pytest
from starlette.requests import HTTPConnection

from quarterdeck.doors.http.connections import peer_of, unix_client
from quarterdeck.doors.peers import Peer


@pytest.mark.parametrize("peer", [Peer((os.getpid(),), 1000), Peer((), 1000), Peer((), None)])
def test_a_request_over_a_socket_carries_all_that_the_kernel_told(peer: Peer) -> None:
    assert peer_of(HTTPConnection({"type": "http", "client": unix_client(peer)})) == peer
