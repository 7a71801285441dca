"""A file is written in one step, and nobody sees more of it than before."""

from pathlib import Path

import pytest

from quarterdeck.atomic_files import replace


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
