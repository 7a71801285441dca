"""An icon written where it is wanted."""

from pathlib import Path

import pytest

from quarterdeck.app.cli.client import Trouble
from quarterdeck.app.cli.icon_picture import keep_icon, write_icon
from quarterdeck.boards.icons import Icon


def test_a_file_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    with pytest.raises(Trouble, match=r"x\.png cannot be written: No such file"):
        write_icon(Icon("✅"), tmp_path / "none" / "x.png")


def test_a_home_that_cannot_be_written_is_said(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "home").write_text("")
    monkeypatch.setenv("QUARTERDECK_HOME", str(tmp_path / "home"))
    with pytest.raises(Trouble, match=r"yes\.rgb cannot be kept"):
        keep_icon(Icon("✅"), "yes.rgb")
