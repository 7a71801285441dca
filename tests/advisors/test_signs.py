"""The words that show what a message is about."""

import pytest

from quarterdeck.advisors import signs


@pytest.mark.parametrize("text", ["2 tests failed", "Tests fail on main", "FAIL store"])
def test_failing_tests_are_seen_in_any_case(text: str) -> None:
    assert signs.TESTS_FAIL.search(text)


@pytest.mark.parametrize("text", ["no failures", "0 failed"])
def test_passing_tests_are_no_failures(text: str) -> None:
    assert signs.PASSING.sub("", text).strip() == ""


def test_a_word_that_contains_a_sign_is_none() -> None:
    assert not signs.PUSHED.search("unpushedness")
    assert not signs.TESTS_FAIL.search("fail-safe")
