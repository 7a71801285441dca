"""Characters that hide something."""

import pytest

from quarterdeck.judgement.risk.hidden_characters import misleading, strange


@pytest.mark.parametrize(
    "text", ["a\u202eb", "r\u200bm", "a\x00b", "a\x1b[2K", "\ufeffls", "\ud800"]
)
def test_hidden_and_turning_characters_are_strange(text: str) -> None:
    assert strange(text)


@pytest.mark.parametrize(
    "text",
    ["ls", "a\tb\nc\r\n", "echo 👨‍👩‍👧", "echo مرحبا", "می‌خواهم", "cat 你好.txt", "café – ok"],
)
def test_other_scripts_and_emoji_are_not_strange(text: str) -> None:
    assert not strange(text)


@pytest.mark.parametrize("word", ["gіt", "‐‐hard", "git\u3000status", "ｒｍ-x", "—force"])
def test_look_alikes_in_a_name_or_an_option_mislead(word: str) -> None:
    assert misleading(word)


@pytest.mark.parametrize("word", ["git", "größe", "данные", "你好"])
def test_a_word_in_one_script_does_not_mislead(word: str) -> None:
    assert not misleading(word)
