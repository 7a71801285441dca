"""The file that a call would change, as it is now; nothing that is there can hold us up."""

import os
from pathlib import Path

import pytest
from tests.agents.claude.recorded import asking

from quarterdeck.agents.claude.file_before import LARGEST, UNKNOWN, edited_path, file_before
from quarterdeck.judgement.file_change import FileBefore


def before(path: Path | str, cwd: Path | str = "/", tool: str = "Write") -> FileBefore | None:
    return file_before(asking(tool, {"file_path": str(path), "content": "x"}, cwd=str(cwd)))


def test_a_file_is_read_as_it_is_relative_paths_from_where_the_agent_is(tmp_path: Path) -> None:
    (tmp_path / "notes").write_bytes("häfen\r\nzwei".encode())
    assert before("notes", tmp_path) == FileBefore(exists=True, text="häfen\nzwei")
    assert before(tmp_path / "none") == FileBefore(exists=False, text=None)


def test_what_is_no_small_text_is_only_known_to_be_there(tmp_path: Path) -> None:
    (tmp_path / "binary").write_bytes(b"\xff\xfe")
    (tmp_path / "large").write_bytes(b"x" * (LARGEST + 1))
    os.mkfifo(tmp_path / "pipe")
    for name in ("binary", "large", "pipe", "."):
        assert before(tmp_path / name) == UNKNOWN
    assert before("a\0b") == UNKNOWN


@pytest.mark.parametrize("tool", ["Bash", "Read"])
def test_calls_that_change_no_file_have_none(tool: str) -> None:
    assert before("/etc/hosts", tool=tool) is None


def test_a_notebook_is_a_file_too() -> None:
    assert edited_path(asking("NotebookEdit", {"notebook_path": "/n"})) == "/n"
    assert edited_path(asking("Edit", "no object")) == ""
