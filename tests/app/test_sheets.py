"""The rules of a house, with those that a person added."""

from pathlib import Path

import pytest

from quarterdeck.app.places import Places
from quarterdeck.app.sheets import BadSheet, house_rules, with_sheet
from quarterdeck.domain.states import State
from quarterdeck.judgement.screens import builtin_rules, read

OWN = """
agent = "claude"

[[rule]]
name = "claude.finished"
state = "failed"
region = "status"
match = '^✻ Worked for'
priority = 45

[[rule]]
name = "claude.resting"
state = "idle"
region = "screen"
match = '☕ resting'
priority = 60
"""


@pytest.fixture
def home(tmp_path: Path) -> Places:
    (tmp_path / "screens").mkdir()
    return Places(tmp_path / "config.toml", tmp_path, tmp_path, tmp_path)


def sheet(home: Places, name: str, text: str) -> Path:
    file = home.config.parent / "screens" / name
    file.write_text(text, "utf-8")
    return file


def test_without_files_of_ones_own_the_rules_are_ours(tmp_path: Path) -> None:
    home = Places(tmp_path / "config.toml", tmp_path, tmp_path, tmp_path)
    assert house_rules(home) == (builtin_rules(), ())


def test_a_file_overrides_a_rule_by_its_name_and_adds_another(home: Places) -> None:
    sheet(home, "mine.toml", OWN)
    rules, left_out = house_rules(home)
    assert left_out == ()
    assert read("✻ Worked for 2m", "claude", rules).state is State.FAILED
    assert read("☕ resting", "claude", rules).rule == "claude.resting"


def test_a_bad_file_is_left_out_and_everything_else_goes_on(home: Places) -> None:
    bad = sheet(home, "bad.toml", OWN.replace('"idle"', '"asleep"'))
    sheet(home, "mine.toml", OWN)
    rules, left_out = house_rules(home)
    [error] = left_out
    assert str(error).startswith(f"{bad}: Rule 'claude.resting' has state = 'asleep'; it can be ")
    assert read("☕ resting", "claude", rules).rule == "claude.resting"


def test_nothing_of_a_bad_file_is_taken(home: Places) -> None:
    sheet(home, "bad.toml", OWN + "\n[[rule]]\n")
    rules, _ = house_rules(home)
    assert rules == builtin_rules()


def test_broken_toml_is_named_with_its_line(home: Places) -> None:
    file = sheet(home, "bad.toml", 'agent = "claude"\n\n[[rule]\n')
    with pytest.raises(BadSheet, match=r"bad\.toml: The file is not TOML: .*line 3"):
        with_sheet(builtin_rules(), file)


def test_a_file_that_is_no_text_is_named(home: Places) -> None:
    file = home.config.parent / "screens" / "bad.toml"
    file.write_bytes(b'agent = "\xff"')
    with pytest.raises(BadSheet, match=r"bad\.toml: The file is not UTF-8, at byte 9\."):
        with_sheet(builtin_rules(), file)


def test_a_folder_that_is_called_like_a_file_is_named(home: Places) -> None:
    (home.config.parent / "screens" / "odd.toml").mkdir()
    [error] = house_rules(home)[1]
    assert str(error).endswith("odd.toml: Is a directory.")
