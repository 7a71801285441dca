"""Which asks a channel is for, and when it is quiet."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.stories.happened import an_ask

from quarterdeck.domain.alerts import DAY, DESKTOP, AlertRule, QuietHours, What
from quarterdeck.domain.ask_bodies import Kind
from quarterdeck.domain.risk import Level

HOUR = 3600.0


def quiet(begin: float, end: float) -> QuietHours:
    return QuietHours(begin * HOUR, end * HOUR, lambda now: now % DAY)


@pytest.mark.parametrize(
    ("hour", "left"),
    [(21.9, 0), (22, 9), (23.5, 7.5), (24, 7), (30, 1), (31, 0), (36, 0)],
)
def test_quiet_hours_go_on_over_midnight(hour: float, left: float) -> None:
    assert quiet(22, 7).left(hour * HOUR) == pytest.approx(left * HOUR)


@pytest.mark.parametrize(("hour", "left"), [(12.9, 0), (13, 2), (14.5, 0.5), (15, 0), (1, 0)])
def test_quiet_hours_within_a_day_end_on_the_same_day(hour: float, left: float) -> None:
    assert quiet(13, 15).left(hour * HOUR) == pytest.approx(left * HOUR)


def test_hours_that_end_when_they_begin_are_never_quiet() -> None:
    assert quiet(8, 8).left(8 * HOUR) == 0


@given(begin=st.integers(0, 23), end=st.integers(0, 23), now=st.floats(0, 10 * DAY))
def test_after_what_is_left_of_the_quiet_hours_it_is_quiet_no_more(
    begin: int, end: int, now: float
) -> None:
    hours = quiet(begin, end)
    left = hours.left(now)
    # Where none are left they may be about to begin.
    assert not left or hours.left(now + left + 0.001) == 0


@pytest.mark.parametrize("kind", Kind)
def test_a_channel_takes_what_it_is_for(kind: Kind) -> None:
    ask = an_ask("any", kind=kind)
    takes = {what for what in What if AlertRule(DESKTOP, what, 0, None, away=True).covers(ask)}
    wanted = {3: set(What), 2: {What.ATTENTION, What.ALL}, 1: {What.ALL}}
    assert takes == wanted[kind.priority]


@pytest.mark.parametrize(
    ("level", "taken"), [(None, False), (Level.MEDIUM, False), (Level.HIGH, True)]
)
def test_a_channel_for_what_is_high_takes_nothing_less(level: Level | None, taken: bool) -> None:
    rule = AlertRule(DESKTOP, What.ALL, 0, Level.HIGH, away=True)
    assert rule.covers(an_ask("any", level=level)) is taken
