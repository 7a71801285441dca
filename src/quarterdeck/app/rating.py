"""Rates tool calls before they enter the loop; long ones in a process of their own."""

import asyncio
from collections.abc import Mapping
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import get_context
from pathlib import Path

from quarterdeck.domain.risk import Level, Risk
from quarterdeck.judgement.risk import LONG, Additions, Place, judge_call, read_additions

WITHIN = 1.0
TOO_LONG = Risk(
    Level.HIGH, "too long to judge", "too-long", "It is too long to be judged in time.", ""
)


class Rater:
    """Says how dangerous a tool call is, always and soon."""

    def __init__(self, settings: Mapping[str, object]) -> None:
        self.additions: Additions = read_additions(settings)
        self._worker: ProcessPoolExecutor | None = None

    async def rate(self, tool: str, tool_input: Mapping[str, object], cwd: str) -> Risk:
        """The risk of one tool call."""
        place = Place(cwd=cwd, home=str(Path.home()), project=cwd)
        if sum(len(v) for v in tool_input.values() if isinstance(v, str)) <= LONG:
            return judge_call(tool, tool_input, place, self.additions)
        if self._worker is None:
            self._worker = ProcessPoolExecutor(1, mp_context=get_context("spawn"))
        running = asyncio.get_running_loop()
        job = running.run_in_executor(
            self._worker, judge_call, tool, dict(tool_input), place, self.additions
        )
        try:
            async with asyncio.timeout(WITHIN):
                return await job
        except (TimeoutError, BrokenProcessPool):
            return TOO_LONG

    def close(self) -> None:
        """End the process."""
        if self._worker:
            self._worker.shutdown(wait=False, cancel_futures=True)
