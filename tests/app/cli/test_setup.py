"""`qd setup claude`: in, again, and out, whatever the settings look like."""

import json
import os
import resource
from collections.abc import Callable
from pathlib import Path

import pytest
from tests.app.cli.conftest import Qd

from quarterdeck.agents.claude import install
from quarterdeck.agents.claude.tool_server import TOOLS
from quarterdeck.app.settings import TKeyboard, load


@pytest.fixture
def config(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Claude Code's own directory; no Claude Code is on the PATH."""
    monkeypatch.setenv("CLAUDE_CONFIG_DIR", str(tmp_path / "claude"))
    monkeypatch.setenv("PATH", str(tmp_path / "empty"))
    return tmp_path / "claude"


@pytest.fixture
def here(qd_at: Callable[[Path], Qd], empty: Path, config: Path) -> Qd:
    assert not config.exists()
    return qd_at(empty)


BEFORE = b'{\n    "model": "opus",\r\n    "hooks": {}\n}'


def test_twice_is_once_and_removing_gives_the_file_back(here: Qd, config: Path) -> None:
    config.mkdir()
    file = config / "settings.json"
    file.write_bytes(BEFORE)
    first = here("setup", "claude")
    assert first.code == 0
    assert f"Wrote our hooks into {file}." in first.out
    assert "was not found on the PATH" in first.out
    after = file.read_text()
    assert len(install.ours_in(after)) == len(install.EVENTS)
    assert here("setup", "claude").out == f"Nothing to change in {file}.\n"
    assert file.read_text() == after
    assert here("setup", "claude", "--remove").code == 0
    assert file.read_bytes() == BEFORE
    assert list(config.iterdir()) == [file]


def test_where_there_was_no_file_none_is_left(here: Qd, config: Path) -> None:
    here("setup", "claude", "--statusline")
    assert json.loads((config / "settings.json").read_text())["statusLine"]
    here("setup", "claude", "--remove")
    assert not (config / "settings.json").exists()
    told = here("setup", "claude", "--remove")
    assert (told.code, told.out.startswith("Nothing to change")) == (0, True)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        (b"{", "it is not valid JSON: Expecting property name enclosed in double quotes: line 1"),
        (b"[]", "it is not a JSON object"),
        (b'{"hooks": 3}', "its 'hooks' is not an object"),
        (b"\xff\xfe", "The settings cannot be used"),
    ],
)
def test_a_file_that_makes_no_sense_is_left_alone(
    here: Qd, config: Path, text: bytes, why: str
) -> None:
    config.mkdir()
    (config / "settings.json").write_bytes(text)
    for words in ([], ["--remove"]):
        told = here("setup", "claude", *words)
        assert told.code == 1
        assert why in told.err
    assert (config / "settings.json").read_bytes() == text
    assert len(list(config.iterdir())) == 1


def test_half_a_character_in_the_settings_stays(here: Qd, config: Path) -> None:
    config.mkdir()
    (config / "settings.json").write_text('{"name": "\\ud83d"}')
    assert here("setup", "claude").code == 0
    assert json.loads((config / "settings.json").read_text())["name"] == "\ud83d"


def test_what_claude_code_writes_while_it_is_asked_for_its_version_is_kept(
    here: Qd, config: Path, tmp_path: Path
) -> None:
    config.mkdir()
    (config / "settings.json").write_text('{"model": "opus"}')
    program = tmp_path / "empty" / "claude"
    program.parent.mkdir()
    written = f"""'{{"model": "haiku"}}' > {config / "settings.json"}"""
    program.write_text(f"#!/bin/sh\necho {written}\necho '2.1.325 (Claude Code)'\n")
    program.chmod(0o755)
    assert here("setup", "claude").code == 0
    settings = json.loads((config / "settings.json").read_text())
    assert (settings["model"], "hooks" in settings) == ("haiku", True)


def test_a_link_stays_a_link(here: Qd, config: Path, tmp_path: Path) -> None:
    config.mkdir()
    (tmp_path / "dotfiles.json").write_text("{}")
    (config / "settings.json").symlink_to(tmp_path / "dotfiles.json")
    assert here("setup", "claude").code == 0
    assert (config / "settings.json").is_symlink()
    assert install.ours_in((tmp_path / "dotfiles.json").read_text())


def test_a_place_that_cannot_be_written_is_said(here: Qd, config: Path) -> None:
    config.write_text("a file in the way")
    told = here("setup", "claude")
    assert told.code == 1
    assert told.err.startswith("qd: ")


@pytest.mark.parametrize("before", ["", "[http]\nport = 0\n", '[tripwire]\nlevel = "low"\n'])
def test_the_tripwire_is_written_into_our_own_settings(
    here: Qd, config: Path, empty: Path, before: str
) -> None:
    (empty / "config.toml").write_text(before)
    told = here("setup", "claude", "--tripwire", "critical")
    assert told.code == 0
    assert 'level = "critical"' in (empty / "config.toml").read_text()
    (entry,) = install.ours_in((config / "settings.json").read_text())["PreToolUse"]
    assert str(entry["command"]).endswith(" judge")


