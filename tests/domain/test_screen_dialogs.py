"""Dialogs that only the screen tells of."""

from dataclasses import replace

from tests.stories.happened import (
    DESK,
    Happened,
    a_sight,
    after,
    an_answer,
    an_ask,
    answered,
    asked,
    delivered,
    process_ends,
    prompted,
    runs,
    surface_seen,
    turn_ends,
)
from tests.stories.story import Story

from quarterdeck.domain.ask_bodies import Kind
from quarterdeck.domain.asks import Ask
from quarterdeck.domain.channels import Channel, Keep
from quarterdeck.domain.choices import ALLOW, DENY, Choice, Meaning
from quarterdeck.domain.events import DialogSeen
from quarterdeck.domain.ids import AskId, RequestId
from quarterdeck.domain.journal import Remembered
from quarterdeck.domain.states import Outcome

SAID = "Do you trust\nthis folder? 1. Yes"
YES = (Choice("option-1", "Yes", "", Meaning.ALLOWS),)
TRUST = a_sight("trust", sign="trust", text=SAID, choices=YES)
LS = an_ask("ls")
SEEN = a_sight("seen", sign="ls", text="Bash command\nls", permission=True, choices=(ALLOW, DENY))
OTHER = a_sight("other", sign="Another dialog")


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
    told = an_ask("ls", kind=Kind.QUESTION, subagent="helper")
    told = replace(told, text="Do you trust this folder?")
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
    permission = a_sight("trust", sign="trust", text=SAID, permission=True, choices=(ALLOW, DENY))
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


def on_a_permission() -> Story:
    """A story that begins with a permission that only the screen shows."""
    story = Story()
    (story >> on_screen(SEEN) >> after(1.5) << "seen is shown" << "desk waits").ends()
    return story


def test_a_question_with_the_words_of_a_permission_is_another_dialog() -> None:
    told = replace(an_ask("which", kind=Kind.QUESTION), text="ls")
    (
        on_a_permission()
        >> asked(told, "hook")
        << "which is shown"
        << "hook is kept"
        << "desk waits"
    ).ends()


def test_the_end_of_a_turn_ends_no_dialog_that_stands_on_the_screen() -> None:
    (on_a_permission() >> turn_ends() >> after(10)).ends()


def test_keys_of_an_earlier_run_are_in_nobodys_way() -> None:
    story = on_a_permission()
    (story >> asked(LS, "hook")).forget()
    view = story.view()
    keys = replace(an_answer(SEEN, "allow", "keys"), at=story.now, by_hand=True)
    asks = (replace(SEEN, opened=story.now), *view.asks)
    channel = Channel(RequestId("hook"), LS.id, Keep.RACE, story.now)
    (
        Story(remembered=Remembered(view.sessions, asks, (channel,), (keys,)))
        >> asked(LS, "hook")
        << "hook is kept"
        >> answered(LS, "allow")
        << "ls is shown"
        << "hook gets allow"
        << "desk works"
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
