"""What is known of a session."""

from dataclasses import replace

import pytest
from tests.contracts.test_store import a_session

from quarterdeck.domain.sessions import (
    Confidence,
    Facts,
    Sighting,
    Source,
    Terminal,
    name_for,
)
from quarterdeck.domain.states import Mode, State

PANE = Terminal(socket="/tmp/tmux", server_pid=7, pane="%1")


def seen(state: State, at: float, source: Source = Source.HOOK) -> Sighting:
    return Sighting(source, state, at, "", Confidence.HIGH)


def test_newer_facts_replace_only_what_they_know() -> None:
    known = Facts(cwd="/a", model="large", mode=Mode.PLAN)
    assert known.merged(Facts(cwd="/b")) == Facts(cwd="/b", model="large", mode=Mode.PLAN)
    assert known.merged(Facts()) == known


def test_an_empty_word_is_something_that_is_known() -> None:
    assert Facts(activity="builds").merged(Facts(activity="")).activity == ""


def test_a_terminal_keeps_what_only_an_earlier_source_knew() -> None:
    merged = Facts(terminal=PANE).merged(
        Facts(terminal=Terminal(socket="/tmp/tmux", pane="%1", tty="/dev/pts/3"))
    )
    assert merged.terminal == Terminal(
        socket="/tmp/tmux", server_pid=7, pane="%1", tty="/dev/pts/3"
    )


def test_another_pane_is_another_terminal() -> None:
    other = Terminal(socket="/tmp/tmux", pane="%2")
    assert Facts(terminal=PANE).merged(Facts(terminal=other)).terminal == other


def test_the_pane_in_which_a_process_was_found_outweighs_one_that_is_named() -> None:
    found = Terminal(socket="/tmp/tmux", pane="%2", pane_pid=9, tty="/dev/pts/3")
    assert Facts(terminal=found).merged(Facts(terminal=PANE)).terminal == found
    assert Facts(terminal=PANE).merged(Facts(terminal=found)).terminal == found
    moved = replace(found, pane="%3", pane_pid=10)
    assert Facts(terminal=found).merged(Facts(terminal=moved)).terminal == moved


def test_whoever_names_no_pane_takes_none_away() -> None:
    merged = Facts(terminal=PANE).merged(Facts(terminal=Terminal(iterm_pane="w0t1")))
    assert merged.terminal == replace(PANE, iterm_pane="w0t1")


def test_a_source_is_believed_in_the_order_in_which_it_saw() -> None:
    session = a_session("desk").seeing(seen(State.WORKING, 2.0))
    assert session.seeing(seen(State.IDLE, 1.0)) is session
    newer = session.seeing(seen(State.IDLE, 3.0))
    assert newer.sighting(Source.HOOK) == seen(State.IDLE, 3.0)
    assert len(newer.sightings) == 1


def test_each_source_has_its_own_word() -> None:
    session = a_session("desk").seeing(seen(State.WORKING, 2.0))
    both = session.seeing(seen(State.IDLE, 1.0, Source.REGISTRY))
    assert {s.source for s in both.sightings} == {Source.HOOK, Source.REGISTRY}
    assert both.sighting(Source.SCREEN) is None


@pytest.mark.parametrize(
    ("facts", "taken", "name"),
    [
        (Facts(cwd="/home/ada/boats"), set(), "boats"),
        (Facts(cwd="/home/ada/boats/"), set(), "boats"),
        (Facts(cwd="/home/ada/boats", title="sails"), set(), "sails"),
        (Facts(cwd="/"), set(), "session"),
        (Facts(), {"session"}, "session 2"),
        (Facts(cwd="/boats"), {"boats", "boats 2"}, "boats 3"),
    ],
)
def test_a_name_is_short_and_nobody_elses(facts: Facts, taken: set[str], name: str) -> None:
    assert name_for(facts, taken) == name
