"""What a last message asks, and which answers it names."""

import pytest

from quarterdeck.advisors.last_message import prose, question_in, typed_words


@pytest.mark.parametrize(
    ("text", "options"),
    [
        ("Should it be `--quiet` or `--silent`?", ("--quiet", "--silent")),
        ("Do you want tabs or spaces in the files?", ("tabs", "spaces")),
        ("1. Add a column\n2. Compute it\n\nWhich one?", ("1", "2")),
        ("A) keep it\nB) break it\n\nWhich would you like?", ("Option A", "Option B")),
        ("Should I fix it or not?", ()),
        ("1. First I did this\n2. Then that\n\nShall I commit?", ()),
    ],
)
def test_a_question_may_name_its_answers(text: str, options: tuple[str, ...]) -> None:
    question = question_in(text)
    assert question is not None
    assert tuple(shown for shown, _ in question.options) == options


def test_a_numbered_answer_is_typed_with_its_words() -> None:
    question = question_in("1. Add a column – slow\n2. Compute it\n\nWhich one?")
    assert question is not None
    assert question.options[0] == ("1", "Option 1: Add a column")


@pytest.mark.parametrize("text", ["What is it called?", "Tell me how you want it named."])
def test_yes_is_no_answer_to_an_open_question(text: str) -> None:
    question = question_in(text)
    assert question is not None
    assert question.is_open


def test_a_question_in_the_middle_of_a_report_asks_nothing() -> None:
    assert question_in("Why did it fail? " + "It was the cache. " * 40) is None


def test_code_is_not_read_as_prose() -> None:
    assert prose("Look:\n```\nis this a question?\n```\nThat is it.") == "Look:\n\n\nThat is it."


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("Overwrite? [y/N]", ("n", "y")),
        ("Go on? (yes/no)", ("yes", "no")),
        ("Reply with `go` to begin.", ("go",)),
        ('Type "done" here.', ("done",)),
        ("I said 'hello' to the server.", ()),
    ],
)
def test_an_agent_may_say_what_to_type(text: str, words: tuple[str, ...]) -> None:
    assert typed_words(text) == words
