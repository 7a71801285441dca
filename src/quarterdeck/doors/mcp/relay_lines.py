"""A connection of `qd mcp` as a line: who runs it, and which answers its agent has."""

import asyncio
import json
import secrets
from collections.abc import Awaitable, Callable

from quarterdeck.domain.callers import Caller, CallerKind, Role
from quarterdeck.domain.events import Closing
from quarterdeck.domain.ids import CallerId, RequestId
from quarterdeck.domain.risk import Level
from quarterdeck.doors.mcp.calling_sessions import Call
from quarterdeck.doors.mcp.desk import HumanDesk
from quarterdeck.doors.peers import Peer
from quarterdeck.processes import Vanished, look

RELAY = Caller(
    CallerId("mcp"), CallerKind.PROGRAM, "qd mcp", Role.TYPE, Level.LOW, None, own_token=False
)


class RelayLine:
    """One relay: the process that runs it, and its calls."""

    loss = Closing.TERMINATED  # a relay lives as long as its agent wants it

    def __init__(self, desk: HumanDesk, peer: Peer) -> None:
        self._desk = desk
        self._peer = peer
        self._process = _process_name(peer)
        self.gone = asyncio.Event()

    def call(self, name: str | int, progress: Callable[[float], Awaitable[None]]) -> Call:
        """A call that came in here; it has the same name when it comes back."""
        return Call(self._request(name), self, RELAY, lambda: self._peer, progress)

    def taken(self, message: bytes) -> None:
        """The relay gave an answer to its agent."""
        try:
            name = json.loads(message)["params"]["requestId"]
        except (ValueError, KeyError, TypeError):
            return
        self._desk.taken(self, self._request(name))

    def _request(self, name: object) -> RequestId:
        # A call is known by the relay's process too: nobody else gets the answer to it.
        return RequestId(f"mcp-{self._process}-{json.dumps(name)}")


def _process_name(peer: Peer) -> str:
    try:
        return f"{peer.pid}.{look(peer.pid or 0).start}"
    except Vanished:
        return secrets.token_hex(8)
