"""One queue of work for each neighbour: a slow one delays only itself."""

import asyncio
import logging
from collections import deque
from collections.abc import Awaitable, Callable, Hashable

log = logging.getLogger(__name__)

Work = Callable[[], Awaitable[None]]


class Outbox:
    """Runs work in order for each neighbour, and neighbours concurrently."""

    def __init__(self) -> None:
        self._queues: dict[Hashable, deque[Work]] = {}
        self._ready: asyncio.Queue[Hashable] = asyncio.Queue()

    def add(self, neighbour: Hashable, work: Work) -> None:
        """Append work for a neighbour."""
        queue = self._queues.get(neighbour)
        if queue is None:
            self._queues[neighbour] = deque([work])
            self._ready.put_nowait(neighbour)
        else:
            queue.append(work)

    async def run(self) -> None:
        """Do the work for ever."""
        async with asyncio.TaskGroup() as group:
            while True:
                neighbour = await self._ready.get()
                group.create_task(self._empty(neighbour))

    async def _empty(self, neighbour: Hashable) -> None:
        queue = self._queues[neighbour]
        while queue:
            work = queue.popleft()
            try:
                await work()
            except Exception:
                log.exception("work for %s failed", neighbour)
        del self._queues[neighbour]
