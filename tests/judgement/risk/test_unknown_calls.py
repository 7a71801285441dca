"""Calls that no rule means."""

import pytest

from quarterdeck.judgement.risk.parsed_call import Call, read_call
from quarterdeck.judgement.risk.path_zones import Place
from quarterdeck.judgement.risk.shell_ast import Word
from quarterdeck.judgement.risk.unknown_calls import asks_help, is_guess, unruled

HERE = Place("/p", "/h", "/p")


def call(text: str) -> Call:
    program, *words = text.split()
    return read_call(program, tuple(Word(w, True, ()) for w in words), HERE)


@pytest.mark.parametrize(
    ("text", "rule"),
    [
        ("sometool --flag", "unknown.program"),
        ("./run.sh now", "unknown.script"),
        ("sometool project delete x", "unknown.destroys"),
        ("sometool sites:destroy", "unknown.destroys"),
        ("sometool delete-user x", "unknown.destroys"),
        ("sometool --purge", "unknown.destroys"),
        ("sometool admin-delete-user x", "unknown.destroys"),
        ("./scripts/deploy.sh prod", "unknown.deploys"),
        ("./db-reset.sh", "unknown.script"),
        ("./drop_tables.py", "unknown.deploys"),
        ("./release-notes.sh", "unknown.script"),
        ("./deploy.sh --dry-run", "unknown.script"),
        ("sometool delete x --dry-run", "unknown.program"),
        ("sometool deleted", "unknown.program"),
        ("git frobnicate", "unknown.use"),
        ("drop table users", "sql.drops"),
    ],
)
def test_a_call_without_a_rule_is_told_by_its_words(text: str, rule: str) -> None:
    assert unruled(call(text), text.split(maxsplit=1)[0], text).rule == rule


def test_only_what_a_name_sounds_like_is_a_guess() -> None:
    assert is_guess(unruled(call("sometool purge"), "sometool", "sometool purge"))
    assert not is_guess(unruled(call("drop table users"), "drop", "drop table users"))


@pytest.mark.parametrize("text", ["rm --help", "git push --help", "docker --version"])
def test_asking_for_help_is_only_that(text: str) -> None:
    assert asks_help(call(text))


@pytest.mark.parametrize("text", ["rm x --help", "rm -r --help", "dd of=/dev/sda --help", "rm"])
def test_help_beside_anything_else_is_not_trusted(text: str) -> None:
    assert not asks_help(call(text))
