"""Pictures from disk, or drawn by another process."""

import asyncio
import sys
from pathlib import Path

import pytest

from quarterdeck.boards.icons import Icon
from quarterdeck.boards.known_icons import KNOWN
from quarterdeck.ports import Unreachable
from quarterdeck.surfaces.tkeyboard.drawing import draw, encoded
from quarterdeck.surfaces.tkeyboard.icon_files import IconFiles
from quarterdeck.surfaces.tkeyboard.icon_source import IconSource

ICON = Icon("💾")


@pytest.fixture
def source(tmp_path: Path) -> IconSource:
    return IconSource(IconFiles(tmp_path))


async def test_a_picture_is_drawn_once_and_then_there(source: IconSource) -> None:
    made = await asyncio.gather(*(source.make(ICON, ICON.file) for _ in range(5)))
    assert sorted(made) == [False, True, True, True, True]
    assert await source.picture(ICON.file) == encoded(draw(ICON))


async def test_a_name_leads_to_what_was_last_made_by_it(source: IconSource) -> None:
    await source.make(ICON, "mine.rgb")
    other = Icon("", "SAVE")
    assert not await source.make(other, "mine.rgb")
    assert await source.picture("mine.rgb") == encoded(draw(other))
    assert await source.picture(ICON.file) == encoded(draw(ICON))


async def test_known_names_are_ready_and_others_are_not_there(source: IconSource) -> None:
    assert await source.picture("nothing.rgb") is None
    assert await source.picture("yes.rgb") == encoded(draw(KNOWN["yes"]))
    assert await source.picture("stop.rgb") == encoded(draw(KNOWN["stop"]))
    assert source.clear() == len(KNOWN)
    assert await source.picture("no.rgb") == encoded(draw(KNOWN["no"]))


async def test_it_is_known_what_a_picture_shows_that_was_made(source: IconSource) -> None:
    await source.make(ICON, "mine.rgb")
    assert source.made_of("mine.rgb") == source.made_of(ICON.file) == ICON
    assert source.made_of("yes.rgb") == KNOWN["yes"]
    source.clear()
    assert source.made_of("mine.rgb") is None
    assert source.made_of("yes.rgb") == KNOWN["yes"]


async def test_what_cannot_be_drawn_is_said(
    source: IconSource, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(sys, "executable", str(tmp_path / "none"))
    with pytest.raises(Unreachable, match="cannot be run"):
        await source.make(ICON, ICON.file)
    failing = tmp_path / "python"
    failing.write_text("#!/bin/sh\ncat >/dev/null\necho 'no memory' >&2\nexit 1\n")
    failing.chmod(0o755)
    monkeypatch.setattr(sys, "executable", str(failing))
    with pytest.raises(Unreachable, match="could not be drawn: no memory"):
        await source.make(ICON, ICON.file)


async def test_a_full_or_forbidden_disk_is_said(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(Unreachable, match="cannot be kept"):
        await IconSource(IconFiles(tmp_path / "file")).make(ICON, ICON.file)
