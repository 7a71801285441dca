"""What is typed is fit to be typed."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quarterdeck.judgement.typed_text import is_same_prompt, prepared, without_controls


@given(st.text())
def test_a_text_never_starts_shell_mode_by_accident(text: str) -> None:
    assert not prepared(text, shell=False).startswith("!")


@given(st.text(st.characters(blacklist_categories=("Cc", "Cs"))))
def test_everything_else_stays_as_it_is(text: str) -> None:
    assert prepared(text, shell=False).strip(" ") == text.strip(" ")


def test_a_name_at_the_end_gets_a_space_and_an_address_does_not() -> None:
    assert prepared("look at @alpha.py", shell=False) == "look at @alpha.py "
    assert prepared("write to me@alpha", shell=False) == "write to me@alpha"


@pytest.mark.parametrize(
    "text", ["C:\\dir\\", "\\", "two\\\\", "a\nb\\", "so :smile", ":+1", "a\n:x"]
)
def test_an_ending_after_which_enter_would_not_submit_gets_a_space(text: str) -> None:
    assert prepared(text, shell=False) == f"{text} "


@pytest.mark.parametrize("text", ["a:", "12:30", ":)", "http://a:8081", "a\\b", "a: b", "\\ "])
def test_an_ending_after_which_enter_submits_stays(text: str) -> None:
    assert prepared(text, shell=False) == text


@pytest.mark.parametrize(
    ("said", "meant"),
    [
        ("\u00e9", "e\u0301"),
        ("tab    inside", "tab\tinside"),
        ("ab", "a\u200bb"),
        ("x\ny", "x\u2028y"),
        ("ends", "ends  \n\n"),
    ],
)
def test_a_prompt_in_the_agents_own_form_is_the_same(said: str, meant: str) -> None:
    assert is_same_prompt(said, meant)


@pytest.mark.parametrize(("said", "meant"), [("ab", "a b"), ("a\nb", "a b"), ("", "a"), ("A", "a")])
def test_another_prompt_is_not_the_same(said: str, meant: str) -> None:
    assert not is_same_prompt(said, meant)


def test_line_ends_are_all_alike() -> None:
    assert prepared("a\r\nb\rc", shell=False) == "a\nb\nc"


def test_what_controls_a_terminal_is_left_out() -> None:
    assert without_controls("a\x1b[201~\x03b\tc") == "a[201~b\tc"
