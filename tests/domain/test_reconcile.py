"""One state out of sightings that disagree."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quarterdeck.domain.reconcile import (
    ANSWERED_AFTER,
    BLIND_AFTER,
    IDLE_AFTER,
    REGISTRY_WITHIN,
    conclude,
    next_look,
)
from quarterdeck.domain.sessions import Confidence, Sighting, Source
from quarterdeck.domain.states import State

NOW = 1000.0


def seen(source: Source, state: State, ago: float) -> Sighting:
    return Sighting(source, state, NOW - ago, f"{source} says so", Confidence.HIGH)


def hook(state: State, ago: float) -> Sighting:
    return seen(Source.HOOK, state, ago)


def registry(state: State, ago: float) -> Sighting:
    return seen(Source.REGISTRY, state, ago)


def screen(state: State, ago: float) -> Sighting:
    return seen(Source.SCREEN, state, ago)


def told(state: State, ago: float) -> Sighting:
    return seen(Source.TOLD, state, ago)


def believed(*sightings: Sighting) -> tuple[State, Source]:
    found = conclude(sightings, NOW)
    return found.state, found.source


def test_nobody_knows_what_nobody_saw() -> None:
    assert conclude((), NOW).state is State.UNKNOWN


@pytest.mark.parametrize("source", list(Source))
def test_a_single_source_is_believed(source: Source) -> None:
    assert believed(seen(source, State.IDLE, 1.0)) == (State.IDLE, source)


def test_a_process_that_ended_ended_whatever_the_others_say() -> None:
    gone = seen(Source.PROCESS, State.ENDED, 60.0)
    assert believed(gone, hook(State.WORKING, 0.0), registry(State.IDLE, 0.0))[0] is State.ENDED


def test_a_program_is_believed_where_no_hook_of_ours_speaks() -> None:
    assert believed(told(State.WORKING, 1.0)) == (State.WORKING, Source.TOLD)
    assert believed(hook(State.IDLE, 5.0), told(State.WORKING, 1.0))[0] is State.IDLE
    assert believed(registry(State.IDLE, 5.0), told(State.WORKING, 0.1))[0] is State.WORKING
    assert believed(registry(State.IDLE, 5.0), told(State.WORKING, 3.0))[0] is State.IDLE


@pytest.mark.parametrize("state", [State.LIMITED, State.FAILED])
def test_a_program_may_tell_of_a_limit_or_an_error_until_a_hook_says_otherwise(
    state: State,
) -> None:
    assert believed(hook(State.WORKING, 5.0), told(state, 1.0)) == (state, Source.TOLD)
    assert believed(hook(State.WORKING, 1.0), told(state, 5.0))[0] is State.WORKING
    assert believed(registry(State.IDLE, 0.5), told(state, 1.0))[0] is state


@pytest.mark.parametrize(
    ("exact", "shown", "after"),
    [
        (State.WORKING, State.IDLE, IDLE_AFTER),
        (State.WAITING, State.WORKING, ANSWERED_AFTER),
        (State.WAITING, State.IDLE, ANSWERED_AFTER),
        (State.WORKING, State.UNKNOWN, BLIND_AFTER),
        (State.WORKING, State.FAILED, IDLE_AFTER),
        (State.WORKING, State.LIMITED, IDLE_AFTER),
        (State.STARTING, State.IDLE, IDLE_AFTER),
    ],
)
def test_the_screen_corrects_a_hook_after_a_while(exact: State, shown: State, after: float) -> None:
    assert believed(hook(exact, after - 0.1), screen(shown, after - 0.1))[0] is exact
    assert believed(hook(exact, after), screen(shown, after)) == (shown, Source.SCREEN)


def test_a_correction_is_less_sure_than_a_word() -> None:
    found = conclude((hook(State.WORKING, 9.0), screen(State.IDLE, 9.0)), NOW)
    assert found.confidence is Confidence.MEDIUM


def test_a_dialog_on_the_screen_is_believed_at_once() -> None:
    assert believed(hook(State.WORKING, 1.0), screen(State.WAITING, 0.0))[0] is State.WAITING
    assert believed(registry(State.WORKING, 1.0), screen(State.WAITING, 0.0))[0] is State.WAITING


def test_a_guess_from_the_screen_corrects_nobody() -> None:
    guess = replace(screen(State.WAITING, 0.0), confidence=Confidence.LOW)
    assert believed(hook(State.WORKING, 9.0), guess)[0] is State.WORKING
    assert believed(guess)[0] is State.WAITING


def test_a_session_that_starts_and_cannot_be_read_is_unknown_after_a_while() -> None:
    assert believed(hook(State.STARTING, 60.0), screen(State.UNKNOWN, 60.0))[0] is State.UNKNOWN


def test_an_unreadable_screen_does_not_make_an_idle_session_unknown() -> None:
    assert believed(hook(State.IDLE, 60.0), screen(State.UNKNOWN, 60.0))[0] is State.IDLE


def test_of_hook_and_registry_the_newer_is_believed() -> None:
    assert believed(hook(State.WORKING, 0.5), registry(State.IDLE, 0.6))[0] is State.WORKING
    assert believed(hook(State.WORKING, 0.6), registry(State.IDLE, 0.5))[0] is State.IDLE


def test_a_screen_that_shows_what_the_newer_hook_says_outweighs_an_old_registry() -> None:
    prompted, before = hook(State.WORKING, 3.0), registry(State.IDLE, 5.0)
    assert believed(prompted, before, screen(State.WORKING, 2.0))[0] is State.WORKING
    assert believed(prompted, before, screen(State.WORKING, 4.0))[0] is State.IDLE
    assert believed(prompted, before, screen(State.IDLE, 2.0))[0] is State.IDLE


def test_the_registry_has_the_last_word_once_it_had_time_to_be_written() -> None:
    late = hook(State.WORKING, REGISTRY_WITHIN)
    assert believed(late, registry(State.IDLE, 5.0)) == (State.IDLE, Source.REGISTRY)


@pytest.mark.parametrize("state", [State.FAILED, State.LIMITED])
def test_a_failed_turn_leaves_an_idle_prompt_and_stays_failed(state: State) -> None:
    assert believed(hook(state, 60.0), registry(State.IDLE, 1.0))[0] is state
    assert believed(hook(state, 60.0), registry(State.WORKING, 1.0))[0] is State.WORKING


SIGHTINGS = st.lists(
    st.builds(seen, st.sampled_from(Source), st.sampled_from(State), st.floats(0, 20)),
    unique_by=lambda s: s.source,
)


@given(SIGHTINGS)
def test_whatever_was_seen_is_settled_when_the_last_look_is_over(seen: list[Sighting]) -> None:
    now = NOW
    for _ in range(10):
        look = next_look(seen, now)
        if look is None:
            break
        assert look > now
        now = look
    assert next_look(seen, now) is None
    assert conclude(seen, now).state is conclude(seen, now + 3600.0).state


@given(SIGHTINGS)
def test_nothing_is_concluded_that_no_source_said(seen: list[Sighting]) -> None:
    found = conclude(seen, NOW)
    assert not seen or any(s.state is found.state and s.source is found.source for s in seen)
