"""What every command shares."""

import time

import pytest

from quarterdeck.app.cli.console import age, complain, shortened, tinted


def test_a_text_is_shortened_to_one_line() -> None:
    assert shortened("one\n two\tthree", 20) == "one two three"
    assert shortened("x" * 50, 10) == "x" * 9 + "…"


@pytest.mark.parametrize(
    ("seconds", "words"),
    [(0, "0:00"), (42, "0:42"), (599, "9:59"), (700, "11 min"), (9000, "2 h"), (400_000, "4 d")],
)
def test_an_age_is_told_in_few_words(seconds: int, words: str) -> None:
    assert age(time.time() - seconds - 0.2) == words


def test_a_time_that_is_still_to_come_is_now() -> None:
    assert age(time.time() + 500) == "0:00"


def test_colours_are_for_terminals_only(capsys: pytest.CaptureFixture[str]) -> None:
    assert tinted("x", "critical") == "x"
    complain("It is wrong.", "Mend it.")
    assert capsys.readouterr().err == "qd: It is wrong.\n    Mend it.\n"
