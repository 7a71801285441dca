"""What people want done in a session: it is done in order, once, and its end is told."""

import pytest
from tests.stories.happened import (
    AGENT,
    BARN,
    DESK,
    a_caller,
    a_device,
    after,
    done,
    free,
    journal_failed,
    late,
    noted,
    paired,
    pasted,
    process_ends,
    prompted,
    revoked,
    wanted,
    withdrawn,
)
from tests.stories.story import RULES, Story

from quarterdeck.domain.acting import AFTER_INTERRUPT, AFTER_TEXT
from quarterdeck.domain.actions import (
    Do,
    Focus,
    Interrupt,
    Keys,
    Progress,
    Rename,
    Result,
    Send,
    Stage,
)
from quarterdeck.domain.callers import Role
from quarterdeck.domain.events import ActionRequested, PromptSubmitted
from quarterdeck.domain.journal import Remembered
from quarterdeck.domain.states import Outcome
from quarterdeck.domain.stopping import WIND_DOWN

HELLO = Send("hello")
AGAIN = Send("again")
ENTER = Keys(("Enter",))
STOP = Interrupt()


def typing() -> Story:
    """A story that begins with a text that is being typed."""
    story = Story()
    (
        story
        >> wanted(HELLO, "hello")
        << "hello is waiting"
        << "hello is started"
        << "hello is done"
    ).ends()
    return story


def waiting() -> Story:
    """A story that begins with a text that waits for a working agent, for a minute."""
    story = Story()
    (
        story
        >> wanted(HELLO, "hello", patience=60)
        << "hello is waiting"
        << "hello is started"
        << "hello is done"
        >> done("hello", Outcome.BLOCKED, "the agent is working")
        << "hello is waiting"
        << "hello waits for desk"
    ).ends()
    return story


# The life of an action


@pytest.mark.parametrize("do", [HELLO, ENTER, Focus()])
def test_what_somebody_wants_done_is_done_and_its_end_is_told(do: Do) -> None:
    (
        Story()
        >> wanted(do, "it")
        << "it is waiting"
        << "it is started"
        << "it is done"
        >> done("it")
        << "it was accepted"
    ).ends()


def test_a_name_is_given_by_the_person_and_nothing_is_done_at_the_terminal() -> None:
    story = Story()
    (
        story
        >> wanted(Rename("flagship"), "it")
        << "it is waiting"
        << "it is started"
        << "flagship works"
        << "it was accepted"
    ).ends()
    assert [session.name for session in story.view().sessions] == ["flagship"]
    story = story >> noted(DESK, title="what the agent calls it")
    assert [session.name for session in story.forget().view().sessions] == ["flagship"]
    story = story >> wanted(Rename(""), "back")
    names = [session.name for session in story.forget().view().sessions]
    assert names == ["what the agent calls it"]


def test_a_name_that_another_session_has_gets_a_number() -> None:
    story = Story() >> noted(BARN)
    story = story.forget() >> wanted(Rename("flagship"), "one")
    story = story.forget() >> wanted(Rename("flagship"), "two", session=BARN)
    names = [session.name for session in story.forget().view().sessions]
    assert names == ["flagship", "flagship 2"]


@pytest.mark.parametrize("outcome", [o for o in Outcome if o is not Outcome.ACCEPTED])
def test_no_outcome_is_told_as_another(outcome: Outcome) -> None:
    (typing() >> done("hello", outcome, "why") << f"hello was {outcome}: why").ends()


def test_an_action_is_written_down_before_it_is_done_and_so_is_its_end() -> None:
    (
        Story(journal=True)
        >> wanted(HELLO, "hello")
        << "ActionWritten is written"
        << "hello is waiting"
        << "ActionMoved is written"
        << "hello is started"
        << "hello is done"
        >> done("hello")
        << "ActionOutcome is written"
        << "hello was accepted"
    ).ends()


def test_a_request_that_comes_twice_is_done_once_and_told_the_same() -> None:
    (
        typing()
        >> wanted(HELLO, "hello")
        >> done("hello")
        << "hello was accepted"
        >> wanted(HELLO, "hello")
        << "hello was accepted"
    ).ends()


def test_what_cannot_be_written_down_is_not_done() -> None:
    (
        typing()
        >> journal_failed(actions=("hello",))
        << "hello was not_delivered: the disk is full"
    ).ends()


def test_nothing_is_done_in_a_session_that_nobody_knows() -> None:
    (Story() >> wanted(HELLO, "hello", session=BARN) << "hello is refused: not_found").ends()


