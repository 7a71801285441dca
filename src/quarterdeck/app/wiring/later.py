"""A part that is loaded when it is first needed: until then it costs neither time nor memory."""

import asyncio
import importlib
from collections.abc import Awaitable, Callable
from typing import Generic, TypeVar

Part = TypeVar("Part")


class Later(Generic[Part]):
    """One part; its module is imported in a thread, so that nothing else waits for it."""

    def __init__(self, module: str, make: Callable[[], Awaitable[Part]]) -> None:
        self._module = module
        self._make = make  # imports from the module, which is loaded by then
        self._turn = asyncio.Lock()
        self.made: Part | None = None  # None: nobody has needed it yet

    async def __call__(self) -> Part:
        """The part; whoever needs it first waits until it is loaded and made, once."""
        async with self._turn:
            if self.made is None:
                await asyncio.to_thread(importlib.import_module, self._module)
                self.made = await self._make()
        return self.made
