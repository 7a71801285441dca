"""What `qd doctor` finds, and how it says to mend it."""

import json
import socket
import stat
from pathlib import Path

import pytest

from quarterdeck.agents.claude import install, program
from quarterdeck.app.doctor_checks import Check, all_checks
from quarterdeck.app.paths import paths


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    home = tmp_path / "home"
    home.mkdir(mode=0o700)
    (tmp_path / "bin").mkdir()
    monkeypatch.setenv("QUARTERDECK_HOME", str(home))
    monkeypatch.setenv("CLAUDE_CONFIG_DIR", str(tmp_path / "claude"))
    monkeypatch.setenv("PATH", str(tmp_path / "bin"))
    (home / "config.toml").write_text("[http]\nport = 0\n")
    return home


def found() -> dict[str, Check]:
    return {check.name: check for check in all_checks()}


def put(home: Path, name: str, says: str) -> None:
    """A program of this name that says one thing."""
    program = home.parent / "bin" / name
    program.write_text(f"#!/bin/sh\necho '{says}'\n")
    program.chmod(program.stat().st_mode | stat.S_IXUSR)


def test_on_a_bare_machine_nothing_is_bad_and_everything_has_a_remedy(home: Path) -> None:
    checks = found()
    assert {c.verdict for c in checks.values()} == {"ok", "warn"}
    assert all(c.remedy for c in checks.values() if c.verdict == "warn")
    assert home.exists()


@pytest.mark.parametrize(
    ("says", "verdict", "words"),
    [
        ("2.1.325 (Claude Code)", "ok", "2.1.325 at "),
        ("2.1.999 (Claude Code)", "warn", "2.1.999 was not tested; 2.1.197 and 2.1.325 were"),
        ("1.0.0 (Claude Code)", "warn", "1.0.0 was not tested"),
        ("what?", "warn", "not on the PATH"),
        ("", "warn", "not on the PATH"),
    ],
)
def test_an_agent_that_was_not_tested_is_named(
    home: Path, says: str, verdict: str, words: str
) -> None:
    put(home, "claude", says)
    check = found()["claude"]
    assert check.verdict == verdict
    assert words in check.found


@pytest.mark.parametrize(
    ("says", "verdict"),
    [("tmux 3.5a", "ok"), ("tmux 3.2", "ok"), ("tmux 2.9", "warn")],
)
def test_an_old_tmux_is_named(home: Path, says: str, verdict: str) -> None:
    put(home, "tmux", says)
    assert found()["tmux"].verdict == verdict


def test_files_that_others_can_reach_are_bad(home: Path) -> None:
    (home / "token").write_text("t")
    (home / "token").chmod(0o644)
    check = found()["permissions"]
    assert check.verdict == "bad"
    assert check.remedy == f"chmod go-rwx {home / 'token'}"


def test_a_taken_port_is_bad(home: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        (home / "config.toml").write_text(f"[http]\nport = {taken.getsockname()[1]}\n")
        check = found()["port"]
    assert (check.verdict, "Address already in use" in check.found) == ("bad", True)


@pytest.mark.parametrize("text", [b"{", b"[]", b"\xff"])
def test_settings_of_the_agent_that_make_no_sense_are_bad(home: Path, text: bytes) -> None:
    config = home.parent / "claude"
    config.mkdir()
    (config / "settings.json").write_bytes(text)
    assert found()["hooks"].verdict == "bad"


def test_a_status_line_of_an_older_installation_is_named(home: Path) -> None:
    where = paths()
    client = program.hook_client(where.socket, where.down, where.home)
    kinds = program.kinds_for(None, tripwire=False)
    lined = install.with_status_line(install.installed("", client, kinds), client)
    settings = home.parent / "claude" / "settings.json"
    settings.parent.mkdir()
    settings.write_text(lined)
    assert found()["hooks"].verdict == "ok"
    line = json.loads(lined)["statusLine"]["command"]
    old = json.dumps(line.replace(client.python, "/older/python"))
    settings.write_text(lined.replace(json.dumps(line), old))
    check = found()["hooks"]
    assert (check.verdict, check.remedy) == ("warn", "Run `qd setup claude`.")


def test_rules_of_ones_own_that_cannot_be_used_are_bad(home: Path) -> None:
    (home / "screens").mkdir()
    (home / "screens" / "mine.toml").write_bytes(b"\xff")
    [found] = [check for check in all_checks() if check.name == "screens"]
    assert found.verdict == "bad"
    assert "mine.toml: The file is not UTF-8" in found.found


def test_hooks_of_the_plugin_are_enough_and_twice_is_too_much(home: Path) -> None:
    settings = program.settings_file(project=False)
    settings.parent.mkdir()
    enabled = '{"enabledPlugins": {"qd@quarterdeck": true}}'
    settings.write_text(enabled)
    assert found()["hooks"].verdict == "ok"
    where = paths()
    client = program.hook_client(where.socket, where.down, where.home)
    kinds = install.kinds_for(install.EVENTS, tripwire=False)
    settings.write_text(install.installed(enabled, client, kinds))
    assert found()["hooks"].remedy == "Run `qd setup claude --plugin`."
    assert home.exists()
