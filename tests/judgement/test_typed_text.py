"""What is typed is fit to be typed."""

from hypothesis import given
from hypothesis import strategies as st

from quarterdeck.judgement.typed_text import prepared, without_controls


@given(st.text())
def test_a_text_never_starts_shell_mode_by_accident(text: str) -> None:
    assert not prepared(text, shell=False).startswith("!")


@given(st.text(st.characters(blacklist_categories=("Cc", "Cs"))))
def test_everything_else_stays_as_it_is(text: str) -> None:
    assert prepared(text, shell=False).strip(" ") == text.strip(" ")


def test_a_name_at_the_end_gets_a_space_and_an_address_does_not() -> None:
    assert prepared("look at @alpha.py", shell=False) == "look at @alpha.py "
    assert prepared("write to me@alpha", shell=False) == "write to me@alpha"


def test_line_ends_are_all_alike() -> None:
    assert prepared("a\r\nb\rc", shell=False) == "a\nb\nc"


def test_what_controls_a_terminal_is_left_out() -> None:
    assert without_controls("a\x1b[201~\x03b\tc") == "a[201~b\tc"
