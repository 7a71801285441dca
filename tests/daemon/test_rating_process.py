"""The process that rates long calls may be slow or die: a call is rated all the same."""

import asyncio
import os
import signal
from collections.abc import AsyncIterator

import pytest
from tests.daemon.test_rating import LONG, workers
from tests.stage.until import PATIENCE

from quarterdeck.daemon import rating_process
from quarterdeck.daemon.rating_process import RatingProcess
from quarterdeck.domain.risk import Level, Risk
from quarterdeck.judgement.risk import Place, read_additions

PLACE = Place(cwd="/srv", home="", project="")


@pytest.fixture
async def process() -> AsyncIterator[RatingProcess]:
    process = RatingProcess()
    yield process
    for worker in workers():
        worker.kill()
    process.close()


async def rated(process: RatingProcess) -> Risk:
    return await process.rate("Bash", LONG, PLACE, read_additions({}))


async def test_a_call_that_takes_too_long_is_high(
    process: RatingProcess, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rating_process, "WITHIN", 0.01)
    assert (await rated(process)).level in (Level.HIGH, Level.CRITICAL)


async def test_a_worker_that_dies_is_replaced(
    process: RatingProcess, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rating_process, "WITHIN", 30.0)
    job = asyncio.ensure_future(rated(process))
    async with asyncio.timeout(PATIENCE):
        while not workers():  # noqa: ASYNC110 - nobody announces it
            await asyncio.sleep(0.01)
    for worker in workers():
        os.kill(worker.pid, signal.SIGKILL)
    assert (await job).level in (Level.HIGH, Level.CRITICAL)
    assert await rated(process) is not None
    assert workers()
