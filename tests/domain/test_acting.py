"""Corners of how actions are done."""

from tests.stories.happened import after, done, free, pasted, wanted, withdrawn
from tests.stories.story import Story

from quarterdeck.domain.acting import AFTER_TEXT, REMEMBERED
from quarterdeck.domain.actions import Focus, Interrupt, Send
from quarterdeck.domain.states import Outcome

HELLO = Send("hello")


def test_words_about_actions_that_nobody_wanted_change_nothing() -> None:
    (Story() >> done("it") >> free("it") >> pasted("it") >> withdrawn("it") >> after(9)).ends()


def test_word_that_the_terminal_is_free_comes_too_late_for_a_text_that_is_typed_already() -> None:
    (
        Story()
        >> wanted(HELLO, "hello", patience=9)
        << "hello is waiting"
        << "hello is started"
        << "hello is done"
        >> free("hello")
        >> pasted("hello")
        << "hello is pasted"
        >> pasted("hello")
    ).ends()


def test_a_text_that_is_typed_when_its_patience_ends_is_typed_to_its_end() -> None:
    (
        Story()
        >> wanted(HELLO, "hello", patience=2)
        << "hello is waiting"
        << "hello is started"
        << "hello is done"
        >> after(3)
        >> done("hello", Outcome.BLOCKED, "the agent is working")
        << "hello was blocked: the agent is working"
    ).ends()


def test_a_text_that_never_had_its_turn_says_so_when_its_patience_ends() -> None:
    (
        Story()
        >> wanted(Send("first"), "first")
        << "first is waiting"
        << "first is started"
        << "first is done"
        >> wanted(HELLO, "hello", patience=2)
        << "hello is waiting"
        >> after(3)
        << "hello was blocked: others came first"
    ).ends()


def test_going_to_a_terminal_is_not_withdrawn_by_an_interrupt() -> None:
    (
        Story()
        >> wanted(Focus(), "focus")
        << "focus is waiting"
        << "focus is started"
        << "focus is done"
        >> wanted(Interrupt(), "stop")
        << "stop is waiting"
        << "stop is started"
        << "stop is done"
        >> done("focus")
        << "focus was accepted"
    ).ends()


def test_actions_that_are_over_are_forgotten_after_a_while() -> None:
    story = Story()
    for number in range(REMEMBERED + 1):
        story.watch.handle(wanted(HELLO, f"hello {number}")(story.now), story.now)
        story.watch.handle(done(f"hello {number}")(story.now), story.now)
        story.now += AFTER_TEXT
    (story >> wanted(HELLO, "hello 1") << "hello 1 was accepted").ends()
    assert story.view().actions == ()
    (
        story
        >> wanted(HELLO, "hello 0")
        << "hello 0 is waiting"
        << "hello 0 is started"
        << "hello 0 is done"
    ).ends()
