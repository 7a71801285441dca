"""A desk of its own for every test."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.terminals.macos.fake_mac import FakeMac


@pytest.fixture
def mac(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[FakeMac]:
    mac = FakeMac(tmp_path)
    monkeypatch.setenv("PATH", f"{mac.binary.parent}:{os.environ['PATH']}")
    monkeypatch.setenv("OSASCRIPT", str(tmp_path))
    yield mac
    mac.close()
