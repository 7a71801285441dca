"""Dialogs that only the screen tells of."""

from dataclasses import replace

from tests.stories.happened import (
    DESK,
    Happened,
    after,
    an_ask,
    answered,
    asked,
    delivered,
    process_ends,
    prompted,
    runs,
    surface_seen,
)
from tests.stories.story import Story

from quarterdeck.domain.asks import Ask, Kind
from quarterdeck.domain.channels import Keep
from quarterdeck.domain.events import DialogSeen
from quarterdeck.domain.ids import AskId, SubagentId
from quarterdeck.domain.journal import Remembered
from quarterdeck.domain.states import Outcome

TRUST = replace(
    an_ask("trust", kind=Kind.FALLBACK), sign="trust", text="Do you trust\nthis folder? 1. Yes"
)
LS = an_ask("ls")
SEEN = replace(an_ask("seen"), sign="ls", text="Bash command\nls")
OTHER = replace(an_ask("other", kind=Kind.FALLBACK), sign="Another dialog")


def on_screen(ask: Ask | None) -> Happened:
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


def test_a_dialog_behind_which_a_subagents_hook_waits_is_an_ask() -> None:
    (
        Story()
        >> surface_seen()
        >> asked(an_ask("ls", subagent="helper"), "hook", Keep.GATE)
        << "ls is shown"
        << "desk waits"
        >> on_screen(TRUST)
        >> after(1.5)
        << "trust is shown"
    ).ends()


def test_a_dialog_that_was_none_of_the_asks_is_asked_when_they_are_over() -> None:
    (
        Story()
        >> on_screen(TRUST)
        >> asked(LS, "hook")
        << "ls is shown"
        << "hook is kept"
        << "desk waits"
        >> after(10)
        >> runs(LS)
        << "hook is let go"
        << "ls ended: terminal"
        << "desk works"
        >> after(1.4)
        >> after(0.1)
        << "trust is shown"
        << "desk waits"
    ).ends()


def test_a_dialog_that_leaves_with_its_ask_is_not_asked_again() -> None:
    (
        Story()
        >> on_screen(TRUST)
        >> asked(LS, "hook")
        << "ls is shown"
        << "hook is kept"
        << "desk waits"
        >> after(10)
        >> runs(LS)
        << "hook is let go"
        << "ls ended: terminal"
        << "desk works"
        >> on_screen(None)
        >> after(10)
    ).ends()


def test_an_ask_from_the_screen_makes_way_for_a_hook_that_tells_of_the_same_dialog() -> None:
    told = an_ask("ls", kind=Kind.QUESTION)
    told = replace(told, text="Do you trust this folder?")
    (
        standing()
        >> asked(told, "hook")
        << "trust ended: replaced"
        << "ls is shown"
        << "hook is kept"
        << "desk waits"
    ).ends()


def test_an_ask_from_the_screen_stays_beside_another_dialog() -> None:
    (standing() >> asked(LS, "hook") << "ls is shown" << "hook is kept" << "desk waits").ends()


def test_a_dialog_that_a_hook_only_seems_to_hide_is_asked_once() -> None:
    told = replace(LS, subagent=SubagentId("helper"), text="Do you trust this folder?")
    told = replace(told, kind=Kind.QUESTION)
    (
        Story()
        >> surface_seen()
        >> asked(told, "hook", Keep.GATE)
        << "ls is shown"
        << "desk waits"
        >> on_screen(TRUST)
        >> after(20)
    ).ends()


def test_a_notice_of_a_dialog_that_the_screen_shows_is_no_second_ask() -> None:
    (standing() >> asked(an_ask("notice", kind=Kind.FALLBACK))).ends()


def test_what_is_asked_later_does_not_replace_a_dialog_that_stands() -> None:
    permission = replace(TRUST, kind=Kind.PERMISSION)
    (
        Story()
        >> on_screen(permission)
        >> after(1.5)
        << "trust is shown"
        << "desk waits"
        >> asked(an_ask("plan", kind=Kind.PLAN), "hook")
        << "plan is shown"
        << "hook is kept"
        << "desk waits"
    ).ends()


def test_a_dialog_that_outlives_the_daemon_is_the_same_ask() -> None:
    story = standing()
    again = Story(remembered=Remembered(story.view().sessions, story.view().asks, (), ()))
    (again >> on_screen(replace(TRUST, id=AskId("later"))) >> after(10)).ends()


