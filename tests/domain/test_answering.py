"""Corners of answering; the rules are told in tests/stories/test_answering.py."""

from tests.stories.happened import (
    after,
    an_ask,
    answered,
    delivered,
    journal_failed,
    printed,
    registry,
    terminated,
)
from tests.stories.story import Story, facing

from quarterdeck.domain.answering import OUTCOME_WITHIN
from quarterdeck.domain.states import Outcome, State

LS = an_ask("ls")


def test_words_about_answers_that_nobody_gave_change_nothing() -> None:
    (
        facing(LS)
        >> delivered("never given", Outcome.ACCEPTED)
        >> journal_failed("never given")
        >> printed("never there")
        >> terminated("never there")
    ).ends()


def test_an_answer_to_an_ask_that_never_was_is_refused() -> None:
    (Story() >> answered(LS, "allow") << "answer is refused: not_open").ends()


def test_an_answer_that_was_read_and_leaves_the_dialog_open_is_unknown() -> None:
    (
        facing(LS)
        >> registry(State.WAITING)
        >> answered(LS, "allow")
        << "ls is shown"
        << "hook gets allow"
        << "desk waits"
        >> printed("hook")
        >> after(OUTCOME_WITHIN)
        << "ls ended: answered, unknown"
        << "answer was unknown: the agent gave no sign that it took the answer"
    ).ends()
