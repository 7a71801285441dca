"""`qd open`: the page, or a link to it."""

from collections.abc import Callable
from pathlib import Path

import pytest
from tests.app.cli.conftest import Qd
from tests.stage.daemon import StagedDaemon


def test_without_a_display_a_link_is_given(
    qd: Qd, daemon: StagedDaemon, monkeypatch: pytest.MonkeyPatch
) -> None:
    for sign in ("DISPLAY", "WAYLAND_DISPLAY"):
        monkeypatch.delenv(sign, raising=False)
    told = qd("open")
    assert told.code == 0
    assert told.out.startswith(f"{daemon.url}/#code=")
    assert told.out.endswith("The link works once, within a minute.\n")


def test_only_the_link_is_one_line(
    qd: Qd, daemon: StagedDaemon, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DISPLAY", ":7")
    monkeypatch.setenv("BROWSER", "false")
    told = qd("open", "--link")
    assert told.out.startswith(f"{daemon.url}/#code=")
    assert len(told.out.splitlines()) == 1


def test_without_a_daemon_there_is_no_page(qd_at: Callable[[Path], Qd], empty: Path) -> None:
    assert qd_at(empty)("open").code == 3