def test_a_dialog_of_a_session_that_ended_is_no_ask() -> None:
    (Story() >> on_screen(TRUST) >> process_ends() << "desk is ended" >> after(10)).ends()


def test_the_ask_ends_when_its_dialog_leaves_the_screen() -> None:
    (standing() >> on_screen(None) << "trust ended: terminal" << "desk works").ends()


def test_another_dialog_on_the_screen_ends_it_and_is_asked_in_turn() -> None:
    (
        standing()
        >> on_screen(OTHER)
        << "trust ended: terminal"
        << "desk works"
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
        << "desk works"
        >> on_screen(None)
    ).ends()
    return story


def typing() -> Story:
    """A story in which keys are on their way to a dialog when its hook arrives."""
    story = Story()
    (
        story
        >> on_screen(SEEN)
        >> after(1.5)
        << "seen is shown"
        << "desk waits"
        >> answered(SEEN, "allow", "keys")
        << "seen is shown"
        << "allow is carried to seen"
        << "desk works"
        >> asked(LS, "hook")
        << "ls is shown"
        << "hook is kept"
        << "desk waits"
    ).ends()
    return story


def test_a_hook_that_arrives_while_keys_are_on_their_way_leaves_nobody_untold() -> None:
    (
        typing()
        >> delivered("keys", Outcome.ACCEPTED)
        << "seen ended: answered, accepted"
        << "keys was accepted"
    ).ends()


def test_a_hook_is_not_answered_while_keys_are_on_their_way_to_its_dialog() -> None:
    (typing() >> answered(LS, "deny") << "answer is refused: answered").ends()


def test_no_keys_are_sent_to_a_dialog_whose_hook_waits() -> None:
    (
        typing()
        >> delivered("keys", Outcome.BLOCKED, "a draft is in the way")
        << "seen is shown"
        << "keys was blocked: a draft is in the way"
        >> answered(SEEN, "allow")
        << "answer is refused: ambiguous"
        >> answered(LS, "allow")
        << "ls is shown"
        << "hook gets allow"
        << "desk waits"
    ).ends()


def test_going_to_a_dialog_presses_nothing_and_is_never_in_the_way() -> None:
    told = replace(an_ask("ls", kind=Kind.QUESTION), text="Do you trust this folder?")
    (
        standing()
        >> answered(TRUST, "focus", "first")
        << "trust is shown"
        << "focus is carried to trust"
        << "desk works"
        >> asked(told, "hook")
        << "ls is shown"
        << "hook is kept"
        << "desk waits"
        >> delivered("first", Outcome.ACCEPTED)
        << "trust is shown"
        << "first was accepted"
        >> answered(TRUST, "focus", "second")
        << "trust is shown"
        << "focus is carried to trust"
    ).ends()


def test_a_new_prompt_leaves_a_dialog_that_stands_on_the_screen() -> None:
    (standing() >> prompted()).ends()


def test_a_dialog_that_outlives_what_a_hook_told_of_it_is_an_ask_again() -> None:
    told = replace(an_ask("ls", kind=Kind.QUESTION), text="Do you trust this folder?")
    (
        standing()
        >> asked(told, "hook")
        << "trust ended: replaced"
        << "ls is shown"
        << "hook is kept"
        << "desk waits"
        >> runs(told)
        << "hook is let go"
        << "ls ended: terminal"
        << "desk works"
        >> on_screen(TRUST)
        >> after(1.5)
        << "trust is shown"
        << "desk waits"
    ).ends()


def test_a_notice_that_is_being_answered_stays_beside_the_dialog_on_the_screen() -> None:
    notice = an_ask("notice", kind=Kind.FALLBACK)
    (
        Story()
        >> asked(notice)
        << "notice is shown"
        << "desk waits"
        >> answered(notice, "focus")
        << "notice is shown"
        << "focus is carried to notice"
        << "desk works"
        >> on_screen(TRUST)
        >> after(1.5)
        << "trust is shown"
        << "desk waits"
        >> delivered("answer", Outcome.ACCEPTED)
        << "notice is shown"
        << "answer was accepted"
    ).ends()


def test_an_ask_that_is_being_answered_waits_for_what_its_keys_did() -> None:
    carrying()


def test_keys_that_came_too_late_leave_no_ask_behind() -> None:
    (
        carrying()
        >> delivered("answer", Outcome.NOT_DELIVERED, "it is gone")
        << "trust ended: terminal, not_delivered"
        << "answer was not_delivered: it is gone"
    ).ends()
