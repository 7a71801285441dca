"""`qd logs`: shows the daemon's log."""

from collections.abc import Callable
from pathlib import Path

import pytest
from tests.app.cli.conftest import Qd


@pytest.mark.parametrize(
    ("words", "lines"),
    [(["-n", "2"], ["3", "4"]), (["-n", "0"], []), (["-n", "99"], ["0", "1", "2", "3", "4"])],
)
def test_the_last_lines_are_shown(
    qd_at: Callable[[Path], Qd], empty: Path, words: list[str], lines: list[str]
) -> None:
    (empty / "quarterdeck.log").write_text("0\n1\n2\n3\n4\n")
    assert qd_at(empty)("logs", *words).out.split() == lines


def test_broken_bytes_in_the_log_are_shown_as_such(
    qd_at: Callable[[Path], Qd], empty: Path
) -> None:
    (empty / "quarterdeck.log").write_bytes(b"a\xffb\n")
    assert qd_at(empty)("logs").out == "a\ufffdb\n"


def test_without_a_log_there_is_nothing_to_show(qd_at: Callable[[Path], Qd], empty: Path) -> None:
    told = qd_at(empty)("logs")
    assert (told.code, told.err.splitlines()[0]) == (4, "qd: There is no log yet.")
    assert qd_at(empty)("logs", "-n", "-1").code == 2


def test_an_empty_log_says_so(qd_at: Callable[[Path], Qd], empty: Path) -> None:
    (empty / "quarterdeck.log").touch()
    assert qd_at(empty)("logs").out.startswith("The log is empty")
