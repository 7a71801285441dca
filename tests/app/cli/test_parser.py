"""What was typed wrongly is said in one sentence, with where to look."""

import pytest
from tests.app.cli.conftest import Qd


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["asx"], "qd: There is no command 'asx'.\n    Did you mean asks?\n"),
        (["polish"], "qd: There is no command 'polish'.\n    `qd --help` lists them.\n"),
        (
            ["send", "shop"],
            "qd: The following arguments are required: TEXT.\n    `qd send --help` shows how.\n",
        ),
        (
            ["asks", "--polish"],
            "qd: Unrecognized arguments: --polish.\n    `qd --help` shows how.\n",
        ),
    ],
)
def test_two_lines_say_what_is_wrong_and_what_to_try(qd: Qd, words: list[str], told: str) -> None:
    found = qd(*words)
    assert (found.code, found.err, found.out) == (2, told, "")


def test_a_choice_that_is_none_is_named_with_those_there_are(qd: Qd) -> None:
    told = qd("setup", "nobody")
    assert told.code == 2
    assert len(told.err.splitlines()) == 2
    assert "'nobody'" in told.err
    assert "claude" in told.err
