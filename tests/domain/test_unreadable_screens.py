"""Screens that nobody can read."""

from tests.stories.happened import (
    after,
    answered,
    delivered,
    process_ends,
    sighted,
)
from tests.stories.story import Story

from quarterdeck.domain.journal import Remembered
from quarterdeck.domain.sessions import Source
from quarterdeck.domain.states import Outcome, State

UNREADABLE = sighted(Source.SCREEN, State.UNKNOWN)


def blind() -> tuple[Story, str]:
    """A story in which a screen could not be read for a while, and the ask that tells so."""
    story = Story(seen=None)
    (story >> UNREADABLE << "desk is unknown" >> after(9.9)).ends()
    (story >> after(0.2)).forget()
    (ask,) = story.view().asks
    return story, ask.id


def test_a_screen_that_stays_unreadable_is_told_of() -> None:
    story, _ = blind()
    (ask,) = story.view().asks
    assert ask.title == "Cannot read this screen"
    assert [c.label for c in ask.choices] == ["Go there", "Dismiss"]


def test_the_session_stays_unknown_it_does_not_wait() -> None:
    story, _ = blind()
    assert [s.state for s in story.view().sessions] == [State.UNKNOWN]


def test_it_is_told_once_however_often_the_screen_changes() -> None:
    story, _ = blind()
    (story >> UNREADABLE >> after(60) >> UNREADABLE >> after(60)).ends()


def test_it_leaves_when_the_screen_can_be_read_again() -> None:
    story, ask = blind()
    (
        story >> sighted(Source.SCREEN, State.IDLE) << "desk is idle" << f"{ask} ended: replaced"
    ).ends()


def test_a_screen_that_is_strange_for_a_moment_is_not_worth_a_word() -> None:
    (
        Story(seen=None)
        >> UNREADABLE
        << "desk is unknown"
        >> after(9)
        >> sighted(Source.SCREEN, State.IDLE)
        << "desk is idle"
        >> UNREADABLE
        << "desk is unknown"
        >> after(5)
    ).ends()


def test_it_is_told_once_across_a_restart() -> None:
    story, _ = blind()
    view = story.view()
    again = Story(remembered=Remembered(view.sessions, view.asks, (), ()))
    (again >> UNREADABLE >> after(60)).ends()


def test_it_stays_while_somebody_is_on_the_way_there() -> None:
    story, ask = blind()
    (noted,) = story.view().asks
    (
        story
        >> answered(noted, "focus")
        << f"{ask} is shown"
        << f"focus is carried to {ask}"
        >> sighted(Source.SCREEN, State.IDLE)
        << "desk is idle"
        >> delivered("answer", Outcome.ACCEPTED)
        << f"{ask} is shown"
        << "answer was accepted"
        << f"{ask} ended: replaced"
    ).ends()


def test_it_leaves_with_its_session() -> None:
    story, ask = blind()
    (story >> process_ends() << f"{ask} ended: gone" << "desk is ended").ends()