# One after the other


def test_texts_and_keys_of_a_session_are_done_one_after_the_other() -> None:
    (
        typing()
        >> wanted(ENTER, "enter")
        << "enter is waiting"
        >> wanted(AGAIN, "again")
        << "again is waiting"
        >> done("hello")
        << "hello was accepted"
        >> after(AFTER_TEXT)
        << "enter is started"
        << "enter is done"
        >> done("enter")
        << "enter was accepted"
        << "again is started"
        << "again is done"
    ).ends()


def test_sessions_do_not_wait_for_each_other() -> None:
    (
        typing()
        >> noted(BARN)
        << "barn is starting"
        >> wanted(AGAIN, "again", session=BARN)
        << "again is waiting"
        << "again is started"
        << "again is done"
    ).ends()


def test_going_to_a_terminal_waits_for_nothing() -> None:
    (
        typing()
        >> wanted(Focus(), "focus")
        << "focus is waiting"
        << "focus is started"
        << "focus is done"
        >> wanted(ENTER, "enter")
        << "enter is waiting"
        >> done("hello")
        << "hello was accepted"
        >> after(AFTER_TEXT)
        << "enter is started"
        << "enter is done"
    ).ends()


# Texts that wait


def test_a_text_without_patience_does_not_wait_for_a_working_agent() -> None:
    (
        typing()
        >> done("hello", Outcome.BLOCKED, "the agent is working")
        << "hello was blocked: the agent is working"
    ).ends()


def test_a_text_that_waits_is_typed_when_the_agent_can_take_it() -> None:
    (
        waiting()
        >> free("hello")
        << "hello is started"
        << "hello is done"
        >> pasted("hello")
        << "hello is pasted"
        >> done("hello")
        << "hello was accepted"
    ).ends()


def test_a_text_that_waited_long_enough_is_blocked_by_what_was_in_its_way() -> None:
    (
        waiting() >> after(61) << "hello is cancelled" << "hello was blocked: the agent is working"
    ).ends()


def test_a_text_that_stood_in_the_composer_does_not_wait_to_be_typed_again() -> None:
    (
        Story()
        >> wanted(HELLO, "hello", patience=60)
        << "hello is waiting"
        << "hello is started"
        << "hello is done"
        >> pasted("hello")
        << "hello is pasted"
        >> done("hello", Outcome.BLOCKED, "a dialog opened")
        << "hello was blocked: a dialog opened"
    ).ends()


def test_keys_do_not_wait_behind_a_text_that_waits() -> None:
    (
        waiting()
        >> wanted(ENTER, "enter")
        << "enter is waiting"
        << "enter is started"
        << "enter is done"
    ).ends()


def test_a_later_text_does_not_pass_one_that_waits() -> None:
    (
        waiting()
        >> wanted(AGAIN, "again", patience=60)
        << "again is waiting"
        >> free("hello")
        << "hello is started"
        << "hello is done"
        >> done("hello")
        << "hello was accepted"
        >> after(AFTER_TEXT)
        << "again is started"
        << "again is done"
    ).ends()


def test_a_text_without_patience_does_not_wait_behind_one_that_waits() -> None:
    (
        waiting()
        >> wanted(AGAIN, "again")
        << "again is waiting"
        << "again was blocked: another text is waiting for the same agent"
    ).ends()


# What is withdrawn


def test_a_text_that_waits_is_not_typed_when_whoever_wanted_it_went_away() -> None:
    (
        waiting()
        >> withdrawn("hello")
        << "hello is cancelled"
        << "hello was not_delivered: the caller went away"
        >> free("hello")
    ).ends()


def test_what_is_being_done_is_done_even_if_whoever_wanted_it_went_away() -> None:
    (typing() >> withdrawn("hello") >> done("hello") << "hello was accepted").ends()


def test_a_text_that_found_no_way_in_does_not_wait_on_for_whoever_went_away() -> None:
    (
        Story()
        >> wanted(HELLO, "hello", patience=60)
        << "hello is waiting"
        << "hello is started"
        << "hello is done"
        >> withdrawn("hello")
        >> done("hello", Outcome.BLOCKED, "the agent is working")
        << "hello was not_delivered: the caller went away"
    ).ends()


def test_what_waited_its_turn_is_not_done_when_whoever_wanted_it_went_away() -> None:
    (
        typing()
        >> wanted(ENTER, "enter")
        << "enter is waiting"
        >> withdrawn("enter")
        << "enter was not_delivered: the caller went away"
        >> done("hello")
        << "hello was accepted"
    ).ends()


