"""What surfaces show, and which presses are meant."""

import pytest
from tests.stories.happened import (
    AGENT,
    a_device,
    after,
    an_ask,
    answered,
    asked,
    holds,
    joins,
    paired,
    pressed,
    revoked,
    runs,
    shows,
    surface_hidden,
    surface_left,
)
from tests.stories.story import Story, facing

from quarterdeck.domain.ask_bodies import Kind
from quarterdeck.domain.asks import Ask
from quarterdeck.domain.risk import Level

LS = an_ask("ls")
DROP = an_ask("drop", level=Level.CRITICAL)


def shown(ask: Ask) -> Story:
    """A story that begins with an ask that a surface has shown for a while."""
    story = facing(ask)
    (story >> shows(ask) << "deck is drawn" >> after(5)).ends()
    return story


def test_a_press_on_a_face_answers_its_ask() -> None:
    (shown(LS) >> pressed(LS, "allow") << "ls is shown" << "hook gets allow" << "desk works").ends()


def test_a_press_says_on_which_surface_it_was() -> None:
    story = shown(LS)
    (story >> pressed(LS, "allow")).forget()
    assert story.view().answering[LS.id].by == "deck"


# What the press saw


def test_a_press_on_a_face_that_was_never_shown_answers_nothing_and_redraws() -> None:
    (facing(LS) >> pressed(LS, "allow") << "press is refused: not_shown" << "deck is drawn").ends()


def test_a_press_on_a_made_up_face_answers_nothing_and_redraws() -> None:
    (
        shown(LS)
        >> pressed(LS, "allow", face="made up")
        << "press is refused: not_shown"
        << "deck is drawn"
    ).ends()


def test_a_press_on_a_face_that_is_gone_answers_nothing_and_redraws() -> None:
    (
        shown(LS)
        >> runs(LS, "call of ls")
        << "hook is let go"
        << "ls ended: terminal"
        << "desk works"
        >> pressed(LS, "allow")
        << "press is refused: not_open"
        << "deck is drawn"
    ).ends()


def test_a_press_on_what_the_surface_shows_no_longer_answers_nothing() -> None:
    (
        shown(LS)
        >> shows()
        << "deck is drawn"
        >> pressed(LS, "allow")
        << "press is refused: not_shown"
        << "deck is drawn"
    ).ends()


def test_a_press_on_one_surface_does_not_count_for_what_another_shows() -> None:
    (
        shown(LS)
        >> pressed(LS, "allow", surface="phone")
        << "press is refused: not_shown"
        << "phone is drawn"
    ).ends()


def test_the_second_of_two_surfaces_is_told_where_it_was_answered() -> None:
    (
        shown(LS)
        >> shows(LS, surface="phone")
        << "phone is drawn"
        >> after(1)
        >> pressed(LS, "allow")
        << "ls is shown"
        << "hook gets allow"
        << "desk works"
        >> pressed(LS, "deny", "late", surface="phone")
        << "late is refused: answered"
        << "phone is drawn"
    ).ends()


def test_a_surface_that_left_presses_nothing() -> None:
    (
        shown(LS)
        >> surface_left()
        >> pressed(LS, "allow")
        << "press is refused: not_shown"
        << "deck is drawn"
    ).ends()


def test_a_surface_that_came_back_has_yet_to_show_what_is_pressed() -> None:
    (
        shown(LS)
        >> surface_left()
        >> joins()
        << "deck is drawn"
        >> pressed(LS, "allow")
        << "press is refused: not_shown"
        << "deck is drawn"
    ).ends()


# Guards


@pytest.mark.parametrize("seconds", [0.0, 0.48])
def test_a_press_on_a_face_that_only_just_appeared_does_nothing(seconds: float) -> None:
    (
        facing(LS)
        >> after(10)
        >> shows(LS)
        << "deck is drawn"
        >> after(seconds)
        >> pressed(LS, "allow")
        << "press is refused: guarded"
        << "deck is drawn"
    ).ends()


def test_the_guard_counts_from_when_the_face_was_seen_first() -> None:
    (
        facing(LS)
        >> shows(LS)
        << "deck is drawn"
        >> after(0.3)
        >> shows(LS)
        >> after(0.2)
        >> pressed(LS, "allow")
        << "ls is shown"
        << "hook gets allow"
        << "desk works"
    ).ends()


def test_the_guard_begins_again_when_a_face_moves_to_another_key() -> None:
    (
        facing(LS)
        >> shows(LS, key="1")
        << "deck is drawn"
        >> after(1)
        >> shows(LS, key="2")
        >> pressed(LS, "allow")
        << "press is refused: guarded"
        << "deck is drawn"
    ).ends()


def test_the_guard_begins_again_when_a_face_was_out_of_sight() -> None:
    (
        shown(LS)
        >> surface_hidden()
        >> shows(LS)
        << "deck is drawn"
        >> pressed(LS, "allow")
        << "press is refused: guarded"
        << "deck is drawn"
    ).ends()


def test_a_small_thing_can_be_dismissed_at_once() -> None:
    done = an_ask("done", kind=Kind.DONE)
    (
        Story()
        >> asked(done)
        << "done is shown"
        >> shows(done)
        << "deck is drawn"
        >> pressed(done, "dismiss")
        << "done ended: dismissed, accepted"
        << "press was accepted"
    ).ends()


