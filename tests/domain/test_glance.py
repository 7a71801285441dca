"""Dialogs that only the screen tells of."""

from dataclasses import replace

from tests.stories.story import Story
from tests.stories.words import DESK, Happening, after, an_ask, answered, asked, delivered

from quarterdeck.domain.asks import Ask, Kind
from quarterdeck.domain.events import DialogSeen
from quarterdeck.domain.states import Outcome

TRUST = replace(an_ask("trust", kind=Kind.FALLBACK), sign="Do you trust this folder?")
OTHER = replace(an_ask("other", kind=Kind.FALLBACK), sign="Another dialog")


def on_screen(ask: Ask | None) -> Happening:
    return lambda now: DialogSeen(DESK, ask and replace(ask, opened=now), now)


def standing() -> Story:
    """A story that begins with a dialog that stood on the screen for a while."""
    story = Story()
    (story >> on_screen(TRUST) >> after(1.5) << "trust is shown" << "desk waits").ends()
    return story


def test_a_dialog_that_stays_without_a_hook_is_an_ask() -> None:
    standing()


def test_a_dialog_that_leaves_at_once_is_no_ask() -> None:
    (Story() >> on_screen(TRUST) >> after(1.0) >> on_screen(None) >> after(10)).ends()


def test_a_dialog_of_which_a_hook_told_is_not_asked_twice() -> None:
    (
        Story()
        >> on_screen(TRUST)
        >> asked(an_ask("ls"), "hook")
        << "ls is shown"
        << "hook is kept"
        << "desk waits"
        >> after(10)
    ).ends()


def test_the_ask_ends_when_its_dialog_leaves_the_screen() -> None:
    (standing() >> on_screen(None) << "trust ended: terminal" << "desk is unknown").ends()


def test_another_dialog_on_the_screen_ends_it_and_is_asked_in_turn() -> None:
    (
        standing()
        >> on_screen(OTHER)
        << "trust ended: terminal"
        << "desk is unknown"
        >> after(1.5)
        << "other is shown"
        << "desk waits"
    ).ends()


def test_the_same_dialog_seen_again_is_the_same_ask() -> None:
    (standing() >> on_screen(TRUST) >> after(10)).ends()


def carrying() -> Story:
    """A story in which keys are on their way to the dialog when it leaves the screen."""
    story = standing()
    (
        story
        >> answered(TRUST, "focus")
        << "trust is shown"
        << "focus is carried to trust"
        << "desk is unknown"
        >> on_screen(None)
    ).ends()
    return story


def test_an_ask_that_is_being_answered_waits_for_what_its_keys_did() -> None:
    carrying()


def test_keys_that_came_too_late_leave_no_ask_behind() -> None:
    (
        carrying()
        >> delivered("answer", Outcome.NOT_DELIVERED, "it is gone")
        << "trust ended: terminal, not_delivered"
        << "answer was not_delivered: it is gone"
    ).ends()
