"""Where everything lies, and what is said when it cannot lie there."""

import os
import subprocess
import sys
from pathlib import Path

import platformdirs
import pytest
from platformdirs.macos import MacOS

from quarterdeck.app.paths import BadPath, Paths, paths

XDG = ("XDG_CONFIG_HOME", "XDG_STATE_HOME", "XDG_RUNTIME_DIR")


def test_quarterdeck_home_moves_everything_together(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("QUARTERDECK_HOME", str(tmp_path))
    where = paths()
    every = (where.config, where.socket, where.api, where.token, where.journal, where.log)
    assert {path.parent for path in (*every, where.lock, where.down)} == {tmp_path}


def test_without_it_the_systems_own_places_are_used(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.delenv("QUARTERDECK_HOME", raising=False)
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(tmp_path / "run"))
    where = paths()
    assert where.config == tmp_path / "config" / "quarterdeck" / "config.toml"
    assert where.token == tmp_path / "state" / "quarterdeck" / "token"
    assert where.socket == tmp_path / "run" / "quarterdeck" / "hooks.sock"
    assert {str(path.parent) for path in (where.config, where.token, where.api)} == set(where.own)
    monkeypatch.delenv("XDG_RUNTIME_DIR")
    assert paths().socket == tmp_path / "state" / "quarterdeck" / "hooks.sock"


def test_on_a_mac_the_variables_count_too_else_its_own_places(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(platformdirs, "user_state_dir", lambda name: MacOS(name).user_state_dir)
    monkeypatch.setattr(platformdirs, "user_config_dir", lambda name: MacOS(name).user_config_dir)
    for variable in (*XDG, "QUARTERDECK_HOME"):
        monkeypatch.delenv(variable, raising=False)
    monkeypatch.setenv("HOME", str(tmp_path))
    library = tmp_path / "Library" / "Application Support" / "quarterdeck"
    assert (paths().config, paths().state) == (library / "config.toml", library)
    for variable in XDG:
        monkeypatch.setenv(variable, str(tmp_path / variable))
    assert paths().config == tmp_path / "XDG_CONFIG_HOME" / "quarterdeck" / "config.toml"
    assert paths().state == tmp_path / "XDG_STATE_HOME" / "quarterdeck"
    assert paths().run == tmp_path / "XDG_RUNTIME_DIR" / "quarterdeck"


def test_every_place_stays_where_it_is_when_the_daemon_leaves_its_directory(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.chdir(tmp_path)
    for given in ("XDG_CONFIG_HOME", "XDG_STATE_HOME", "XDG_RUNTIME_DIR", "QUARTERDECK_HOME"):
        monkeypatch.delenv("QUARTERDECK_HOME", raising=False)
        monkeypatch.setenv(given, "here")
        where = paths()
        assert all(path.is_absolute() for path in (where.config, where.token, where.socket))


def at(home: Path) -> Paths:
    return Paths(home / "config.toml", home, home, home)


def test_the_directories_are_for_us_alone(tmp_path: Path) -> None:
    (tmp_path / "open").mkdir(mode=0o777)
    for home in (tmp_path / "open", tmp_path / "new" / "deep"):
        at(home).prepare()
        assert home.stat().st_mode & 0o777 == 0o700


def test_a_path_that_is_too_long_for_a_socket_is_said(tmp_path: Path) -> None:
    with pytest.raises(BadPath, match=r"too long for a socket's name; choose a shorter QUART"):
        at(tmp_path / ("x" * 100)).prepare()


def test_a_file_in_the_way_is_said(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    for home in (tmp_path / "file", tmp_path / "file" / "below"):
        with pytest.raises(BadPath, match=f"^{home} cannot be used: .+\\.$"):
            at(home).prepare()


def test_a_place_that_cannot_be_written_is_said_by_the_command() -> None:
    """The kernel's own files are closed even to root."""
    told = subprocess.run(
        [sys.executable, "-m", "quarterdeck", "up"],
        env={**os.environ, "QUARTERDECK_HOME": "/proc/quarterdeck"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert told.returncode == 1
    assert told.stderr.startswith("qd: /proc/quarterdeck cannot be used: ")
    assert len(told.stderr.splitlines()) == 1
