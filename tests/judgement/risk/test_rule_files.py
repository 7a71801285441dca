"""The files of rules."""

from pathlib import Path

import pytest

from quarterdeck.judgement import risk
from quarterdeck.judgement.risk.rule_files import read

NAMES = sorted(path.stem for path in (Path(risk.__file__).parent / "rules").glob("*.toml"))


@pytest.mark.parametrize("name", NAMES)
def test_every_file_of_rules_can_be_read_and_says_something(name: str) -> None:
    assert read(name)


def test_a_file_is_read_once() -> None:
    assert read("verdicts") is read("verdicts")


def test_a_file_that_is_not_there_is_an_error_and_not_an_empty_set_of_rules() -> None:
    with pytest.raises(FileNotFoundError):
        read("nothing")
