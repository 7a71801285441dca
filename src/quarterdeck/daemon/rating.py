"""Rates tool calls before they enter the loop; slow ones in a separate process."""

import asyncio
import contextlib
from collections.abc import Mapping
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from dataclasses import replace
from functools import lru_cache
from multiprocessing import get_context
from pathlib import Path
from typing import assert_never

from quarterdeck.domain.risk import Level, Risk
from quarterdeck.domain.shown import Span
from quarterdeck.judgement.risk import (
    Additions,
    Effort,
    Place,
    effort_of,
    judge_call,
    layout_of,
    long_risk,
    read_additions,
)

WITHIN = 1.0


class Rater:
    """Says how dangerous a tool call is, always and soon."""

    def __init__(self, settings: Mapping[str, object], own: tuple[str, ...]) -> None:
        self.additions: Additions = read_additions(settings)
        self._own = own  # the folders with our own settings and state
        self._worker: ProcessPoolExecutor | None = None
        # The first judgement reads the rules; a tripwire has no time for that.
        judge_call("Bash", {"command": "true"}, Place(cwd="/", home="", project=""), self.additions)

    async def rate(self, tool: str, tool_input: Mapping[str, object], cwd: str) -> Risk:
        """The risk of one tool call."""
        place = Place(cwd, str(Path.home()), project_of(cwd), self._own)
        match effort_of(tool_input):
            case Effort.SMALL:
                return self._with_others(
                    judge_call(tool, tool_input, place, self.additions), tool_input, place
                )
            case Effort.LARGE:
                return await self._elsewhere(tool, tool_input, place)
            case Effort.ENDLESS:
                return long_risk()
            case never:
                assert_never(never)

    def _with_others(self, risk: Risk, tool_input: Mapping[str, object], place: Place) -> Risk:
        """The verdict on a dangerous command, with all of its dangerous pieces."""
        command = tool_input.get("command")
        if risk.span is None or not isinstance(command, str) or not risk.level.reaches(Level.HIGH):
            return risk
        marks = (mark.span for mark in layout_of(command, place, self.additions).marks)
        return replace(risk, others=tuple(span for span in marks if not _overlap(span, risk.span)))

    async def _elsewhere(self, tool: str, tool_input: Mapping[str, object], place: Place) -> Risk:
        """The risk as the other process finds it; high when it takes too long or dies."""
        if self._worker is None:
            self._worker = ProcessPoolExecutor(1, mp_context=get_context("spawn"))
        running = asyncio.get_running_loop()
        job = running.run_in_executor(
            self._worker, judge_call, tool, dict(tool_input), place, self.additions
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


def _overlap(one: Span, other: Span) -> bool:
    return one.start < other.end and other.start < one.end


@lru_cache(maxsize=256)
def project_of(cwd: str) -> str:
    """The root of the project in which an agent works: its repository, or the directory itself."""
    with contextlib.suppress(OSError):  # a path may be too long for one
        for place in (Path(cwd), *Path(cwd).parents):
            if (place / ".git").exists():
                return str(place)
    return cwd
