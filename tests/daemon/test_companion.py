"""A program beside the daemon: started while it is wanted, again when it ends, gone at the end."""

import asyncio
import logging
import os
import sys
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path

import psutil
import pytest
from tests.stage.processes import is_gone
from tests.stage.soon import soon

from quarterdeck.daemon import companion
from quarterdeck.daemon.companion import Companion

# Writes its pid and what it was told into a file of its own, and stays.
STAYS = """
import os, sys
told = sys.stdin.readline().strip()
name = f"{sys.argv[1]}/{os.getpid()}"
open(name + ".new", "w").write(told)
os.rename(name + ".new", name)
print("here I am", file=sys.stderr, flush=True)
sys.stdin.read()
"""


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(companion, "LOOK_EVERY", 0.02)


@asynccontextmanager
async def beside(folder: Path, wanted: Callable[[], bool]) -> AsyncIterator[None]:
    words = (sys.executable, "-c", STAYS, str(folder))
    program = Companion("The program", words, dict(os.environ), "a secret", wanted)
    async with asyncio.TaskGroup() as group:
        task = group.create_task(program.run())
        yield
        task.cancel()


async def started(folder: Path, count: int) -> list[int]:
    """The pids of the programs that were started, in no order."""
    await soon(lambda: len(_pids(folder)) >= count, "it is not started")
    return _pids(folder)


def _pids(folder: Path) -> list[int]:
    return [int(path.name) for path in folder.iterdir() if not path.suffix]


async def gone(process: psutil.Process) -> None:
    await soon(lambda: is_gone(process), "it does not go")


async def test_it_is_told_its_secret_and_ends_with_us(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.INFO):
        async with beside(tmp_path, lambda: True):
            (pid,) = await started(tmp_path, 1)
            process = psutil.Process(pid)
            await soon(lambda: "here I am" in caplog.text, "what it says is not in the log")

    assert (tmp_path / str(pid)).read_text() == "a secret"
    await gone(process)


async def test_one_that_was_killed_is_started_again(tmp_path: Path) -> None:
    async with beside(tmp_path, lambda: True):
        (first,) = await started(tmp_path, 1)
        psutil.Process(first).kill()
        both = await started(tmp_path, 2)

    assert len(set(both)) == 2


async def test_it_runs_only_when_it_is_wanted(tmp_path: Path) -> None:
    asked = []

    def wanted() -> bool:
        asked.append(1)
        return len(asked) > 3

    async with beside(tmp_path, wanted):
        await started(tmp_path, 1)

    assert len(asked) > 3


async def test_one_that_nobody_wants_any_more_goes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(companion, "UNWANTED_FOR", 0.05)
    wants = [True]

    async with beside(tmp_path, lambda: wants[0]):
        (pid,) = await started(tmp_path, 1)
        process = psutil.Process(pid)
        wants[0] = False
        await gone(process)
