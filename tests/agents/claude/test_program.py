"""Claude Code on this machine: its program and its settings file."""

import resource
from pathlib import Path

import pytest

from quarterdeck.agents.claude import install, program
from quarterdeck.agents.claude.program import Program

CLIENT = install.Client("/python", "/x/quarterdeck/hook.py", "/s", "/d", "-")
KINDS = install.kinds_for(install.EVENTS, tripwire=False)


def test_the_settings_are_where_claude_code_looks(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("CLAUDE_CONFIG_DIR", "/elsewhere")
    assert program.settings_file(project=False) == Path("/elsewhere/settings.json")
    monkeypatch.delenv("CLAUDE_CONFIG_DIR")
    monkeypatch.setenv("HOME", "/home/ada")
    assert program.settings_file(project=False) == Path("/home/ada/.claude/settings.json")
    monkeypatch.chdir(tmp_path)
    assert program.settings_file(project=True) == tmp_path / ".claude" / "settings.local.json"


def test_a_program_of_an_old_version_gets_only_hooks_that_it_mentions(tmp_path: Path) -> None:
    file = tmp_path / "claude"
    file.write_bytes(b"\0" * 100 + b"PreToolUse\0Stop\0" + b"\0" * 100)
    kinds = program.kinds_for(Program(file, "2.0.1"), tripwire=False)
    assert sorted(kinds) == ["PreToolUse", "Stop"]
    assert program.kinds_for(Program(file, "2.1.197"), tripwire=False) == KINDS
    assert program.kinds_for(None, tripwire=False) == KINDS


def test_the_copy_of_the_settings_has_their_mode_and_so_have_the_new_ones(tmp_path: Path) -> None:
    file = tmp_path / "settings.json"
    file.write_text("{}")
    file.chmod(0o640)
    backup = program.write(file, '{"a": 1}', "{}")
    assert backup
    assert (backup.read_text(), backup.stat().st_mode & 0o777) == ("{}", 0o640)
    assert (file.read_text(), file.stat().st_mode & 0o777) == ('{"a": 1}', 0o640)


def test_settings_come_back_to_the_letter_only_if_nothing_else_changed(tmp_path: Path) -> None:
    file = tmp_path / "settings.json"
    before = '{"model":   "opus"}\r\n'
    file.write_bytes(before.encode())
    program.write(file, install.installed(before, CLIENT, KINDS), before)
    program.give_back(file, install.removed(program.read(file)))
    assert file.read_bytes() == before.encode()
    program.write(file, install.installed(before, CLIENT, KINDS), before)
    changed = program.read(file).replace("opus", "haiku")
    file.write_text(changed)
    program.give_back(file, install.removed(changed))
    assert "haiku" in file.read_text()
    assert "quarterdeck" not in file.read_text()


def test_a_disk_that_is_full_leaves_the_old_file_and_no_half_of_a_copy(tmp_path: Path) -> None:
    file = tmp_path / "settings.json"
    file.write_text('{"a": 1}')
    most, ever = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (2, ever))
    try:
        with pytest.raises(OSError, match="File too large"):
            program.write(file, '{"a": 2}', '{"a": 1}')
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (most, ever))
    assert file.read_text() == '{"a": 1}'
    assert list(tmp_path.iterdir()) == [file]
