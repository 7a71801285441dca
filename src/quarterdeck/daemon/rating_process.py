"""The process that rates long tool calls: whatever they do to it, the daemon goes on."""

import asyncio
from collections.abc import Mapping
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import get_context

from quarterdeck.domain.risk import Risk
from quarterdeck.judgement.risk import Additions, Place, judge_call, long_risk

WITHIN = 1.0


class RatingProcess:
    """Rates calls one after the other; it is started with the first."""

    def __init__(self) -> None:
        self._worker: ProcessPoolExecutor | None = None

    async def rate(
        self, tool: str, tool_input: Mapping[str, object], place: Place, additions: Additions
    ) -> Risk:
        """The risk as the process finds it; high when it takes too long or dies."""
        if self._worker is None:
            self._worker = ProcessPoolExecutor(1, mp_context=get_context("spawn"))
        running = asyncio.get_running_loop()
        job = running.run_in_executor(
            self._worker, judge_call, tool, dict(tool_input), place, additions
        )
        try:
            async with asyncio.timeout(WITHIN):
                return await job
        except TimeoutError:
            return long_risk()
        except BrokenProcessPool:
            self._worker = None  # the next one gets a new process
            return long_risk()

    def close(self) -> None:
        """End the process."""
        if self._worker:
            self._worker.shutdown(wait=False, cancel_futures=True)
