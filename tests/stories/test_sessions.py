"""Sessions: their names, colours and states."""

from dataclasses import replace
from functools import partial

from tests.stories.happened import (
    BARN,
    DESK,
    after,
    an_ask,
    asked,
    late,
    noted,
    process_ends,
    registry,
    runs,
    says_goodbye,
    sighted,
    starts,
)
from tests.stories.story import Story

from quarterdeck.domain.ask_bodies import Kind
from quarterdeck.domain.effects import Record
from quarterdeck.domain.events import CallRated, Sighted
from quarterdeck.domain.ids import CallId
from quarterdeck.domain.journal import CallWritten
from quarterdeck.domain.risk import Level
from quarterdeck.domain.sessions import OWN_MENU, Confidence, Sighting, Source
from quarterdeck.domain.states import State

HOOK, REGISTRY, SCREEN = Source.HOOK, Source.REGISTRY, Source.SCREEN
LS = an_ask("ls")


def state(story: Story) -> tuple[State, str]:
    """What the desk is doing, and by whose word."""
    found = next(s for s in story.view().sessions if s.id == DESK)
    return found.state, found.reason


# Names and colours


def test_a_session_is_named_after_its_directory_and_colours_go_round_in_order() -> None:
    story = Story(seen=None)
    (story >> noted(BARN) << "barn is starting").ends()
    assert [(s.name, s.colour) for s in story.view().sessions] == [("desk", 0), ("barn", 1)]


def test_two_sessions_in_one_directory_have_two_names() -> None:
    story = Story(seen=None)
    (story >> noted(BARN, cwd="/home/ada/desk") << "desk 2 is starting").ends()


def test_a_title_becomes_the_name() -> None:
    (Story(seen=None) >> noted(DESK, title="boats") << "boats is starting").ends()


def test_a_session_that_goes_elsewhere_keeps_its_name() -> None:
    (Story(seen=None) >> noted(DESK, cwd="/home/ada/barn") << "desk is starting").ends()


def test_a_name_is_free_again_when_its_session_ended() -> None:
    (
        Story(seen=None)
        >> process_ends()
        << "desk is ended"
        >> noted(BARN, cwd="/home/ada/desk")
        << "desk is starting"
    ).ends()


def test_nothing_new_shows_nothing() -> None:
    (Story(seen=None) >> noted(DESK)).ends()


def test_a_new_conversation_in_the_same_process_is_the_same_session() -> None:
    story = Story(seen=None)
    (story >> noted(DESK, agent_session="second") << "desk is starting").ends()
    assert len(story.view().sessions) == 1


# States


def test_a_session_waits_while_it_asks() -> None:
    story = Story(seen=None)
    (
        story
        >> sighted(HOOK, State.WORKING)
        << "desk works"
        >> asked(LS)
        << "ls is shown"
        << "desk waits"
    ).ends()
    assert state(story) == (State.WAITING, "waits for you: ls")


def test_a_note_lets_nobody_wait() -> None:
    (
        Story(seen=None)
        >> sighted(HOOK, State.IDLE)
        << "desk is idle"
        >> asked(an_ask("done", kind=Kind.DONE))
        << "done is shown"
    ).ends()


def test_a_sighting_that_is_older_than_what_its_source_said_changes_nothing() -> None:
    (
        Story(seen=None)
        >> after(2)
        >> sighted(HOOK, State.IDLE)
        << "desk is idle"
        >> late(1, sighted(HOOK, State.WORKING))
    ).ends()


def test_an_ended_process_stays_ended_whatever_late_hooks_say() -> None:
    (
        Story(seen=None)
        >> process_ends()
        << "desk is ended"
        >> sighted(HOOK, State.WORKING)
        >> sighted(REGISTRY, State.IDLE)
    ).ends()


def test_a_session_that_said_goodbye_is_ended_and_waits_for_nobody() -> None:
    (
        Story()
        >> says_goodbye()
        << "desk is ended"
        >> asked(LS, "hook")
        << "ls is shown"
        << "hook is kept"
    ).ends()


# Sightings that disagree


def test_a_dialog_on_the_screen_is_believed_at_once() -> None:
    (
        Story(seen=None)
        >> sighted(HOOK, State.WORKING)
        << "desk works"
        >> sighted(SCREEN, State.WAITING)
        << "desk waits"
    ).ends()


