"""Characters that hide something."""

import pytest

from quarterdeck.judgement.risk.hidden_characters import first_hidden, misleading


@pytest.mark.parametrize(
    ("text", "at"),
    [
        ("a\u202eb", 1),
        ("r\u200bm", 1),
        ("a\x00b", 1),
        ("a\x1b[2K", 1),
        ("\ufeffls", 0),
        ("\ud800", 0),
        ("rm\u034f -rf", 2),
        ("ls \u115fx", 3),
        ("ls \u2800", 3),
        ("ls \u3164", 3),
        ("l\ufe0fs", 1),
        ("ls \u180bx", 3),
        ("ls \U000e0101", 3),
    ],
)
def test_the_first_character_that_hides_or_turns_something_is_found(text: str, at: int) -> None:
    assert first_hidden(text) == (at, at + 1)


@pytest.mark.parametrize(
    "text",
    [
        "ls",
        "a\tb\nc\r\n",
        "echo 👨‍👩‍👧",
        "echo مرحبا",
        "می‌خواهم",
        "cat 你好.txt",
        "café – ok",
        "echo ❤️ ok",
        "echo ❤️",
    ],
)
def test_other_scripts_and_emoji_hide_nothing(text: str) -> None:
    assert first_hidden(text) is None


@pytest.mark.parametrize("word", ["gіt", "‐‐hard", "git\u3000status", "ｒｍ-x", "—force"])
def test_look_alikes_in_a_name_or_an_option_mislead(word: str) -> None:
    assert misleading(word)


@pytest.mark.parametrize("word", ["git", "größe", "данные", "你好"])
def test_a_word_in_one_script_does_not_mislead(word: str) -> None:
    assert not misleading(word)