def test_our_own_settings_are_written_whole_or_not_at_all(here: Qd, empty: Path) -> None:
    before = "[http]\nport = 0\n" + "# a long note\n" * 100
    (empty / "config.toml").write_text(before)
    most, ever = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (100, ever))
    try:
        told = here("setup", "claude", "--tripwire", "critical")
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (most, ever))
    assert (told.code, "File too large" in told.err) == (1, True)
    assert (empty / "config.toml").read_text() == before
    assert [file.name for file in empty.iterdir()] == ["config.toml"]


@pytest.mark.parametrize(
    "before",
    ['tripwire.level = "low"\n', 'tripwire = { level = "low" }\n', "x = '''\n[tripwire]\n'''"],
)
def test_settings_that_cannot_be_changed_for_the_person_are_left_alone(
    here: Qd, config: Path, empty: Path, before: str
) -> None:
    (empty / "config.toml").write_text(before)
    told = here("setup", "claude", "--tripwire", "critical")
    assert told.code == 1
    assert (empty / "config.toml").read_text() == before
    assert not config.exists()


def test_the_door_for_keyboards_is_opened_and_closed(here: Qd, empty: Path) -> None:
    told = here("setup", "keyboard", "--host", "0.0.0.0")
    assert told.code == 0
    assert "`qd restart` applies it; then `qd pair` pairs a device." in told.out
    assert load(empty / "config.toml").tkeyboard == TKeyboard(enabled=True, host="0.0.0.0")
    assert "Nothing to change" in here("setup", "keyboard").out
    assert here("setup", "keyboard", "--remove").code == 0
    assert not load(empty / "config.toml").tkeyboard.enabled


def test_what_belongs_to_the_other_is_a_usage_error(here: Qd) -> None:
    assert here("setup", "claude", "--host", "0.0.0.0").code == 2
    assert here("setup", "keyboard", "--mcp").code == 2
    assert here("setup", "keyboard", "--host", "desk.local").code == 1


def test_an_agent_that_is_not_known_is_a_usage_error(here: Qd) -> None:
    assert here("setup", "nobody").code == 2
    assert here("setup", "claude", "--tripwire", "sometimes").code == 2


@pytest.mark.parametrize("link", [".claude", ".claude/settings.local.json"])
def test_a_projects_settings_are_not_written_through_a_link_that_leads_out(
    here: Qd, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, link: str
) -> None:
    project, outside = tmp_path / "project", tmp_path / "outside"
    outside.mkdir()
    (outside / "settings.local.json").write_text("{}")
    trap = project / link
    trap.parent.mkdir(parents=True)
    trap.symlink_to(outside if link == ".claude" else outside / "settings.local.json")
    monkeypatch.chdir(project)
    for more in ([], ["--remove"]):
        told = here("setup", "claude", "--project", *more)
        assert told.code == 1
        assert "is a link that leads out of this directory" in told.err
    assert [file.read_text() for file in outside.iterdir()] == ["{}"]


def test_it_is_taken_out_also_while_our_own_settings_are_wrong(
    here: Qd, config: Path, empty: Path
) -> None:
    here("setup", "claude")
    (empty / "config.toml").write_text("[http\n")
    assert here("setup", "claude").code == 1
    assert here("setup", "claude", "--remove").code == 0
    assert not (config / "settings.json").exists()


def test_copies_of_the_settings_do_not_pile_up(here: Qd, config: Path, empty: Path) -> None:
    config.mkdir()
    (config / "settings.json").write_bytes(BEFORE)
    for level in ("critical", "off", "high", "off", "low"):
        assert here("setup", "claude", "--tripwire", level).code == 0
    copies = sorted(config.glob("*before-quarterdeck*"))
    assert len(copies) == 2
    assert copies[0].read_bytes() == BEFORE
    assert empty.exists()
    here("setup", "claude", "--remove")
    assert (config / "settings.json").read_bytes() == BEFORE
    assert [file.name for file in config.iterdir()] == ["settings.json"]


def test_the_tools_are_registered_once_and_taken_out_with_the_hooks(here: Qd, config: Path) -> None:
    config.mkdir()
    state = config / ".claude.json"
    state.write_text('{"numStartups": 3}\n')
    told = here("setup", "claude", "--mcp")
    assert f"Registered our tools in {state}." in told.out
    server = json.loads(state.read_text())["mcpServers"]["quarterdeck"]
    assert server["args"][-1].endswith("mcp.sock")
    allowed = json.loads((config / "settings.json").read_text())["permissions"]["allow"]
    assert allowed == [f"mcp__quarterdeck__{tool}" for tool in TOOLS]
    assert "Registered" not in here("setup", "claude", "--mcp").out
    assert here("setup", "claude").code == 0
    assert json.loads(state.read_text())["mcpServers"]["quarterdeck"] == server
    assert f"Took our tools out of {state}." in here("setup", "claude", "--remove").out
    assert json.loads(state.read_text()) == {"numStartups": 3}
    assert [file.name for file in config.iterdir()] == [".claude.json"]


def test_a_state_that_claude_code_holds_is_waited_for_until_it_is_abandoned(
    here: Qd, config: Path
) -> None:
    lock = config / ".claude.json.lock"
    lock.mkdir(parents=True)
    os.utime(lock, (0, 0))
    assert here("setup", "claude", "--mcp").code == 0
    assert not lock.exists()
