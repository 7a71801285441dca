"""Expressions may be wrapped, and rule files are."""

from importlib.resources import files
from pathlib import Path

import pytest

from quarterdeck.judgement.expressions import unwrapped

WIDEST = 100
RULE_FILES = sorted(Path(str(files("quarterdeck.judgement"))).rglob("*.toml"))


def test_a_line_end_with_its_indentation_counts_for_nothing() -> None:
    assert unwrapped("a|\n    b") == "a|b"


def test_blanks_inside_a_line_stay() -> None:
    assert unwrapped("a b  c") == "a b  c"


@pytest.mark.parametrize("file", RULE_FILES, ids=lambda file: file.stem)
def test_no_line_of_rule_data_is_longer_than_a_screen(file: Path) -> None:
    lines = enumerate(file.read_text("utf-8").splitlines(), 1)
    assert [number for number, line in lines if len(line) > WIDEST] == []
