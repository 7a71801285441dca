"""Boards drawn by another process, which may die."""

import asyncio
import subprocess
import sys
from collections.abc import AsyncIterator

import pytest
from tests.boards.scenes import NOW, permission, scene_of

from quarterdeck.boards.choosing import board_of
from quarterdeck.boards.drawing import Drawing, Encoding, KeySurface
from quarterdeck.boards.hues import SESSIONS
from quarterdeck.boards.models import MINI
from quarterdeck.boards.moment import Moment
from quarterdeck.ports import Unreachable
from quarterdeck.surfaces.kit import link
from quarterdeck.surfaces.kit.link import DrawingProcess

DECK = KeySurface(MINI, Encoding(), Encoding())


def job(text: str) -> Drawing:
    return Drawing(DECK, board_of(scene_of(permission(text))), Moment(NOW), (0, 1))


@pytest.fixture
async def drawing() -> AsyncIterator[DrawingProcess]:
    process = DrawingProcess(SESSIONS, {})
    yield process
    await process.close()


async def test_jobs_of_several_surfaces_are_each_given_their_own_pictures(
    drawing: DrawingProcess,
) -> None:
    texts = ("ls", "pwd", "ls")
    one, two, again = await asyncio.gather(*(drawing.draw(job(text)) for text in texts))
    assert one == again
    assert one[0] != two[0]


async def test_a_process_that_died_is_started_again_and_the_job_repeated(
    drawing: DrawingProcess,
) -> None:
    before = await drawing.draw(job("ls"))
    assert drawing._process
    drawing._process.kill()
    assert await drawing.draw(job("ls")) == before


async def test_a_job_that_nobody_waits_for_spoils_no_other(drawing: DrawingProcess) -> None:
    before = await drawing.draw(job("ls"))
    left = asyncio.ensure_future(drawing.draw(job("pwd")))
    await asyncio.sleep(0)
    left.cancel()
    assert await drawing.draw(job("ls")) == before


async def test_what_cannot_be_drawn_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(link, "COMMAND", (sys.executable, "-c", "import sys; sys.exit(3)"))
    with pytest.raises(Unreachable, match="needs Pillow"):
        await DrawingProcess(SESSIONS, {}).draw(job("ls"))
    monkeypatch.setattr(link, "COMMAND", (sys.executable, "-c", ""))
    with pytest.raises(Unreachable, match="ended twice"):
        await DrawingProcess(SESSIONS, {}).draw(job("ls"))


def test_the_daemon_imports_neither_what_draws_nor_what_drives_decks() -> None:
    code = "import sys, quarterdeck.app.wiring; print(*{'PIL', 'StreamDeck'} & {*sys.modules})"
    words = [sys.executable, "-c", code]
    loaded = subprocess.run(words, check=True, timeout=60, capture_output=True, text=True)
    assert loaded.stdout.split() == []
