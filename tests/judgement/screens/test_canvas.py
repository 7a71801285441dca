"""Captures as rows."""

from hypothesis import given
from hypothesis import strategies as st

from quarterdeck.judgement.screens.canvas import DEEPEST, canvas


def test_colours_and_titles_are_not_text() -> None:
    screen = "\x1b]0;title\x07\x1b[1;38;2;1;2;3mhello\x1b[0m \x1b[4mworld\x1b[m\x1b(B"
    assert canvas(screen).rows == ("hello world",)


def test_blank_rows_at_the_end_do_not_count() -> None:
    assert canvas("one\n\n\x1b[39m\n   \n").rows == ("one",)


def test_only_the_lowest_rows_are_kept() -> None:
    rows = canvas("\n".join(str(number) for number in range(10_000))).rows
    assert (len(rows), rows[-1]) == (DEEPEST, "9999")


def test_a_hard_space_is_a_space() -> None:
    assert canvas("❯\xa0hello").rows == ("❯ hello",)


def test_characters_without_width_are_left_out() -> None:
    assert canvas("a\x00b\u200bc\rd").rows == ("abcd",)


def test_ink_tells_dim_and_inverse_characters() -> None:
    ink = canvas("a\x1b[7mb\x1b[0;2mc\x1b[22md").ink(0)
    assert [(char, style.dim, style.inverse) for char, style in ink] == [
        ("a", False, False),
        ("b", False, True),
        ("c", True, False),
        ("d", False, False),
    ]


def test_ink_runs_on_from_row_to_row() -> None:
    assert [style.dim for _, style in canvas("\x1b[2mone\ntwo").ink(1)] == [True, True, True]


def test_the_numbers_of_a_colour_are_not_taken_for_dim_or_inverse() -> None:
    _, style = canvas("\x1b[38;5;2;48;2;7;2;7mx").ink(0)[0]
    assert (style.dim, style.inverse, style.back) == (False, False, "7;2;7")


@given(st.text(alphabet=st.characters(codec=None), max_size=300))
def test_any_text_is_a_canvas_whose_ink_covers_its_rows(screen: str) -> None:
    shown = canvas(screen)
    for index, row in enumerate(shown.rows):
        assert "".join(char for char, _ in shown.ink(index)).rstrip() == row
