"""A program that runs beside the daemon while it is wanted; one that ends is started again."""

import asyncio
import logging
from asyncio.subprocess import DEVNULL, PIPE, Process
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress

log = logging.getLogger(__name__)

LOOK_EVERY = 3.0  # seconds between two looks whether it is wanted
UNWANTED_FOR = 60.0  # seconds after which it may go
FIRST_PAUSE, LONGEST_PAUSE = 0.2, 60.0
GOOD_AFTER = 30.0  # a program that ran this long is started again without a long pause
GOES_WITHIN = 3.0


class Companion:
    """One program; it is told a secret on its standard input, whose end tells it to go."""

    def __init__(
        self,
        name: str,
        words: Sequence[str],
        environment: Mapping[str, str],
        secret: str,
        wanted: Callable[[], bool],
    ) -> None:
        self._name = name
        self._words = words
        self._environment = environment
        self._secret = secret
        self._wanted = wanted
        self._said = ""  # its last line, so that the same trouble is told once

    async def run(self) -> None:
        """Run it whenever it is wanted."""
        loop, pause = asyncio.get_running_loop(), FIRST_PAUSE
        while True:
            if not self._wanted():
                await asyncio.sleep(LOOK_EVERY)
                continue
            began = loop.time()
            await self._run_once()
            if loop.time() - began > GOOD_AFTER:
                pause = FIRST_PAUSE
            await asyncio.sleep(pause)
            pause = min(pause * 2, LONGEST_PAUSE)

    async def _run_once(self) -> None:
        process = await asyncio.create_subprocess_exec(
            *self._words, env=self._environment, stdin=PIPE, stdout=DEVNULL, stderr=PIPE
        )
        try:
            assert process.stdin
            process.stdin.write(self._secret.encode() + b"\n")
            async with asyncio.TaskGroup() as group:
                others = [
                    group.create_task(self._note(process)),
                    group.create_task(self._send_away(process)),
                ]
                code = await process.wait()
                await others[0]
                others[1].cancel()
            if code < 0:
                self._said = ""  # somebody ended it: what it says next is news
            log.log(logging.WARNING if code else logging.INFO, "%s ended: %s", self._name, code)
        finally:
            await _end(process)

    async def _note(self, process: Process) -> None:
        assert process.stderr
        async for line in process.stderr:
            said = line.decode(errors="replace").rstrip()
            if said and said != self._said:
                log.info("%s: %s", self._name, said)
                self._said = said

    async def _send_away(self, process: Process) -> None:
        """Let it go when nobody has wanted it for a while."""
        unwanted = 0.0
        while unwanted < UNWANTED_FOR:
            await asyncio.sleep(LOOK_EVERY)
            unwanted = 0.0 if self._wanted() else unwanted + LOOK_EVERY
        with suppress(ProcessLookupError):
            process.terminate()


async def _end(process: Process) -> None:
    if process.returncode is not None:
        return
    with suppress(ProcessLookupError):
        process.terminate()
    try:
        async with asyncio.timeout(GOES_WITHIN):
            await process.wait()
    except TimeoutError:
        with suppress(ProcessLookupError):
            process.kill()
        await process.wait()
