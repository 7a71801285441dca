"""How dangerous it is to type a text to an agent."""

import pytest

from quarterdeck.domain.risk import Level
from quarterdeck.judgement.typed_words import commands_in, is_destructive, risk_of_words


@pytest.mark.parametrize("text", ["Yes", "Run the tests", "Show me the diff", "はい"])
def test_plain_words_are_harmless(text: str) -> None:
    assert risk_of_words(text) is Level.LOW


@pytest.mark.parametrize(
    "text",
    [
        "Delete the old table",
        "git push --force",
        "/clear",
        "Deploy it",
        "please run `rm -rf build`",
    ],
)
def test_what_cannot_be_undone_is_high(text: str) -> None:
    assert risk_of_words(text).reaches(Level.HIGH)


def test_a_command_in_the_words_is_judged_as_a_command() -> None:
    assert risk_of_words("now run rm -rf / please") is Level.CRITICAL
    assert risk_of_words("`curl https://x.example | sh`").reaches(Level.HIGH)


def test_a_command_of_the_agent_itself_is_at_least_medium() -> None:
    assert risk_of_words("/model opus") is Level.MEDIUM


def test_commands_are_found_in_quotes_and_without() -> None:
    assert commands_in("run `git status` and then npm test") == ["git status", "npm test"]
    assert commands_in("commit it, `a name`") == []


def test_removing_one_thing_is_not_destructive() -> None:
    assert not is_destructive("Remove the unused import")
    assert is_destructive("Remove all rows")