def test_a_text_that_waits_is_not_delivered_when_the_agent_is_gone() -> None:
    (
        waiting()
        >> process_ends()
        << "hello is cancelled"
        << "hello was not_delivered: its process ended"
        << "desk is ended"
    ).ends()


@pytest.mark.parametrize(
    ("stage", "told"),
    [
        (Stage.WAITING, "not_delivered: Quarterdeck was restarted first"),
        (Stage.STARTED, "unknown: Quarterdeck was restarted in the middle of it"),
        (Stage.PASTED, "unknown: Quarterdeck was restarted in the middle of it"),
    ],
)
def test_after_a_restart_what_waited_was_not_delivered_and_the_rest_is_unknown(
    stage: Stage, told: str
) -> None:
    event = wanted(HELLO, "hello", patience=60)(0.0)
    assert isinstance(event, ActionRequested)
    session = Story().view().sessions
    left = Remembered(session, (), (), (), actions=(Progress(event.action, stage, None),))
    (Story(RULES, left) >> after(0.1) << f"hello was {told}").ends()


def test_what_was_over_before_a_restart_is_not_done_again_after_it() -> None:
    again = wanted(HELLO, "hello")
    event = again(0.0)
    assert isinstance(event, ActionRequested)
    over = Progress(event.action, Stage.ENDED, Result(Outcome.ACCEPTED, ""))
    before = Remembered(Story().view().sessions, (), (), (), actions=(over,))
    (Story(RULES, before) >> again << "hello was accepted").ends()


# Interrupts


def test_an_interrupt_withdraws_what_waits_and_is_done_at_once() -> None:
    (
        waiting()
        >> wanted(STOP, "stop")
        << "stop is waiting"
        << "hello is cancelled"
        << "hello was not_delivered: an interrupt came first"
        << "stop is started"
        << "stop is done"
    ).ends()


def test_an_interrupt_lets_a_text_that_is_being_typed_come_to_its_end() -> None:
    (
        typing()
        >> pasted("hello")
        << "hello is pasted"
        >> wanted(STOP, "stop")
        << "stop is waiting"
        >> after(0.9)
        >> done("hello")
        << "hello was accepted"
        << "stop is started"
        << "stop is done"
        >> after(5)
    ).ends()


def test_an_interrupt_that_was_written_down_late_has_waited_already() -> None:
    (
        typing()
        >> late(0.6, wanted(STOP, "stop"))
        << "stop is waiting"
        >> after(0.4)
        << "hello is cancelled"
        << "stop is started"
        << "stop is done"
    ).ends()


def test_an_interrupt_waits_no_longer_than_a_second() -> None:
    (
        typing()
        >> wanted(STOP, "stop")
        << "stop is waiting"
        >> after(1.0)
        << "hello is cancelled"
        << "stop is started"
        << "stop is done"
        >> done("hello", Outcome.UNKNOWN, "an interrupt came first")
        << "hello was unknown: an interrupt came first"
        >> done("stop")
        << "stop was accepted"
        << "desk works"
    ).ends()


def test_a_text_that_found_no_way_in_does_not_wait_on_behind_an_interrupt() -> None:
    (
        Story()
        >> wanted(HELLO, "hello", patience=60)
        << "hello is waiting"
        << "hello is started"
        << "hello is done"
        >> wanted(STOP, "stop")
        << "stop is waiting"
        >> done("hello", Outcome.BLOCKED, "the agent is working")
        << "hello was not_delivered: an interrupt came first"
        << "stop is started"
        << "stop is done"
    ).ends()


def test_an_interrupt_overtakes_what_waits_its_turn() -> None:
    (
        typing()
        >> wanted(ENTER, "enter")
        << "enter is waiting"
        >> wanted(STOP, "stop")
        << "stop is waiting"
        << "enter was not_delivered: an interrupt came first"
        >> done("hello")
        << "hello was accepted"
        << "stop is started"
        << "stop is done"
    ).ends()


def test_what_is_wanted_after_an_interrupt_is_done_after_it() -> None:
    (
        Story()
        >> wanted(STOP, "stop")
        << "stop is waiting"
        << "stop is started"
        << "stop is done"
        >> wanted(HELLO, "hello")
        << "hello is waiting"
        >> done("stop")
        << "stop was accepted"
        << "desk works"
        >> after(AFTER_INTERRUPT)
        << "hello is started"
        << "hello is done"
    ).ends()


