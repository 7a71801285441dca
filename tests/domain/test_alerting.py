"""An ask finds the person who looks elsewhere: once, not too soon, and never when it is over."""

from dataclasses import replace

import pytest
from tests.stories.happened import (
    after,
    an_ask,
    answered,
    asked,
    delivered,
    holds,
    joins,
    runs,
    shows,
    sleeps,
    snoozed,
    surface_hidden,
    surface_left,
)
from tests.stories.story import BEGIN, RULES, Story

from quarterdeck.domain.alerting import BURST
from quarterdeck.domain.alerts import DAY, DESKTOP, AlertPolicy, AlertRule, QuietHours, What
from quarterdeck.domain.ask_bodies import Kind
from quarterdeck.domain.asks import Ask, Ended, How
from quarterdeck.domain.channels import Channel, Keep
from quarterdeck.domain.ids import AlertChannel, RequestId
from quarterdeck.domain.journal import Alerted, Remembered
from quarterdeck.domain.risk import Level
from quarterdeck.domain.states import Outcome
from quarterdeck.domain.surfaces import UNTOUCHED_FOR, Eyes

LS = an_ask("ls", level=Level.LOW)
DROP = an_ask("drop", level=Level.CRITICAL)
TOLD = "desktop tells of ls"


def rule(
    channel: str = "desktop",
    what: What = What.DECISIONS,
    wait: float = 20.0,
    least: Level | None = None,
    *,
    away: bool = True,
) -> AlertRule:
    return AlertRule(AlertChannel(channel), what, wait, least, away)


def story(
    *rules: AlertRule, quiet: QuietHours | None = None, remembered: Remembered | None = None
) -> Story:
    """A story of a person who wants these alerts; one to the desktop after 20 s, unless told."""
    policy = replace(RULES, alerts=AlertPolicy(rules or (rule(),), quiet))
    return Story(policy, remembered) if remembered else Story(policy)


def waiting(ask: Ask, *rules: AlertRule, quiet: QuietHours | None = None) -> Story:
    """A story in which an ask waits."""
    told = story(*rules, quiet=quiet)
    (told >> asked(ask, f"hook of {ask.id}")).forget()
    return told


def test_a_decision_that_waits_20_seconds_is_told_and_taken_back_when_it_is_over() -> None:
    (
        waiting(LS)
        >> after(19.9)
        >> after(0.2)
        << TOLD
        >> after(500)
        >> runs(LS)
        << "hook of ls is let go"
        << "ls ended: terminal"
        << "desk works"
        << "desktop takes ls back"
        << "page takes ls back"
    ).ends()


def test_what_is_answered_before_it_is_due_is_told_to_nobody() -> None:
    (
        waiting(LS)
        >> after(10)
        >> runs(LS)
        << "hook of ls is let go"
        << "ls ended: terminal"
        << "desk works"
        >> after(500)
    ).ends()


def test_nobody_is_told_while_an_answer_is_on_its_way() -> None:
    told = waiting(LS)
    (told >> after(19.9) >> answered(LS, "allow")).forget()
    (told >> after(2)).ends()


def test_an_answer_that_did_not_get_through_leaves_an_ask_to_be_told_of() -> None:
    told = story()
    (told >> asked(LS)).forget()
    (told >> after(19.9) >> answered(LS, "allow")).forget()
    (told >> delivered("answer", Outcome.NOT_DELIVERED)).forget()
    (told >> after(0.5) << TOLD).ends()


def test_each_channel_has_its_own_patience_and_its_own_taste() -> None:
    told = story(rule(), rule("phone", wait=60), rule("loud", wait=1, least=Level.HIGH))
    (told >> asked(LS, "hook")).forget()
    (told >> asked(DROP, "another")).forget()
    (
        told
        >> after(2)
        << "loud tells of drop"
        >> after(20)
        << TOLD
        << "desktop tells of drop"
        >> after(40)
        << "phone tells of ls"
        << "phone tells of drop"
        >> after(500)
    ).ends()