def test_a_note_that_offers_to_allow_something_is_guarded_like_a_decision() -> None:
    blocked = an_ask("blocked", kind=Kind.BLOCKED)
    (
        Story()
        >> asked(blocked)
        << "blocked is shown"
        >> shows(blocked)
        << "deck is drawn"
        >> after(0.4)
        >> pressed(blocked, "allow_next")
        << "press is refused: guarded"
        << "deck is drawn"
    ).ends()


# Holding


def test_what_is_critical_is_allowed_by_holding_it() -> None:
    (
        shown(DROP)
        >> holds(DROP, "allow")
        >> after(1.0)
        >> pressed(DROP, "allow", held=1.0)
        << "drop is shown"
        << "hook gets allow"
        << "desk works"
    ).ends()


def test_what_is_critical_is_denied_without_holding_it() -> None:
    (
        shown(DROP) >> pressed(DROP, "deny") << "drop is shown" << "hook gets deny" << "desk works"
    ).ends()


@pytest.mark.parametrize(
    ("waited", "held"),
    [
        (1.5, 0.99),  # the surface itself says that it was too short
        (0.5, 1.0),  # the surface says more than can be
        (2.0, None),  # it was pressed, not held
    ],
)
def test_a_hold_that_was_too_short_allows_nothing(waited: float, held: float | None) -> None:
    (
        shown(DROP)
        >> holds(DROP, "allow")
        >> after(waited)
        >> pressed(DROP, "allow", held=held)
        << "press is refused: needs_confirmation"
        << "deck is drawn"
    ).ends()


def test_word_of_a_hold_may_come_a_quarter_of_a_second_late() -> None:
    (
        shown(DROP)
        >> holds(DROP, "allow")
        >> after(0.75)
        >> pressed(DROP, "allow", held=1.0)
        << "drop is shown"
        << "hook gets allow"
        << "desk works"
    ).ends()


def test_a_hold_that_nobody_saw_begin_allows_nothing() -> None:
    (
        shown(DROP)
        >> pressed(DROP, "allow", held=5.0)
        << "press is refused: needs_confirmation"
        << "deck is drawn"
    ).ends()


def test_a_hold_is_over_when_the_connection_is_lost() -> None:
    (
        shown(DROP)
        >> holds(DROP, "allow")
        >> surface_left()
        >> joins()
        << "deck is drawn"
        >> shows(DROP)
        << "deck is drawn"
        >> after(5)
        >> pressed(DROP, "allow", held=5.0)
        << "press is refused: needs_confirmation"
        << "deck is drawn"
    ).ends()


def test_a_hold_that_began_before_the_face_was_armed_does_nothing() -> None:
    (
        facing(DROP)
        >> shows(DROP)
        << "deck is drawn"
        >> holds(DROP, "allow")
        >> after(1.5)
        >> pressed(DROP, "allow", held=1.5)
        << "press is refused: guarded"
        << "deck is drawn"
    ).ends()


def test_a_surface_that_cannot_hold_cannot_allow_what_is_critical() -> None:
    (
        facing(DROP)
        >> joins("buttons", hold=False)
        << "buttons is drawn"
        >> shows(DROP, surface="buttons")
        << "buttons is drawn"
        >> after(1)
        >> holds(DROP, "allow", "buttons")
        >> after(2)
        >> pressed(DROP, "allow", surface="buttons", held=2.0)
        << "press is refused: needs_confirmation"
        << "buttons is drawn"
        >> pressed(DROP, "deny", "no", surface="buttons")
        << "drop is shown"
        << "hook gets deny"
        << "desk works"
    ).ends()


# Who may


def test_no_agent_answers_for_the_person() -> None:
    (facing(LS) >> answered(LS, "allow", by=AGENT) << "answer is refused: refused").ends()


def test_a_surface_of_an_agent_answers_nothing() -> None:
    (
        facing(LS)
        >> joins("mine", by=AGENT)
        << "mine is drawn"
        >> shows(LS, surface="mine")
        << "mine is drawn"
        >> after(1)
        >> pressed(LS, "allow", surface="mine")
        << "press is refused: refused"
        << "mine is drawn"
    ).ends()


def test_a_device_that_was_revoked_answers_nothing_any_more() -> None:
    tablet = a_device("tablet")
    (
        facing(LS)
        >> paired(tablet)
        >> joins("tablet", by=tablet.caller())
        << "tablet is drawn"
        >> shows(LS, surface="tablet")
        << "tablet is drawn"
        >> after(1)
        >> revoked("tablet")
        >> pressed(LS, "allow", surface="tablet")
        << "press is refused: revoked"
        << "tablet is drawn"
    ).ends()


def test_a_device_allows_up_to_its_ceiling_and_denies_everything() -> None:
    risky = an_ask("risky", level=Level.HIGH)
    tablet = a_device("tablet", ceiling=Level.MEDIUM)
    (
        facing(risky)
        >> paired(tablet)
        >> answered(risky, "allow", by=tablet.caller())
        << "answer is refused: too_risky"
        >> answered(risky, "deny", "no", by=tablet.caller())
        << "risky is shown"
        << "hook gets deny"
        << "desk works"
    ).ends()


def test_a_press_that_comes_twice_answers_once_and_is_told_the_same() -> None:
    done = an_ask("done", kind=Kind.DONE)
    (
        Story()
        >> asked(done)
        << "done is shown"
        >> shows(done)
        << "deck is drawn"
        >> pressed(done, "dismiss")
        << "done ended: dismissed, accepted"
        << "press was accepted"
        >> pressed(done, "dismiss")
        << "press was accepted"
    ).ends()