def test_a_text_is_done_at_once_after_an_interrupt_that_had_nothing_to_stop() -> None:
    (
        Story()
        >> wanted(STOP, "stop")
        << "stop is waiting"
        << "stop is started"
        << "stop is done"
        >> done("stop", Outcome.BLOCKED, "nothing to stop")
        << "stop was blocked: nothing to stop"
        >> wanted(HELLO, "hello")
        << "hello is waiting"
        << "hello is started"
        << "hello is done"
    ).ends()


def test_an_interrupt_does_not_wait_after_a_text() -> None:
    (
        typing()
        >> done("hello")
        << "hello was accepted"
        >> wanted(STOP, "stop")
        << "stop is waiting"
        << "stop is started"
        << "stop is done"
    ).ends()


def stopped(story: Story) -> bool:
    [session] = story.view().sessions
    return session.stopped


@pytest.mark.parametrize("do", [STOP, WIND_DOWN])
def test_a_session_that_was_stopped_is_known_as_such_until_it_gets_a_prompt(do: Do) -> None:
    story = Story()
    (
        story
        >> wanted(do, "stop")
        << "stop is waiting"
        << "stop is started"
        << "stop is done"
        >> done("stop")
        << "stop was accepted"
        << "desk works"
        # The agent takes what asked it to stop from its queue: nothing else to do yet.
        >> (lambda now: PromptSubmitted(DESK, WIND_DOWN.text, now))
    ).ends()
    assert stopped(story)
    (story >> prompted() << "desk works").ends()
    assert not stopped(story)


def test_a_stop_that_did_not_arrive_stops_nothing() -> None:
    story = Story()
    story = story >> wanted(WIND_DOWN, "stop")
    story = story.forget() >> done("stop", Outcome.BLOCKED, "there is a draft")
    assert not stopped(story.forget())


def test_two_interrupts_are_never_under_way_at_once() -> None:
    """A second Escape right after the first opens another dialog."""
    (
        typing()
        >> wanted(STOP, "stop")
        << "stop is waiting"
        >> wanted(STOP, "stop 2")
        << "stop 2 is waiting"
        >> after(2)
        << "hello is cancelled"
        << "stop is started"
        << "stop is done"
        >> done("hello", Outcome.UNKNOWN)
        << "hello was unknown"
        >> done("stop")
        << "stop was accepted"
        << "desk works"
        >> after(AFTER_INTERRUPT)
        << "stop 2 is started"
        << "stop 2 is done"
    ).ends()


def test_an_interrupt_of_one_session_leaves_the_others_alone() -> None:
    (
        waiting()
        >> noted(BARN)
        << "barn is starting"
        >> wanted(STOP, "stop", session=BARN)
        << "stop is waiting"
        << "stop is started"
        << "stop is done"
        >> free("hello")
        << "hello is started"
        << "hello is done"
    ).ends()


# Who may


@pytest.mark.parametrize("do", [HELLO, ENTER, STOP, Focus()])
def test_no_agent_does_anything_in_a_session(do: Do) -> None:
    (Story() >> wanted(do, "it", by=AGENT) << "it is refused: refused").ends()


@pytest.mark.parametrize(
    ("role", "do", "may"),
    [
        (Role.VIEW, Focus(), False),
        (Role.ANSWER, Focus(), True),
        (Role.ANSWER, STOP, True),
        (Role.ANSWER, HELLO, False),
        (Role.ANSWER, ENTER, False),
    ],
)
def test_a_role_says_what_may_be_done(role: Role, do: Do, may: bool) -> None:
    story = Story() >> wanted(do, "it", by=a_caller(role=role))
    if may:
        (story << "it is waiting" << "it is started" << "it is done").ends()
    else:
        (story << "it is refused: refused").ends()


def test_a_text_that_waited_is_not_typed_for_a_device_that_was_revoked_meanwhile() -> None:
    tablet = a_device("tablet")
    (
        Story()
        >> paired(tablet)
        >> wanted(HELLO, "hello", session=DESK, by=tablet.caller(), patience=60)
        << "hello is waiting"
        << "hello is started"
        << "hello is done"
        >> done("hello", Outcome.BLOCKED, "the agent is working")
        << "hello is waiting"
        << "hello waits for desk"
        >> revoked("tablet")
        >> free("hello")
        << "hello was not_delivered: This device was revoked."
    ).ends()
