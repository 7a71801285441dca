"""How fast a surface may talk: one that floods waits, and nobody waits for it."""

import asyncio


class Pace:
    """Lets so many through in a second; the rest wait for the next one."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._began, self._count = 0.0, 0

    async def keep(self) -> None:
        """Wait until it is time for one more."""
        loop = asyncio.get_running_loop()
        if self._count >= self._most:
            await asyncio.sleep(self._began + 1.0 - loop.time())
        if loop.time() - self._began >= 1.0:
            self._began, self._count = loop.time(), 0
        self._count += 1
