"""What an edit would change: with numbers and context where the file is known."""

import pytest

from quarterdeck.domain.shown import Change, Hunk
from quarterdeck.judgement.file_change import (
    MOST_COMPARED,
    MOST_LINES,
    FileBefore,
    change_of,
)

TEN = "\n".join(f"line {n}" for n in range(1, 11))
MISSING = FileBefore(exists=False, text=None)
HIDDEN = FileBefore(exists=True, text=None)


def there(text: str) -> FileBefore:
    return FileBefore(exists=True, text=text)


def edit(old: str, new: str, **more: object) -> dict[str, object]:
    return {"file_path": "/a", "old_string": old, "new_string": new, **more}


def test_an_edit_shows_its_lines_with_numbers_and_three_lines_around() -> None:
    change = change_of("/a", there(TEN), "Edit", edit("line 5", "line five\nand a half"))
    lines = (" line 2", " line 3", " line 4", "-line 5", "+line five", "+and a half")
    around = (" line 6", " line 7", " line 8")
    assert change == Change("/a", new=False, hunks=(Hunk(2, 2, (*lines, *around)),), cut=0)


def test_an_edit_of_every_place_shows_each_of_them() -> None:
    text = "\n".join(["x = 1", *["-"] * 20, "x = 1"])
    change = change_of("/a", there(text), "Edit", edit("x = 1", "x = 2", replace_all=True))
    assert change is not None
    assert [h.old for h in change.hunks] == [1, 19]
    once = change_of("/a", there(text), "Edit", edit("x = 1", "x = 2"))
    assert once is not None
    assert [h.old for h in once.hunks] == [1]


def test_several_edits_of_one_call_are_shown_together() -> None:
    edits = [edit("line 1\n", "first\n"), edit("line 2", "second")]
    change = change_of("/a", there("line 1\nline 2"), "MultiEdit", {"edits": edits})
    assert change is not None
    assert change.hunks == (Hunk(1, 1, ("-line 1", "-line 2", "+first", "+second")),)


@pytest.mark.parametrize("before", [MISSING, HIDDEN, there("something else")])
def test_an_edit_whose_place_is_not_known_has_no_numbers(before: FileBefore) -> None:
    change = change_of("/a", before, "Edit", edit("x\ny", "z"))
    assert change is not None
    assert change.hunks == (Hunk(0, 0, ("-x", "-y", "+z")),)
    assert change.new is not before.exists


def test_a_write_says_whether_it_creates_the_file_or_changes_it() -> None:
    given = {"file_path": "/a", "content": "one\ntwo"}
    assert change_of("/a", MISSING, "Write", given) == Change(
        "/a", new=True, hunks=(Hunk(0, 1, ("+one", "+two")),), cut=0
    )
    assert change_of("/a", there("one\n2"), "Write", given) == Change(
        "/a", new=False, hunks=(Hunk(1, 1, (" one", "-2", "+two")),), cut=0
    )
    hidden = change_of("/a", HIDDEN, "Write", given)
    assert hidden == Change("/a", new=False, hunks=(Hunk(0, 1, ("+one", "+two")),), cut=0)


def test_secrets_in_the_file_are_masked_also_where_only_other_lines_betray_them() -> None:
    key = "\n".join(["-----BEGIN PRIVATE KEY-----", *["A" * 64] * 9, "-----END PRIVATE KEY-----"])
    change = change_of("/a", there(f"{key}\nport = 1"), "Edit", edit("port = 1", "port = 2"))
    assert change is not None
    assert "AAAA" not in str(change)


def test_a_long_change_says_how_many_lines_are_missing() -> None:
    given = {"file_path": "/a", "content": "\n".join("x" * (MOST_LINES + 5))}
    change = change_of("/a", MISSING, "Write", given)
    assert change is not None
    assert (len(change.hunks[0].lines), change.cut) == (MOST_LINES, 5)


def test_a_file_that_is_too_long_to_compare_is_shown_as_it_would_be() -> None:
    long = "\n".join("y" * (MOST_COMPARED + 1))
    change = change_of("/a", there(long), "Write", {"content": "z"})
    assert change is not None
    assert change.hunks == (Hunk(0, 1, ("+z",)),)


def test_a_notebook_cell_is_shown_as_it_would_be() -> None:
    given = {"notebook_path": "/n", "new_source": "import os"}
    change = change_of("/n", HIDDEN, "NotebookEdit", given)
    assert change is not None
    assert change.hunks == (Hunk(0, 0, ("+import os",)),)


@pytest.mark.parametrize(
    ("tool", "given"),
    [("Bash", {"command": "ls"}), ("Edit", {}), ("Write", {"content": 3}), ("MultiEdit", {})],
)
def test_a_call_that_edits_nothing_changes_nothing(tool: str, given: dict[str, object]) -> None:
    assert change_of("/a", HIDDEN, tool, given) is None
