"""The moment at which a control client may attach.

Before 3.7 a server writes its news to control clients that are not ready yet, and dies of it. A
client is in that condition for an instant while it attaches. So no client attaches while others
come, go or change something: news then would have to fall into that instant by chance.
"""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager

from quarterdeck.terminals.tmux.control.link import happens

QUIET = 0.5


class AttachTiming:
    """One client at a time, and only when nothing has happened on the server for a while."""

    def __init__(self) -> None:
        self.needed = True  # until the server is known to be one that does not die of it
        self._news = asyncio.Event()
        self._one = asyncio.Lock()

    def disturbed(self) -> None:
        """Note that something happened on the server."""
        self._news.set()

    @asynccontextmanager
    async def moment(self, look: Callable[[], Awaitable[None]]) -> AsyncIterator[None]:
        """Wait for calm, which a last look confirms, and keep other clients of ours out of it."""
        async with self._one:
            while self.needed and not await self._attach_timing(look):
                self._news.clear()
            yield

    async def _attach_timing(self, look: Callable[[], Awaitable[None]]) -> bool:
        if await happens(self._news, QUIET):
            return False
        await look()
        return not self._news.is_set()
