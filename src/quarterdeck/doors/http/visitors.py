"""Connections over the port: whose they are, and closing those that send no token."""

import asyncio
import os
from dataclasses import dataclass

from starlette.types import Scope

from quarterdeck.domain.ids import CallerId
from quarterdeck.doors.peers import Address, tcp_owner

TOKEN_WITHIN = 10.0  # seconds for a connection's first token
MOST_STRANGERS = 128  # connections without one; beyond them the oldest is closed


@dataclass(slots=True)
class Visit:
    """One connection."""

    transport: asyncio.Transport
    deadline: asyncio.TimerHandle
    caller: CallerId | None = None  # whose token it has shown
    is_ours: bool | None = None  # whether a process of ours is at its other end; looked up once


class Visitors:
    """The connections over the port, by their other ends."""

    def __init__(self) -> None:
        self._visits: dict[Address, Visit] = {}

    def came(self, client: Address, transport: asyncio.Transport) -> None:
        """Somebody connected; they have a while to say who they are."""
        deadline = asyncio.get_running_loop().call_later(TOKEN_WITHIN, self._give_up, client)
        self._visits[client] = Visit(transport, deadline)
        strangers = [visit for visit in self._visits.values() if visit.caller is None]
        for oldest in strangers[:-MOST_STRANGERS]:
            oldest.transport.abort()

    def left(self, client: Address) -> None:
        """A connection is gone."""
        if visit := self._visits.pop(client, None):
            visit.deadline.cancel()

    def know(self, scope: Scope, caller: CallerId) -> None:
        """The caller has sent a token."""
        if visit := self._visit(scope):
            visit.caller = caller
            visit.deadline.cancel()

    def shut_out(self, caller: CallerId) -> None:
        """Close every connection of a caller that may come no more."""
        for visit in self._visits.values():
            if visit.caller == caller:
                visit.transport.abort()

    async def is_ours(self, scope: Scope) -> bool:
        """Whether this user is calling; if the kernel does not know, the token counts."""
        visit = self._visit(scope)
        if visit is None:
            return True  # over the Unix socket, whose directory nobody else can enter
        if visit.is_ours is None:
            owner = await asyncio.to_thread(tcp_owner, scope["client"], scope["server"])
            visit.is_ours = owner in (None, os.getuid())
        return visit.is_ours

    def _visit(self, scope: Scope) -> Visit | None:
        return self._visits.get(tuple(scope.get("client") or ()))

    def _give_up(self, client: Address) -> None:
        if visit := self._visits.get(client):
            visit.transport.abort()
