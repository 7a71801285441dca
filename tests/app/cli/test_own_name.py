"""Commands are shown as they can be typed from here."""

import sys
from pathlib import Path

import pytest

from quarterdeck.app.cli.own_name import own_name

PROGRAM = Path(sys.executable).with_name("qd")


def test_where_the_shell_finds_us_it_is_one_word(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "qd").symlink_to(PROGRAM)
    monkeypatch.setenv("PATH", str(tmp_path))
    assert own_name() == "qd"


def test_another_qd_on_the_path_is_not_us(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "qd").write_text("#!/bin/sh\n")
    (tmp_path / "qd").chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.chdir(tmp_path)
    assert own_name() == str(PROGRAM)


def test_from_the_project_it_is_the_way_to_us(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "")
    monkeypatch.chdir(PROGRAM.parents[2])
    assert own_name() == str(PROGRAM.relative_to(PROGRAM.parents[2]))
