import pytest
from hypothesis import given
from hypothesis import strategies as st

from quarterdeck.terminals.tmux.typing.text import (
    _extract_verification_snippet,
    holds,
    pasted,
)


@given(st.text())
def test_nothing_typed_can_end_a_paste_or_press_a_key(text: str) -> None:
    inside = pasted(text)[6:-6]
    assert not any(byte < 0x20 and byte not in b"\n\t" for byte in inside)
    assert b"\x7f" not in inside


def test_an_end_of_a_paste_in_a_text_ends_nothing() -> None:
    assert pasted("no\x1b[201~\x031\r\nnow") == b"\x1b[200~no[201~1\nnow\x1b[201~"


@pytest.mark.parametrize(
    ("draft", "text"),
    [
        ("hello there", "hello there"),
        ("hello\nthere", "hello there"),
        ("one two\nthree", "one\ntwo three"),
        ("👍 fine", "👍🏽 fine"),
        ("[Pasted text #3]", "word " * 1000),
        ("[Pasted text #1]", "[Pasted text #1]"),
        ("[Pasted text #4 +2 lines]", "a\nb\nc"),
        ("b" * 300, "a" * 300 + "b" * 300),
        ("tail " * 50, "head " * 50 + "tail " * 50),
    ],
)
def test_a_composer_holds_a_text_however_it_shows_it(draft: str, text: str) -> None:
    assert holds(draft, text)


@pytest.mark.parametrize(
    ("draft", "text"),
    [
        ("", "hello"),
        ("hello the", "hello there"),
        ("my draft hello", "hello"),
        ("hello and more", "hello"),
        ("[Pasted text #4 +7 lines]", "a\nb\nc"),
        ("there", "hello there"),
    ],
)
def test_a_composer_with_less_or_more_does_not_hold_it(draft: str, text: str) -> None:
    assert not holds(draft, text)


def test_a_long_text_is_known_by_its_tail() -> None:
    text = "first line\n" + "x" * 100
    assert _extract_verification_snippet(text) == "x" * 60
    assert _extract_verification_snippet("a" * 40) == "a" * 40


@pytest.mark.parametrize("text", ["", "   \n  ", "short text", "a" * 50 + "\nshort tail"])
def test_a_short_text_or_tail_is_known_by_nothing(text: str) -> None:
    assert _extract_verification_snippet(text) is None
