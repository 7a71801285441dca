"""A desk of its own for every test."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.terminals.macos.desk import Desk


@pytest.fixture
def desk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Desk]:
    desk = Desk(tmp_path)
    monkeypatch.setenv("PATH", f"{desk.binary.parent}:{os.environ['PATH']}")
    monkeypatch.setenv("OSASCRIPT", str(tmp_path))
    yield desk
    desk.close()
