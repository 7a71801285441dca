"""A surface that floods is slowed down; one that talks as usual is not."""

import asyncio

from quarterdeck.doors.surface.pace import Pace


async def took(pace: Pace, times: int) -> float:
    loop = asyncio.get_running_loop()
    began = loop.time()
    for _ in range(times):
        await pace.keep()
    return loop.time() - began


async def test_a_burst_within_a_second_does_not_wait() -> None:
    pace = Pace(10_000)
    assert await took(pace, 100) < 1.0


async def test_a_flood_takes_as_many_seconds_as_it_has_too_much() -> None:
    assert await took(Pace(5), 11) >= 1.9
