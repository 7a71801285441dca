"""Text of others is safe to show: nothing hides, nothing steers a terminal or a page."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quarterdeck.judgement.visible_text import plain, plain_deep

ANY = st.text(st.characters())


@pytest.mark.parametrize(
    ("said", "shown"),
    [
        ("ls -la", "ls -la"),
        ("one\n\ttwo", "one\n\ttwo"),
        ("one\r\ntwo", "one\ntwo"),
        ("rm\rls", "rm␍ls"),
        ("\x1b[2Jgone", "␛[2Jgone"),
        ("\x1b]0;title\x07", "␛]0;title␇"),
        ("a\x00b", "a␀b"),
        ("a\x7fb\x9b31m", "a⟨U+007F⟩b⟨U+009B⟩31m"),
        ("ls \u202egpj.exe", "ls ⟨U+202E⟩gpj.exe"),
        ("zero\u200bwidth", "zero⟨U+200B⟩width"),
        ("\ufeffmark", "⟨U+FEFF⟩mark"),
        ("tag\U000e0041", "tag⟨U+E0041⟩"),
        ("half \ud83d", "half ⟨U+D83D⟩"),
        ("<b>bold</b> & more", "<b>bold</b> & more"),
        ("日本語 – ä", "日本語 – ä"),
    ],
)
def test_what_hides_or_steers_is_written_out(said: str, shown: str) -> None:
    assert plain(said) == shown


@given(ANY)
def test_no_control_no_direction_and_no_half_character_is_left(said: str) -> None:
    text = plain(said)
    text.encode()
    kinds = {unicodedata.category(c) for c in text if c not in "\n\t"}
    assert not kinds & {"Cc", "Cs"}
    assert not any(unicodedata.bidirectional(c) in BIDI for c in text)


BIDI = {"LRE", "RLE", "LRO", "RLO", "PDF", "LRI", "RLI", "FSI", "PDI"}


@given(ANY)
def test_plain_text_stays_as_it_is(said: str) -> None:
    assert plain(plain(said)) == plain(said)


def test_every_text_inside_lists_and_mappings_is_plain() -> None:
    given = {"a\x1b": ["\u202e", {"b": "\x00"}, 3, None, True]}
    assert plain_deep(given) == {"a␛": ["⟨U+202E⟩", {"b": "␀"}, 3, None, True]}