def test_an_idle_screen_is_believed_after_five_seconds() -> None:
    (
        Story(seen=None)
        >> sighted(HOOK, State.WORKING)
        << "desk works"
        >> sighted(SCREEN, State.IDLE)
        >> after(4.9)
        >> after(0.2)
        << "desk is idle"
    ).ends()


def test_a_dialog_that_is_not_on_the_screen_was_answered_after_two_seconds() -> None:
    (
        Story(seen=None)
        >> sighted(HOOK, State.WAITING)
        << "desk waits"
        >> sighted(SCREEN, State.WORKING)
        >> after(1.9)
        >> after(0.2)
        << "desk works"
    ).ends()


def test_a_screen_from_before_the_hook_corrects_nothing() -> None:
    (
        Story(seen=None)
        >> sighted(HOOK, State.WORKING)
        << "desk works"
        >> late(0.02, sighted(SCREEN, State.IDLE))
        >> after(60)
    ).ends()


def test_the_screen_does_not_overrule_the_registry() -> None:
    (
        Story(seen=None)
        >> sighted(REGISTRY, State.WORKING)
        << "desk works"
        >> sighted(SCREEN, State.IDLE)
        >> after(60)
    ).ends()


def test_a_screen_that_nobody_can_read_is_unknown_after_ten_seconds_not_idle() -> None:
    (
        Story(seen=None)
        >> sighted(HOOK, State.WORKING)
        << "desk works"
        >> sighted(SCREEN, State.UNKNOWN)
        >> after(9.9)
        >> after(0.2)
        << "desk is unknown"
    ).ends()


def test_a_hook_is_believed_until_the_registry_had_time_to_be_written() -> None:
    (
        Story(seen=None)
        >> sighted(REGISTRY, State.IDLE)
        << "desk is idle"
        >> sighted(HOOK, State.WORKING)
        << "desk works"
        >> after(0.9)
        >> after(0.2)
        << "desk is idle"
    ).ends()


def test_a_newer_registry_is_believed_at_once() -> None:
    (
        Story(seen=None)
        >> sighted(HOOK, State.WORKING)
        << "desk works"
        >> sighted(REGISTRY, State.IDLE)
        << "desk is idle"
    ).ends()


def test_a_failed_turn_stays_failed_though_its_prompt_is_idle() -> None:
    (
        Story(seen=None)
        >> sighted(HOOK, State.FAILED)
        << "desk is failed"
        >> sighted(REGISTRY, State.IDLE)
        >> after(60)
        >> sighted(REGISTRY, State.WORKING)
        << "desk works"
    ).ends()


def test_every_change_of_state_is_written_down_before_it_is_shown() -> None:
    (
        Story(seen=None, journal=True)
        >> sighted(HOOK, State.WORKING)
        << "StateChanged is written"
        << "SessionWritten is written"
        << "desk works"
    ).ends()


def test_a_menu_that_the_person_opened_waits_for_nobody() -> None:
    story = Story()
    story >> registry(State.IDLE)
    menu = Sighting(Source.REGISTRY, State.WAITING, story.now + 1, OWN_MENU, Confidence.HIGH)
    story.forget() >> after(1)
    story.forget() >> (lambda _: Sighted(DESK, menu))
    assert state(story.forget()) == (State.IDLE, OWN_MENU)


def test_what_an_agent_did_is_forgotten_when_its_turn_ends_by_whatever_way() -> None:
    story = Story()
    story >> noted(DESK, activity="Bash: Clean the build directory")
    story.forget() >> sighted(Source.HOOK, State.WORKING)
    assert story.forget().view().sessions[0].facts.activity == "Bash: Clean the build directory"
    story >> after(2)
    story.forget() >> registry(State.IDLE)
    assert story.forget().view().sessions[0].facts.activity == ""


def test_a_call_that_ran_is_written_down_with_when_it_began() -> None:
    rated = partial(CallRated, DESK, CallId("call"), "Bash", "Bash: make", Level.MEDIUM, True)
    story = Story()
    story >> starts(LS, "call")
    began = story.now
    story.forget() >> after(2)
    story.forget() >> runs(LS, "call")
    (record,) = story.watch.handle(rated(story.now), story.now)
    told = ("Bash", "Bash: make", Level.MEDIUM)
    written = CallWritten(DESK, CallId("call"), *told, began, story.now, ok=True)
    assert record == Record(written)
    (unknown,) = Story().watch.handle(rated(5.0), 5.0)
    assert isinstance(unknown, Record)
    assert unknown.entry == replace(written, began=None, ended=5.0)
