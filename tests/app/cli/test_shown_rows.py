"""Rows of a text: cut where it is long, and never silently."""

import pytest

from quarterdeck.app.cli.shown_rows import Marked, change_rows, text_rows


def marked(text: str, part: str) -> Marked:
    start = text.index(part)
    return Marked(text, [(start, start + len(part))], [])


TWELVE_ECHOES = "echo\n" * 12 + "rm -rf ~/projects"


def test_a_dangerous_part_below_the_cut_is_shown_with_its_line() -> None:
    rows = text_rows(marked(TWELVE_ECHOES, "rm -rf ~/projects"), 76, 12)
    assert rows.texts == ["echo"] * 12 + ["… 1 more line", "line 13: ▐rm -rf ~/projects▌"]
    assert rows.cut


def test_the_dangerous_part_is_marked_where_it_stands() -> None:
    rows = text_rows(marked("cd b && rm -rf ../c && ls", "rm -rf ../c"), 76, 12)
    assert rows.texts == ["cd b && ▐rm -rf ../c▌ && ls"]
    assert not rows.cut


def test_a_part_that_runs_over_lines_is_marked_on_each() -> None:
    rows = text_rows(marked("ls;rm \\\n -rf /;true", "rm \\\n -rf /"), 76, 12)
    assert rows.texts == ["ls;▐rm \\▌", "▐ -rf /▌;true"]


def test_one_endless_line_is_cut_with_a_sign_too() -> None:
    rows = text_rows(marked("x" * 500 + " rm -rf / && true\nls", "rm -rf /"), 20, 12)
    assert len(rows.texts) == 14
    assert rows.texts[-2:] == ["… the rest of line 1 and 1 more line", "line 1: ▐rm -rf /▌"]
    assert rows.cut


def test_empty_lines_push_nothing_out_of_sight() -> None:
    rows = text_rows(marked("ls\n" + "\n" * 300 + "rm -rf /", "rm -rf /"), 76, 12)
    assert rows.texts == ["ls", "⋮ 300 empty lines", "▐rm -rf /▌"]
    assert not rows.cut


def test_whole_a_long_text_tells_its_dangerous_part_once_more_at_its_end() -> None:
    rows = text_rows(marked("rm -rf ~/projects\n" + "echo\n" * 40, "rm -rf ~/projects"), 76, None)
    assert rows.texts[-1] == "line 1: ▐rm -rf ~/projects▌"
    assert not rows.cut


def test_a_text_of_many_dangerous_parts_says_how_many_more() -> None:
    text = "\n".join(["ls"] * 20 + ["rm -rf /"] * 5)
    marks = [(60 + 9 * n, 68 + 9 * n) for n in range(5)]
    rows = text_rows(Marked(text, marks, []), 76, 5)
    assert rows.texts[-2:] == ["line 23: ▐rm -rf /▌", "… 2 more dangerous parts"]


HUNK = {"old": 8, "new": 8, "lines": [" a", "-b", "+c", "+d", " e"]}


def test_a_change_has_line_numbers_and_signs() -> None:
    rows = change_rows({"hunks": [HUNK], "cut": 0}, 76, 12)
    assert rows.texts == ["   8   a", "   9 - b", "   9 + c", "  10 + d", "  11   e"]
    assert not rows.cut


def test_a_change_without_known_lines_has_no_numbers() -> None:
    hunk = {"old": 0, "new": 0, "lines": ["-b", "+c"]}
    assert change_rows({"hunks": [hunk, hunk], "cut": 0}, 76, 12).texts == [
        *("- b", "+ c"),
        "⋮",
        *("- b", "+ c"),
    ]


@pytest.mark.parametrize(("most", "cut"), [(2, 0), (None, 7), (2, 7)])
def test_a_change_that_is_cut_says_so(most: int | None, cut: int) -> None:
    rows = change_rows({"hunks": [HUNK], "cut": cut}, 76, most)
    assert rows.cut
    assert ("… 3 more rows" in rows.texts) == (most == 2)
    assert ("… 7 more lines that only the terminal shows" in rows.texts) == (cut == 7)


def test_long_lines_of_a_change_are_wrapped_not_cut() -> None:
    hunk = {"old": 1, "new": 1, "lines": ["+" + "x" * 30]}
    rows = change_rows({"hunks": [hunk], "cut": 0}, 20, 12)
    assert "".join(row[7:] for row in rows.texts) == "x" * 30