def test_what_is_only_to_be_known_is_not_told_by_default() -> None:
    (waiting(an_ask("done", kind=Kind.DONE)) >> after(500)).ends()
    done = waiting(an_ask("done", kind=Kind.DONE), rule(what=What.ALL))
    (done >> after(21) << "desktop tells of done").ends()


# Presence


def test_nobody_is_told_while_a_person_can_see_a_surface() -> None:
    told = waiting(LS)
    for _ in range(8):
        (told >> shows(LS)).forget()
        (told >> after(5)).ends()


def test_a_person_who_looks_away_is_told_after_the_same_time_again() -> None:
    told = waiting(LS)
    (told >> shows(LS)).forget()
    (told >> after(5) >> surface_hidden() >> after(19.5) >> after(1) << TOLD).ends()


def test_a_surface_that_leaves_or_falls_silent_counts_for_nobody() -> None:
    told = waiting(LS)
    (told >> shows(LS)).forget()
    (told >> surface_left() >> after(19.5) >> after(1) << TOLD).ends()
    told = waiting(LS)
    (told >> shows(LS)).forget()
    (told >> after(29.5) >> after(1) << TOLD).ends()


def test_the_end_of_a_surface_that_fell_silent_is_no_sign_of_a_person() -> None:
    told = waiting(LS)
    (told >> shows(LS)).forget()
    (told >> after(25) >> surface_left() >> after(6) << TOLD).ends()


def test_a_surface_that_is_only_connected_counts_for_nobody() -> None:
    told = waiting(LS)
    (told >> joins("page")).forget()
    (told >> after(21) << TOLD).ends()


def shown_all_along(told: Story, seconds: float, surface: str = "mini") -> None:
    """For so long, a surface shows the ask, and nothing happens."""
    for _ in range(round(seconds / 5)):
        (told >> shows(LS, surface=surface)).forget()
        (told >> after(4.99)).ends()


def test_a_deck_that_is_asleep_counts_for_nobody() -> None:
    told = story()
    (told >> joins("mini", eyes=Eyes.LIKELY)).forget()
    (told >> after(100) >> sleeps("mini")).forget()
    (told >> asked(LS, "hook")).forget()
    for _ in range(4):
        (told >> sleeps("mini")).forget()
        (told >> after(4.9)).ends()
    (told >> after(1) << TOLD).ends()


def test_a_deck_that_goes_dark_was_seen_until_then() -> None:
    told = waiting(LS)
    (told >> joins("mini", eyes=Eyes.LIKELY)).forget()
    shown_all_along(told, 50)
    (told >> sleeps("mini")).forget()
    (told >> after(19.9) >> after(11) << TOLD).ends()


def test_a_deck_that_an_ask_keeps_lit_counts_while_it_was_touched_lately() -> None:
    told = waiting(LS)
    (told >> joins("mini", eyes=Eyes.LIKELY)).forget()
    shown_all_along(told, 200)
    (told >> holds(LS, "allow", surface="mini")).forget()
    shown_all_along(told, UNTOUCHED_FOR + 15)
    (told >> shows(LS, surface="mini") >> after(10) << TOLD).ends()


def test_an_emulated_deck_counts_only_when_somebody_presses_it() -> None:
    told = waiting(LS)
    (told >> joins("mini", eyes=Eyes.NONE)).forget()
    shown_all_along(told, 15)
    (told >> holds(LS, "allow", surface="mini")).forget()
    shown_all_along(told, 25)
    (told >> shows(LS, surface="mini") >> after(6) << TOLD).ends()


def test_a_channel_may_tell_a_person_who_looks_at_a_surface() -> None:
    told = waiting(LS, rule(wait=3, away=False))
    (told >> shows(LS)).forget()
    (told >> after(3.5) << TOLD).ends()


def test_a_page_that_notifies_by_itself_stands_in_for_the_desktop() -> None:
    told = story(rule(), rule("phone"))
    (told >> joins("tab", notifies=True) << "tab is drawn").ends()
    (told >> asked(LS, "hook")).forget()
    (told >> after(21) << "page tells of ls" << "phone tells of ls").ends()


