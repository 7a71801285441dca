"""Who comes in by the network door: devices by their own tokens, and nobody else."""

import os
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial

from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Receive, Scope, Send

from quarterdeck.domain.callers import Caller
from quarterdeck.doors.facade import Facade
from quarterdeck.doors.http.access import Refusal, from_another_page, refuse
from quarterdeck.doors.http.connections import peer_of
from quarterdeck.doors.http.visitors import Visitors
from quarterdeck.doors.peers import Peer

OPEN = ("/surface", "/pair")  # WebSockets on which the first message says who comes
NO_TOKEN: Refusal = (401, "no_token", "A device's token is needed; `qd pair` gives one.")


@dataclass(frozen=True, slots=True)
class DeviceAccess:
    """Refuses requests without a device's token, and those of web pages from elsewhere."""

    app: ASGIApp
    device: Callable[[str], Caller | None]  # whose token this is
    visitors: Visitors

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a request through, or refuse it."""
        headers = {k.decode("latin-1").lower(): v.decode("latin-1") for k, v in scope["headers"]}
        refusal = from_another_page(headers) or self._unknown(scope, headers)
        if refusal is None:
            await self.app(scope, receive, send)
        else:
            await refuse(scope, send, *refusal)

    def _unknown(self, scope: Scope, headers: Mapping[str, str]) -> Refusal | None:
        """The objection to an unknown caller; a known one is noted in the scope."""
        if scope["type"] == "websocket" and scope["path"] in OPEN:
            return None
        kind, _, given = headers.get("authorization", "").partition(" ")
        caller = self.device(given.strip()) if kind.lower() == "bearer" else None
        if caller is None:
            return NO_TOKEN
        scope["caller"] = caller
        self.visitors.know(scope, caller.id)
        return None


async def caller_from_network(facade: Facade, connection: HTTPConnection, came: Caller) -> Caller:
    """As whom somebody counts who may be anywhere: a process of ours may be an agent's."""
    return await facade.caller(came, partial(_peer, connection))


def _peer(connection: HTTPConnection) -> Peer:
    """The process behind a connection; another user's, such as a proxy, could be any machine."""
    peer = peer_of(connection)
    return peer if peer.uid in (None, os.getuid()) else Peer((), None)
