"""Rates tool calls before they enter the loop; slow ones in a separate process."""

import asyncio
import contextlib
import importlib
from collections.abc import Mapping
from dataclasses import replace
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, assert_never

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

if TYPE_CHECKING:
    from quarterdeck.daemon.rating_process import RatingProcess


class Rater:
    """Says how dangerous a tool call is, always and soon."""

    def __init__(self, settings: Mapping[str, object], own: tuple[str, ...]) -> None:
        self.additions: Additions = read_additions(settings)
        self._own = own  # the folders with our own settings and state
        self._process: RatingProcess | None = None
        self._rules = asyncio.Lock()  # held while they are read
        self._has_rules = False

    async def read_rules(self) -> None:
        """Read the rules, once and in a thread; a tripwire has no time for that."""
        async with self._rules:
            if not self._has_rules:
                await asyncio.to_thread(self._judge_something)
                self._has_rules = True

    def _judge_something(self) -> None:
        place = Place(cwd="/", home="", project="")
        judge_call("Bash", {"command": "true"}, place, self.additions)

    async def rate(self, tool: str, tool_input: Mapping[str, object], cwd: str) -> Risk:
        """The risk of one tool call."""
        await self.read_rules()
        place = Place(cwd, str(Path.home()), project_of(cwd), self._own)
        match effort_of(tool_input):
            case Effort.SMALL:
                return self._with_others(
                    judge_call(tool, tool_input, place, self.additions), tool_input, place
                )
            case Effort.LARGE:
                slow = await self._slow()
                return await slow.rate(tool, tool_input, place, self.additions)
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

    async def _slow(self) -> "RatingProcess":
        """The process for long calls; few agents ever make one, so it is loaded with the first."""
        name = "quarterdeck.daemon.rating_process"
        module = await asyncio.to_thread(importlib.import_module, name)
        if self._process is None:
            self._process = module.RatingProcess()
        return self._process

    def close(self) -> None:
        """End the process."""
        if self._process:
            self._process.close()


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
