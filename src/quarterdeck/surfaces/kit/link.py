"""The daemon's end of the pipe to the process that draws. It imports nothing that draws."""

import asyncio
import logging
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import replace

from quarterdeck.boards.drawing import Drawing, Sheet, bare
from quarterdeck.domain.risk import Level
from quarterdeck.ports import Unreachable
from quarterdeck.surfaces.kit import wire
from quarterdeck.surfaces.kit.worker import NOT_INSTALLED

log = logging.getLogger(__name__)

COMMAND = (sys.executable, "-P", "-m", "quarterdeck.surfaces.kit.worker")
NEEDED = "Drawing needs Pillow: pip install 'quarterdeck[deck]'."
TRIES = 2  # a process that died is started again once for the same job


class DrawingProcess:
    """Has boards drawn by another process, which is started with the first job."""

    def __init__(self, sessions: Sequence[str], risks: Mapping[Level, Sequence[str]]) -> None:
        self._colours = (tuple(sessions), dict(risks))
        self._process: Process | None = None
        self._dropped: list[Process] = []  # those that were ended, until somebody saw to it
        self._turn = asyncio.Lock()

    async def draw(self, job: Drawing | Sheet) -> tuple[bytes, ...]:
        """The pictures of a job, encoded; raises Unreachable."""
        async with self._turn:
            for _ in range(TRIES):
                with suppress(ConnectionError, asyncio.IncompleteReadError):
                    return await self._drawn(job)
                await self._note_end()
            raise Unreachable("A board could not be drawn: the process that draws ended twice.")

    async def close(self) -> None:
        """End the process."""
        self._drop()
        while self._dropped:
            await self._dropped.pop().communicate()

    async def _drawn(self, job: Drawing | Sheet) -> tuple[bytes, ...]:
        process = self._process or await self._start()
        assert process.stdin
        assert process.stdout
        try:
            process.stdin.write(wire.packed(replace(job, board=bare(job.board))))
            await process.stdin.drain()
            head = await process.stdout.readexactly(wire.HEAD.size)
            drawn = wire.unpacked(await process.stdout.readexactly(wire.length_in(head)))
        except asyncio.CancelledError:
            self._drop()  # its pictures would be taken for those of the next job
            raise
        if isinstance(drawn, str):
            raise Unreachable(drawn)
        assert isinstance(drawn, tuple)
        return drawn

    async def _start(self) -> Process:
        self._process = await asyncio.create_subprocess_exec(*COMMAND, stdin=PIPE, stdout=PIPE)
        assert self._process.stdin
        self._process.stdin.write(wire.packed(self._colours))
        return self._process

    async def _note_end(self) -> None:
        assert self._process
        await self._process.communicate()
        code, self._process = self._process.returncode, None
        if code == NOT_INSTALLED:
            raise Unreachable(NEEDED)
        log.warning("the process that draws ended with %s and is started again", code)

    def _drop(self) -> None:
        if self._process:
            with suppress(ProcessLookupError):
                self._process.kill()
            self._dropped.append(self._process)
        self._process = None
