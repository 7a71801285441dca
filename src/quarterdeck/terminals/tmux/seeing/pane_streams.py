"""The stream clients of panes that are looked at live: one for each, however many look."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager

from quarterdeck.terminals.tmux.control.link import Client
from quarterdeck.terminals.tmux.control.notifications import Notification

Hear = Callable[[Notification], None]
Attach = Callable[[Hear], Awaitable[Client]]


class PaneStreams:
    """Shares a client among the viewers of a pane: the first attaches it, the last closes it."""

    def __init__(self) -> None:
        self._streams: dict[tuple[str, str], _PaneStream] = {}

    @asynccontextmanager
    async def listening(
        self, pane: str, session: str, hear: Hear, attach: Attach
    ) -> AsyncIterator[Client]:
        """Hear what the client of a pane in a tmux session is notified of, while the block runs."""
        stream = self._streams.get((pane, session))
        if stream is None or stream.over:
            stream = self._streams[pane, session] = _PaneStream()
        stream.viewers.append(hear)
        try:
            yield await stream.client(attach)
        finally:
            stream.viewers.remove(hear)
            if not stream.viewers:
                if self._streams.get((pane, session)) is stream:
                    del self._streams[pane, session]
                await stream.close()


class _PaneStream:
    """One client, and who hears what it is notified of."""

    def __init__(self) -> None:
        self.viewers: list[Hear] = []
        self._client: Client | None = None
        self._one = asyncio.Lock()

    @property
    def over(self) -> bool:
        """Whether whoever comes now needs another one."""
        return self._client is not None and self._client.gone.is_set()

    async def client(self, attach: Attach) -> Client:
        """Give the client; if whoever attaches it leaves before it is there, the next one does."""
        async with self._one:
            if self._client is None:
                self._client = await attach(self._hear)
            return self._client

    async def close(self) -> None:
        """End the client, if there is one."""
        if self._client is not None:
            await self._client.close()

    def _hear(self, heard: Notification) -> None:
        for hear in tuple(self.viewers):
            hear(heard)
