"""The history for spreadsheets."""

import csv
import io

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from quarterdeck.doors.history_csv import COLUMNS, as_csv, cell

ENTRY: dict[str, object] = {
    "what": "ask", "id": "a1", "session": "s1", "name": "api", "cwd": "/work", "kind": "question",
    "title": "Where to?", "text": "", "tool": None, "risk": None, "opened": 0.0, "waited": 1.25,
    "ended": {"how": "answered"}, "choice": "submit", "by": "cli", "answer_text": None,
    "answers": {"Where to?": ["SQLite", "Files"]}, "outcome": "accepted", "note": None,
}  # fmt: skip


def test_an_entry_is_one_line_below_the_names_of_its_columns() -> None:
    (told,) = csv.DictReader(io.StringIO(as_csv([ENTRY], heading=True)))
    assert told == {
        "time": "1970-01-01T00:00:00+00:00", "session": "api", "directory": "/work",
        "kind": "question", "risk": "", "what": "Where to?", "waited_s": "1.2",
        "answer": "submit", "by": "cli", "said": "SQLite, Files", "outcome": "accepted",
        "ended": "answered", "note": "", "id": "a1",
    }  # fmt: skip


@pytest.mark.parametrize(
    ("value", "told"),
    [
        ("=HYPERLINK(1)", "'=HYPERLINK(1)"), ("+1", "'+1"), ("-1", "'-1"), ("@SUM", "'@SUM"),
        ("  =1", "'  =1"), ("\t=1", "'\t=1"), ("\n=1", "'\n=1"), ("＝1", "'＝1"),
        ("ls -l", "ls -l"), (None, ""), ("a\0b", "ab"),
    ],
)  # fmt: skip
def test_no_cell_is_a_formula(value: object, told: str) -> None:
    assert cell(value) == told


@given(st.text())
@example("\0")
def test_any_text_comes_back_with_its_lines_but_never_as_a_formula(text: str) -> None:
    rows = csv.reader(io.StringIO(as_csv([{**ENTRY, "text": text}], heading=False), newline=""))
    what = next(rows)[COLUMNS.index("what")]
    kept = text.replace("\0", "").replace("\r\n", "\n").replace("\r", "\n")
    assert what.removeprefix("'") == (kept or "Where to?").removeprefix("'")
    assert not what.lstrip(" ").startswith(("=", "+", "-", "@", "\t", "\r", "\n"))
