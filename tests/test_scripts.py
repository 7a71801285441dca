"""Putting `qd` on the PATH, and taking everything out again."""

import json
import os
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]


@pytest.fixture
def person(tmp_path: Path) -> dict[str, str]:
    """A person's surroundings, with a home of their own."""
    (tmp_path / "qd").mkdir()
    (tmp_path / "qd" / "config.toml").write_text("[http]\nport = 0\n")
    kept = {k: v for k, v in os.environ.items() if not k.startswith(("CLAUDE", "XDG"))}
    own = {"HOME": str(tmp_path), "QUARTERDECK_HOME": str(tmp_path / "qd"), "TMPDIR": "/tmp"}
    return kept | own


def run(script: str, person: dict[str, str]) -> str:
    # Root's own places are not ours to write into: as root, these scripts run as nobody special.
    text = (ROOT / "scripts" / script).read_text().replace("((EUID == 0))", "false")
    text = text.replace('"$(dirname "${BASH_SOURCE[0]}")/.."', str(ROOT))
    done = subprocess.run(
        ["bash", "-c", text], env=person, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_what_is_installed_is_found_and_taken_out_again(
    person: dict[str, str], tmp_path: Path
) -> None:
    link, page = tmp_path / ".local/bin/qd", tmp_path / ".local/share/man/man1/qd.1"
    settings = tmp_path / ".claude" / "settings.json"
    settings.parent.mkdir()
    settings.write_text('{"model": "opus"}')
    assert f"qd is at {link}." in run("install-qd", person)
    assert page.read_text().startswith(".TH QD 1")
    subprocess.run([link, "setup", "claude"], env=person, check=True, capture_output=True)
    assert "hooks" in json.loads(settings.read_text())
    told = run("uninstall-qd", person)
    assert "Quarterdeck is not running" in told
    assert str(tmp_path / "qd") in told
    assert not link.is_symlink()
    assert not page.exists()
    assert settings.read_text() == '{"model": "opus"}'


def test_what_is_not_ours_stays(person: dict[str, str], tmp_path: Path) -> None:
    other = tmp_path / ".local" / "bin" / "qd"
    other.parent.mkdir(parents=True)
    other.write_text("#!/bin/sh\n")
    run("uninstall-qd", person)
    assert other.exists()
