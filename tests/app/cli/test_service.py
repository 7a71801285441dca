"""`qd service`: what cannot be done is said, and nothing is half done."""

from collections.abc import Callable
from pathlib import Path

import pytest
from tests.app.cli.conftest import Qd


def test_without_a_service_manager_that_is_said(
    qd_at: Callable[[Path], Qd], empty: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    for what in ("install", "remove"):
        told = qd_at(empty)("service", what)
        assert told.code == 1
        assert told.err.startswith("qd: systemctl cannot be used: ")
    assert qd_at(empty)("service", "polish").code == 2


def test_settings_that_make_no_sense_install_nothing(
    qd_at: Callable[[Path], Qd], empty: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    (empty / "config.toml").write_text("[http\n")
    told = qd_at(empty)("service", "install")
    assert (told.code, "is not TOML" in told.err) == (1, True)
    assert list(tmp_path.iterdir()) == []
