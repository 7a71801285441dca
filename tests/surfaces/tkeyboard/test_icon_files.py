"""Pictures on disk: the least recently used go first."""

import os
from pathlib import Path

import pytest

from quarterdeck.surfaces.tkeyboard.icon_files import BYTES, IconFiles

PICTURE = b"\x12\x34" * (BYTES // 2)


def age(folder: Path, file: str, seconds: int) -> None:
    """Let a picture have been used so long ago."""
    os.utime(folder / file, (1_000_000 - seconds,) * 2)


def test_what_is_kept_can_be_read(tmp_path: Path) -> None:
    files = IconFiles(tmp_path / "new")
    assert files.read("yes.rgb") is None
    files.keep("yes.rgb", PICTURE)
    assert files.read("yes.rgb") == PICTURE
    assert (tmp_path / "new").stat().st_mode & 0o777 == 0o700


def test_the_one_that_was_not_used_for_longest_goes_first(tmp_path: Path) -> None:
    files = IconFiles(tmp_path, most=3)
    for number, file in enumerate(("a.rgb", "b.rgb", "c.rgb")):
        files.keep(file, PICTURE)
        age(tmp_path, file, 100 - number)
    files.read("a.rgb")
    files.keep("d.rgb", PICTURE)
    assert {p.name for p in tmp_path.iterdir()} == {"a.rgb", "c.rgb", "d.rgb"}


def test_a_picture_that_is_not_whole_is_none(tmp_path: Path) -> None:
    (tmp_path / "yes.rgb").write_bytes(PICTURE[:100])
    assert IconFiles(tmp_path).read("yes.rgb") is None


def test_clearing_removes_pictures_and_nothing_else(tmp_path: Path) -> None:
    files = IconFiles(tmp_path)
    files.keep("yes.rgb", PICTURE)
    (tmp_path / "note.txt").write_text("mine")
    assert files.clear() == 1
    assert [p.name for p in tmp_path.iterdir()] == ["note.txt"]
    assert IconFiles(tmp_path / "none").clear() == 0


def test_a_folder_that_cannot_be_used_is_said(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(OSError, match="file"):
        IconFiles(tmp_path / "file").keep("yes.rgb", PICTURE)
