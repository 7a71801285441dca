"""The screen rules, with those that a person added."""

from pathlib import Path

import pytest

from quarterdeck.app.paths import Paths
from quarterdeck.app.screen_rules import BadScreenRules, all_screen_rules, with_rule_file
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
def home(tmp_path: Path) -> Paths:
    (tmp_path / "screens").mkdir()
    return Paths(tmp_path / "config.toml", tmp_path, tmp_path, tmp_path)


def sheet(home: Paths, name: str, text: str) -> Path:
    file = home.config.parent / "screens" / name
    file.write_text(text, "utf-8")
    return file


def test_without_files_of_ones_own_the_rules_are_ours(tmp_path: Path) -> None:
    home = Paths(tmp_path / "config.toml", tmp_path, tmp_path, tmp_path)
    assert all_screen_rules(home) == (builtin_rules(), ())


def test_a_file_overrides_a_rule_by_its_name_and_adds_another(home: Paths) -> None:
    sheet(home, "mine.toml", OWN)
    rules, left_out = all_screen_rules(home)
    assert left_out == ()
    assert read("✻ Worked for 2m", "claude", rules).state is State.FAILED
    assert read("☕ resting", "claude", rules).rule == "claude.resting"


def test_a_bad_file_is_left_out_and_everything_else_goes_on(home: Paths) -> None:
    bad = sheet(home, "bad.toml", OWN.replace('"idle"', '"asleep"'))
    sheet(home, "mine.toml", OWN)
    rules, left_out = all_screen_rules(home)
    [error] = left_out
    assert str(error).startswith(f"{bad}: Rule 'claude.resting' has state = 'asleep'; it can be ")
    assert read("☕ resting", "claude", rules).rule == "claude.resting"


def test_nothing_of_a_bad_file_is_taken(home: Paths) -> None:
    sheet(home, "bad.toml", OWN + "\n[[rule]]\n")
    rules, _ = all_screen_rules(home)
    assert rules == builtin_rules()


def test_broken_toml_is_named_with_its_line(home: Paths) -> None:
    file = sheet(home, "bad.toml", 'agent = "claude"\n\n[[rule]\n')
    with pytest.raises(BadScreenRules, match=r"bad\.toml: The file is not TOML: .*line 3"):
        with_rule_file(builtin_rules(), file)


def test_a_file_that_is_no_text_is_named(home: Paths) -> None:
    file = home.config.parent / "screens" / "bad.toml"
    file.write_bytes(b'agent = "\xff"')
    with pytest.raises(BadScreenRules, match=r"bad\.toml: The file is not UTF-8, at byte 9\."):
        with_rule_file(builtin_rules(), file)


def test_a_folder_that_is_called_like_a_file_is_named(home: Paths) -> None:
    (home.config.parent / "screens" / "odd.toml").mkdir()
    [error] = all_screen_rules(home)[1]
    assert str(error).endswith("odd.toml: Is a directory.")
