"""Quarterdeck as a service: files that the service managers understand, and the calls to them."""

import os
import plistlib
import shlex
import sys
from pathlib import Path

import pytest

from quarterdeck.app import service
from quarterdeck.app.service import Launchd, NoService, Systemd, plist_text, socket_text, unit_text
from quarterdeck.app.settings import Http

HTTP = Http()


@pytest.fixture
def called(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Service managers that write down how they were called."""
    for name in ("systemctl", "launchctl"):
        program = tmp_path / "bin" / name
        program.parent.mkdir(exist_ok=True)
        program.write_text(f'#!/bin/sh\necho "{name} $*" >> {tmp_path}/called\n')
        program.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}/bin:{os.environ['PATH']}")
    monkeypatch.delenv("QUARTERDECK_HOME", raising=False)
    return tmp_path / "called"


def test_the_unit_runs_this_installation_with_what_it_needs_from_the_shell() -> None:
    text = unit_text({"PATH": "/opt/a b:/usr/bin", "QUARTERDECK_HOME": '/srv/50%"x'})
    lines = dict(line.split("=", 1) for line in text.splitlines() if "=" in line)
    assert shlex.split(lines["ExecStart"]) == [
        sys.executable,
        *("-P", "-m", "quarterdeck", "up", "--background"),
    ]
    assert 'Environment="PATH=/opt/a b:/usr/bin"\n' in text
    assert 'Environment="QUARTERDECK_HOME=/srv/50%%\\"x"\n' in text
    assert lines["Restart"] == "on-failure"


def test_the_port_is_held_by_systemd() -> None:
    assert "ListenStream=127.0.0.1:8081\n" in socket_text(HTTP)
    assert "ListenStream=[::1]:9000\n" in socket_text(Http("::1", 9000))


def test_launchd_gets_the_same_program() -> None:
    found = plistlib.loads(plist_text({"PATH": "/usr/bin"}).encode())
    assert found["ProgramArguments"][1:] == ["-P", "-m", "quarterdeck", "up", "--background"]
    assert found["EnvironmentVariables"] == {"PATH": "/usr/bin"}
    assert found["KeepAlive"] == {"SuccessfulExit": False}


def test_a_service_of_systemd_is_put_in_used_and_taken_out(tmp_path: Path, called: Path) -> None:
    where = Systemd(tmp_path / "systemd" / "user")
    assert not service.is_installed(where)
    files = service.install(where, HTTP, {"PATH": "/usr/bin", "SHELL": "/bin/sh"})
    assert [file.name for file in files] == ["quarterdeck.service", "quarterdeck.socket"]
    assert service.is_installed(where)
    service.start(where)
    service.restart(where)
    service.stop(where)
    assert service.remove(where) == files
    assert not service.is_installed(where)
    assert called.read_text().splitlines() == [
        "systemctl --user daemon-reload",
        "systemctl --user enable quarterdeck.service quarterdeck.socket",
        "systemctl --user start quarterdeck.socket quarterdeck.service",
        "systemctl --user restart quarterdeck.service",
        "systemctl --user stop quarterdeck.socket quarterdeck.service",
        "systemctl --user disable --now quarterdeck.socket quarterdeck.service",
        "systemctl --user daemon-reload",
    ]


def test_a_port_that_is_chosen_at_each_start_is_not_held(tmp_path: Path, called: Path) -> None:
    where = Systemd(tmp_path)
    service.install(where, Http(port=0), {})
    assert not where.socket.exists()
    assert "socket" not in called.read_text()


def test_a_service_of_launchd_is_put_in_used_and_taken_out(tmp_path: Path, called: Path) -> None:
    where, me = Launchd(tmp_path / "agents"), f"gui/{os.getuid()}"
    (file,) = service.install(where, HTTP, {})
    service.start(where)
    service.restart(where)
    service.stop(where)
    service.remove(where)
    assert called.read_text().splitlines() == [
        f"launchctl bootstrap {me} {file}",
        f"launchctl kickstart {me}/{service.LABEL}",
        f"launchctl kickstart -k {me}/{service.LABEL}",
        f"launchctl kill SIGTERM {me}/{service.LABEL}",
        f"launchctl bootout {me}/{service.LABEL}",
    ]
    assert not file.exists()


def test_a_service_of_another_home_is_not_ours(
    tmp_path: Path, called: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    where = Systemd(tmp_path)
    service.install(where, HTTP, {"QUARTERDECK_HOME": "/srv/other"})
    assert not service.is_installed(where)
    monkeypatch.setenv("QUARTERDECK_HOME", "/srv/other")
    assert service.is_installed(where)
    assert called.exists()


def test_a_manager_that_fails_or_is_not_there_is_said(
    tmp_path: Path, called: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (called.parent / "bin" / "systemctl").write_text("#!/bin/sh\necho no bus >&2\nexit 1\n")
    with pytest.raises(NoService, match=r"^systemctl --user restart .* failed: no bus$"):
        service.restart(Systemd(tmp_path))
    monkeypatch.setenv("PATH", str(tmp_path / "nothing"))
    with pytest.raises(NoService, match=r"^systemctl cannot be used: "):
        service.restart(Systemd(tmp_path))
