"""Files of an installation have a name that changes with them."""

import os
from pathlib import Path

from quarterdeck.app.source_id import id_of, source_id


def test_the_name_changes_with_every_file_and_only_then(tmp_path: Path) -> None:
    (tmp_path / "a.py").write_text("1")
    before = id_of(tmp_path)
    (tmp_path / "__pycache__").mkdir()
    (tmp_path / "__pycache__" / "a.pyc").write_text("compiled")
    assert id_of(tmp_path) == before
    (tmp_path / "b.toml").write_text("")
    with_b = id_of(tmp_path)
    assert with_b != before
    os.utime(tmp_path / "a.py", (1, 1))
    assert id_of(tmp_path) != with_b


def test_it_is_that_of_this_installation() -> None:
    assert source_id() == source_id() != ""
