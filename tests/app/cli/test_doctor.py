"""`qd doctor`: looks at everything, and fails only where something is bad."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from tests.app.cli.conftest import Qd
from tests.stage.daemon import StagedDaemon


def test_a_healthy_installation_has_nothing_bad(qd: Qd, daemon: StagedDaemon) -> None:
    told = qd("doctor", "--json")
    found = {check["name"]: check for check in json.loads(told.out)}
    assert told.code == 0, [c for c in found.values() if c["verdict"] == "bad"]
    assert {"python", "settings", "daemon", "socket", "permissions", "port"} <= set(found)
    assert daemon.url in found["daemon"]["found"]
    assert found["socket"]["verdict"] == "ok"


def test_what_is_bad_is_said_with_a_remedy(qd_at: Callable[[Path], Qd], empty: Path) -> None:
    (empty / "config.toml").write_text("[http]\nprot = 1\n")
    told = qd_at(empty)("doctor")
    assert told.code == 1
    assert "✕ settings" in told.out
    assert "→ Fix that line." in told.out
    assert "! daemon       not running" in told.out


def test_a_remedy_is_wrapped_for_a_terminal_and_nowhere_else(
    qd_at: Callable[[Path], Qd], empty: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (empty / "config.toml").write_text("[http]\nprot = 1\n")
    whole = qd_at(empty)("doctor").out
    monkeypatch.setenv("COLUMNS", "30")
    narrow = qd_at(empty)("doctor").out
    assert "→ Fix that line." in whole
    assert len(narrow.splitlines()) > len(whole.splitlines())
