"""Keeps the daemon's parts alive: one that fails is logged and restarted."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Mapping

log = logging.getLogger(__name__)

FIRST_PAUSE = 0.1
LONGEST_PAUSE = 10.0
GOOD_AFTER = 30.0  # a part that ran this long starts again without a long pause


async def supervise(
    parts: Mapping[str, Callable[[], Awaitable[None]]], stop: asyncio.Event
) -> None:
    """Run every part until told to stop."""
    async with asyncio.TaskGroup() as group:
        tasks = [group.create_task(_keep_alive(name, part)) for name, part in parts.items()]
        await stop.wait()
        for task in tasks:
            task.cancel()


async def _keep_alive(name: str, part: Callable[[], Awaitable[None]]) -> None:
    loop = asyncio.get_running_loop()
    pause = FIRST_PAUSE
    while True:
        began = loop.time()
        try:
            await part()
        except Exception:
            log.exception("%s failed and is started again", name)
        else:
            return
        if loop.time() - began > GOOD_AFTER:
            pause = FIRST_PAUSE
        await asyncio.sleep(pause)
        pause = min(pause * 2, LONGEST_PAUSE)
