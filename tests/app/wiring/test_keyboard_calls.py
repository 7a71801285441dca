"""The keyboard's calls, from the first one on."""

import asyncio
from pathlib import Path

from tests.app.wiring.inside import running


async def test_the_uptime_is_the_daemons_and_not_that_of_what_tells_it(place: Path) -> None:
    async with running(place) as inside:
        await inside.get("/healthz")
        await asyncio.sleep(0.2)
        status = await inside.get("/status")
        assert isinstance(status, dict)
        assert status["uptime"] >= 0.2
