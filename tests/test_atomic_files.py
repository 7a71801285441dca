"""A file is written in one step, and nobody sees more of it than before."""

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from quarterdeck.atomic_files import LedAway, replace, replace_below


@pytest.mark.parametrize("mode", [0o600, 0o640, 0o644])
def test_a_file_has_the_mode_of_the_one_it_is_like(tmp_path: Path, mode: int) -> None:
    file, copy = tmp_path / "file", tmp_path / "copy"
    file.write_text("old")
    file.chmod(mode)
    replace(copy, "old", like=file)
    replace(file, "new", like=file)
    assert (file.read_text(), copy.read_text()) == ("new", "old")
    assert {path.stat().st_mode & 0o777 for path in (file, copy)} == {mode}
    assert len(list(tmp_path.iterdir())) == 2


def test_a_new_file_is_for_us_alone(tmp_path: Path) -> None:
    replace(tmp_path / "file", "é\r\n", like=tmp_path / "file")
    assert (tmp_path / "file").read_bytes() == "é\r\n".encode()
    assert (tmp_path / "file").stat().st_mode & 0o777 == 0o600


def test_a_link_stays_a_link(tmp_path: Path) -> None:
    (tmp_path / "real").write_text("old")
    (tmp_path / "link").symlink_to(tmp_path / "real")
    replace(tmp_path / "link", "new", like=tmp_path / "link")
    assert (tmp_path / "link").is_symlink()
    assert (tmp_path / "real").read_text() == "new"


WHERE = Path("deep") / "file"


def test_a_file_below_is_made_and_changed_and_keeps_its_mode(tmp_path: Path) -> None:
    replace_below(tmp_path, WHERE, lambda text: text + "one ")
    file = tmp_path / WHERE
    assert (file.read_text(), file.stat().st_mode & 0o777) == ("one ", 0o600)
    file.chmod(0o640)
    replace_below(tmp_path, WHERE, lambda text: text + "two")
    assert (file.read_text(), file.stat().st_mode & 0o777) == ("one two", 0o640)
    assert [path.name for path in file.parent.iterdir()] == ["file"]


def a_linked_directory(root: Path, outside: Path) -> None:
    (root / "deep").symlink_to(outside)


def a_linked_file(root: Path, outside: Path) -> None:
    (root / "deep").mkdir()
    (root / WHERE).symlink_to(outside / "file")


def a_pipe(root: Path, _: Path) -> None:
    (root / "deep").mkdir()
    os.mkfifo(root / WHERE)


def a_file_as_directory(root: Path, _: Path) -> None:
    (root / "deep").write_text("no directory")


@pytest.mark.parametrize("trap", [a_linked_directory, a_linked_file, a_pipe, a_file_as_directory])
def test_nothing_that_leads_elsewhere_is_followed(
    tmp_path: Path, trap: Callable[[Path, Path], None]
) -> None:
    root, outside = tmp_path / "root", tmp_path / "outside"
    root.mkdir()
    outside.mkdir()
    (outside / "file").write_text("theirs")
    trap(root, outside)
    with pytest.raises(LedAway):
        replace_below(root, WHERE, lambda _: "ours")
    assert (outside / "file").read_text() == "theirs"
    assert [path.name for path in outside.iterdir()] == ["file"]


def test_a_change_that_fails_leaves_nothing_behind(tmp_path: Path) -> None:
    replace_below(tmp_path, WHERE, lambda _: "old")
    with pytest.raises(UnicodeEncodeError):
        replace_below(tmp_path, WHERE, lambda _: "\ud800")
    assert [path.read_text() for path in (tmp_path / "deep").iterdir()] == ["old"]
