"""Corners of evidence; the rules are told in tests/stories/test_evidence.py."""

from tests.stories.happened import (
    BARN,
    after,
    an_ask,
    answered,
    asked,
    form_ends,
    passed_over,
    printed,
    prompted,
    runs,
    turn_ends,
    wrote_down,
)
from tests.stories.story import Story, facing

from quarterdeck.domain.ask_bodies import Kind

LS = an_ask("ls")


def test_what_an_agent_wrote_down_about_no_answer_of_ours_changes_nothing() -> None:
    (facing(LS) >> wrote_down(LS, allowed=True) >> passed_over(LS)).ends()


def test_another_session_ends_nothing_here() -> None:
    theirs = an_ask("ls", session=BARN)
    (facing(LS) >> turn_ends(BARN) >> prompted(BARN) >> form_ends(theirs) >> runs(theirs)).ends()


def test_the_end_of_a_form_ends_no_permission() -> None:
    (facing(LS) >> form_ends(LS)).ends()


def test_a_prompt_ends_no_decision() -> None:
    (facing(LS) >> prompted()).ends()


def test_a_record_that_contradicts_our_answer_says_that_the_terminal_was_faster() -> None:
    (
        facing(LS)
        >> answered(LS, "deny")
        << "ls is shown"
        << "hook gets deny"
        << "desk works"
        >> printed("hook")
        >> wrote_down(LS, allowed=True)
        << "ls ended: terminal, not_delivered"
        << "answer was not_delivered: the terminal was faster"
    ).ends()


def test_a_late_record_corrects_what_was_unknown_both_ways() -> None:
    for word, ending in (
        (wrote_down(LS, allowed=True), "ls ended: answered, accepted"),
        (passed_over(LS), "ls ended: terminal, not_delivered"),
    ):
        story = facing(LS)
        for happened in (answered(LS, "allow"), printed("hook"), after(5)):
            story = story.forget() >> happened
        (story.forget() >> word << ending).ends()


def test_news_that_are_being_answered_stay_when_a_prompt_comes() -> None:
    limit = an_ask("limit", kind=Kind.LIMIT)
    (
        Story()
        >> asked(limit)
        << "limit is shown"
        >> answered(limit, "retry")
        << "limit is shown"
        << "retry is carried to limit"
        >> prompted()
    ).ends()
