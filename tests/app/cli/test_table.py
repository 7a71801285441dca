"""Tables align, with colours and wide characters too, and fit the terminal."""

import re

from quarterdeck.app.cli.table import table
from quarterdeck.app.cli.terminal_text import cells

RED = "\x1b[31mred\x1b[0m"


def test_columns_align_also_for_wide_characters() -> None:
    text = table([("日本", "x"), ("ab", "y")], ("A", "B"), None, {})
    assert text.splitlines() == ["A     B", "日本  x", "ab    y"]


def test_colours_take_no_room() -> None:
    lines = table([(RED, "x"), ("green", "y")], ("A", "B"), None, {}).splitlines()
    plain = [re.sub("\x1b[^m]*m", "", line) for line in lines]
    assert plain == ["A      B", "red    x", "green  y"]


def test_a_table_fits_the_terminal_by_what_may_give_way() -> None:
    rows = [("a" * 30, "b" * 30, "c" * 10)]
    heading, line = table(rows, ("A", "B", "C"), 50, {"B": 8, "A": 5}).splitlines()
    assert line == "a" * 27 + "…  " + "b" * 7 + "…  " + "c" * 10
    assert cells(line) == 50
    assert heading.index("C") == line.index("c")


def test_a_column_in_which_nothing_stands_is_left_out() -> None:
    assert table([("a", "", "c")], ("A", "B", "C"), 20, {"B": 1}) == "A  C\na  c"
