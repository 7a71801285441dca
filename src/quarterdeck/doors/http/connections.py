"""Who is at the other end of a request or a WebSocket, and whether they are still there."""

import asyncio
from collections.abc import Coroutine
from functools import partial
from typing import Any, TypeVar

from starlette.requests import HTTPConnection, Request

from quarterdeck.domain.callers import Caller, Right
from quarterdeck.doors.facade import Facade
from quarterdeck.doors.peers import Address, Peer, tcp_peer

T = TypeVar("T")

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


async def caller_of(facade: Facade, connection: HTTPConnection) -> Caller:
    """Who makes a request or opens a WebSocket."""
    return await facade.caller(connection.scope["caller"], partial(peer_of, connection))


async def permitted(facade: Facade, connection: HTTPConnection, right: Right) -> Caller:
    """Who makes a request, if they may do this; raises Refused."""
    caller = await caller_of(facade, connection)
    facade.permit(caller, right)
    return caller


async def unless_gone(request: Request, work: Coroutine[Any, Any, T]) -> T | None:
    """What this returns; it is cancelled if the client disconnects."""
    async with asyncio.TaskGroup() as group:
        doing, gone = group.create_task(work), group.create_task(_gone(request))
        await asyncio.wait((doing, gone), return_when=asyncio.FIRST_COMPLETED)
        doing.cancel()
        gone.cancel()
    return None if doing.cancelled() else doing.result()


async def _gone(request: Request) -> None:
    """Wait until the other end is gone; the body was read before."""
    while (await request.receive())["type"] != "http.disconnect":
        pass
