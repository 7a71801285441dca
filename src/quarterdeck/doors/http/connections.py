"""How a request or a WebSocket carries who is at its other end."""

from starlette.requests import HTTPConnection

from quarterdeck.doors.peers import Address, Peer, tcp_peer

UNIX = "unix:"  # and a uid: the name of callers over the Unix socket


def unix_client(peer: Peer) -> Address:
    """The other end of a Unix socket, as a request carries it to `peer_of`."""
    return UNIX + ("" if peer.uid is None else str(peer.uid)), peer.pid or 0


def peer_of(caller: HTTPConnection) -> Peer:
    """The process behind a request or a WebSocket; it may take a while to find it."""
    if caller.client is None:
        return Peer((), None)
    host, port = caller.client
    if host.startswith(UNIX):
        uid = host.removeprefix(UNIX)
        return Peer((port,) if port else (), int(uid) if uid else None)
    return tcp_peer((host, port), caller.scope["server"])
