"""Waiting, in an event loop, for something that nobody announces."""

import asyncio
from collections.abc import Callable
from typing import TypeVar

from tests.stage.until import PATIENCE

T = TypeVar("T")


async def soon(found: Callable[[], T | None], failure: str) -> T:
    """Look again and again until `found` gives something true; fail with a sentence."""
    loop = asyncio.get_running_loop()
    end = loop.time() + PATIENCE
    while not (value := found()):
        assert loop.time() < end, failure
        await asyncio.sleep(0.01)
    return value