# Snoozing, nights, risks that rise


def test_a_snoozed_ask_is_told_of_when_it_comes_back() -> None:
    told = waiting(LS)
    (told >> after(10) >> snoozed(LS, 300)).forget()
    (told >> after(299) >> after(2) << "ls is shown" << TOLD >> after(500)).ends()


def test_what_comes_up_at_night_is_told_in_the_morning() -> None:
    night = QuietHours(0.0, BEGIN % DAY + 3600, lambda now: now % DAY)
    (waiting(LS, quiet=night) >> after(3599) >> after(2) << TOLD).ends()


def test_what_is_answered_at_night_is_not_told_in_the_morning() -> None:
    night = QuietHours(0.0, BEGIN % DAY + 3600, lambda now: now % DAY)
    told = waiting(LS, quiet=night)
    (told >> after(60) >> runs(LS)).forget()
    (told >> after(2 * 3600)).ends()


def test_whoever_was_told_of_a_lower_risk_is_told_of_the_higher_one() -> None:
    told = waiting(LS)
    (told >> after(21) << TOLD).ends()
    worse = an_ask("worse", level=Level.HIGH, command="ls")
    (
        told
        >> asked(worse, "second hook")
        << "ls is shown"
        << "second hook is kept"
        << "desktop tells otherwise of ls"
        >> after(500)
    ).ends()


def test_many_asks_at_once_do_not_flood_a_channel() -> None:
    told = story()
    asks = [an_ask(f"ask {number:02}") for number in range(25)]
    for ask in asks:
        (told >> asked(ask, f"hook of {ask.id}")).forget()
    tells = [f"desktop tells of {ask.id}" for ask in asks]
    for begin, wait in ((0, 21), (10, 60), (20, 60)):
        told >> after(wait)
        for line in tells[begin : begin + BURST]:
            told << line
        told.ends()


# Restart


def left(ask: Ask, *alerts: Alerted) -> Remembered:
    first = Story()
    (first >> asked(ask, "hook")).forget()
    channel = Channel(RequestId("hook"), ask.id, Keep.RACE, BEGIN)
    open_asks = first.view().asks if ask.ended is None else ()
    return Remembered(first.view().sessions, open_asks, (channel,), (), alerts=alerts)


def test_a_restart_tells_nobody_again() -> None:
    told = story(remembered=left(LS, Alerted(LS.id, DESKTOP, Level.LOW, BEGIN)))
    (told >> after(500)).ends()


def test_a_restart_gives_pages_time_to_come_back_before_anybody_is_told() -> None:
    remembered = left(LS)
    old = replace(remembered, asks=tuple(replace(a, opened=0.0) for a in remembered.asks))
    (story(remembered=old) >> after(19.5) >> after(1) << TOLD).ends()


def test_after_a_restart_what_was_told_is_taken_back_when_the_ask_ends() -> None:
    told = story(remembered=left(LS, Alerted(LS.id, DESKTOP, Level.LOW, BEGIN)))
    (
        told
        >> after(1)
        >> runs(LS)
        << "ls ended: terminal"
        << "desk works"
        << "desktop takes ls back"
        << "page takes ls back"
    ).ends()


def test_what_ended_while_the_daemon_was_ending_is_taken_back_by_the_next() -> None:
    over = replace(LS, ended=Ended(How.TERMINAL, BEGIN, "", None, ""))
    told = story(remembered=left(over, Alerted(LS.id, DESKTOP, Level.LOW, BEGIN)))
    (told >> after(1) << "desktop takes ls back" << "page takes ls back").ends()


@pytest.mark.parametrize("wait", [0.0, 20.0])
def test_an_alert_is_written_down_before_it_goes_out(wait: float) -> None:
    policy = replace(RULES, alerts=AlertPolicy((rule(wait=wait),), None))
    told = Story(policy, journal=True)
    (told >> asked(LS, "hook")).forget()
    (told >> after(25) << "Alerted is written" << TOLD).ends()
