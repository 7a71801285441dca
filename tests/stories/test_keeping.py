"""Which hooks are kept open, and how long."""

from tests.stories.happened import (
    after,
    an_ask,
    answered,
    asked,
    joins,
    journal_failed,
    printed,
    runs,
    surface_hidden,
    surface_left,
    surface_seen,
)
from tests.stories.story import Story

from quarterdeck.domain.channels import Keep

LS = an_ask("ls", subagent="helper")


def gated() -> Story:
    """A story that begins with a hook that hides the dialog, and somebody who looks."""
    story = Story()
    (
        story >> surface_seen() >> asked(LS, "hook", Keep.GATE) << "ls is shown" << "desk waits"
    ).ends()
    return story


def test_a_hook_beside_a_live_dialog_is_kept_as_long_as_it_takes() -> None:
    (
        Story()
        >> asked(LS, "hook", Keep.RACE)
        << "ls is shown"
        << "hook is kept"
        << "desk waits"
        >> after(3600)
    ).ends()


def test_a_hook_that_hides_the_dialog_is_let_go_after_a_while_and_its_ask_stays() -> None:
    (gated() >> after(29.9) >> after(0.1) << "hook is let go" << "ls is shown").ends()


def test_a_hook_that_hides_the_dialog_is_let_go_at_once_when_nobody_looks() -> None:
    (
        Story()
        >> asked(LS, "hook", Keep.GATE)
        << "ls is shown"
        << "hook is let go"
        << "ls is shown"
        << "desk waits"
    ).ends()


def test_a_surface_that_was_silent_for_ten_seconds_does_not_look() -> None:
    (
        Story()
        >> surface_seen()
        >> after(10.1)
        >> asked(LS, "hook", Keep.GATE)
        << "ls is shown"
        << "hook is let go"
        << "ls is shown"
        << "desk waits"
    ).ends()


def test_a_surface_that_left_does_not_look() -> None:
    (
        Story()
        >> surface_seen()
        >> surface_left()
        >> asked(LS, "hook", Keep.GATE)
        << "ls is shown"
        << "hook is let go"
        << "ls is shown"
        << "desk waits"
    ).ends()


def test_a_page_that_is_hidden_does_not_look_and_does_again_when_it_is_back() -> None:
    (
        gated()
        >> surface_hidden()
        >> after(0.5)
        >> surface_seen()
        >> after(5)
        >> surface_hidden()
        >> after(1)
        << "hook is let go"
        << "ls is shown"
    ).ends()


def test_a_hook_that_hides_the_dialog_is_let_go_when_the_last_surface_leaves() -> None:
    (
        gated()
        >> surface_seen("phone")
        >> surface_left("deck")
        >> after(1)
        >> surface_left("phone")
        >> after(0.9)
        >> after(0.1)
        << "hook is let go"
        << "ls is shown"
    ).ends()


def test_a_hook_that_is_being_answered_is_not_let_go_when_the_last_surface_leaves() -> None:
    (
        gated()
        >> answered(LS, "allow")
        << "ls is shown"
        << "hook gets allow"
        << "desk works"
        >> surface_left()
        >> after(1)
    ).ends()


def test_a_page_that_is_loaded_again_keeps_the_hooks_that_hide_dialogs() -> None:
    (
        gated()
        >> surface_left()
        >> after(0.5)
        >> joins()
        << "deck is drawn"
        >> surface_seen()
        >> after(5)
    ).ends()


def test_of_two_surfaces_one_that_looks_is_enough() -> None:
    (
        Story()
        >> surface_seen("deck")
        >> surface_seen("phone")
        >> surface_left("deck")
        >> asked(LS, "hook", Keep.GATE)
        << "ls is shown"
        << "desk waits"
    ).ends()


def test_an_answer_in_time_travels_on_the_hook_that_hides_the_dialog() -> None:
    (
        gated()
        >> after(29)
        >> answered(LS, "allow")
        << "ls is shown"
        << "hook gets allow"
        << "desk works"
        >> printed("hook")
        >> after(2)
        >> runs(LS)
        >> after(0.5)
        << "ls ended: answered, accepted"
        << "answer was accepted"
    ).ends()


def test_a_hook_that_hides_the_dialog_is_let_go_though_another_is_being_answered() -> None:
    again = an_ask("ls again", command="ls", subagent="helper")
    (
        gated()
        >> after(1)
        >> asked(again, "hook 2", Keep.GATE)
        >> after(28)
        >> answered(LS, "allow")
        << "ls is shown"
        << "hook 2 gets allow"
        << "desk works"
        >> after(1)
        << "hook is let go"
        << "ls is shown"
    ).ends()


def test_an_answer_that_cannot_be_written_down_leaves_no_dialog_hidden() -> None:
    (
        gated()
        >> after(29.98)
        >> answered(LS, "allow")
        << "ls is shown"
        << "hook gets allow"  # the loop holds this back
        << "desk works"
        >> after(0.01)  # now the hook was kept long enough
        >> journal_failed("answer")
        << "ls is shown"
        << "answer was not_delivered: the disk is full"
        << "hook is let go"
        << "ls is shown"
        << "desk waits"
    ).ends()


def test_an_answer_after_the_hook_was_let_go_is_carried_to_the_dialog() -> None:
    (
        gated()
        >> after(30)
        << "hook is let go"
        << "ls is shown"
        >> answered(LS, "allow")
        << "ls is shown"
        << "allow is carried to ls"
        << "desk works"
    ).ends()


def test_a_hook_of_a_printing_run_is_never_kept_and_asks_nobody() -> None:
    story = Story()
    (story >> surface_seen() >> asked(LS, "hook", Keep.NONE) << "hook is let go").ends()
    assert story.view().asks == ()
