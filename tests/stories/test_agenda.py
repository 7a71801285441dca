"""The order in which asks want attention."""

from dataclasses import replace

import pytest
from tests.stories.happened import after, an_ask, asked, snoozed
from tests.stories.story import RULES, Story

from quarterdeck.domain.agenda import Order
from quarterdeck.domain.ask_bodies import Kind
from quarterdeck.domain.asks import Ask
from quarterdeck.domain.risk import Level

ASKS = (
    an_ask("harmless", level=Level.LOW),
    an_ask("drop", level=Level.CRITICAL),
    an_ask("build", level=Level.MEDIUM),
    an_ask("done", kind=Kind.DONE),
    an_ask("form", kind=Kind.FALLBACK),
)


def told(order: Order, *asks: Ask) -> Story:
    """A story in which these asks have come up."""
    story = Story(replace(RULES, order=order))
    for ask in asks:
        story.forget() >> asked(ask)
    return story.forget()


@pytest.mark.parametrize(
    ("order", "names"),
    [
        (Order.URGENT, ["drop", "build", "harmless", "form", "done"]),
        (Order.NEWEST, ["build", "drop", "harmless", "form", "done"]),
        (Order.OLDEST, ["harmless", "drop", "build", "form", "done"]),
        (Order.RISK, ["drop", "build", "harmless", "form", "done"]),
    ],
)
def test_decisions_come_first_and_then_what_the_person_likes(
    order: Order, names: list[str]
) -> None:
    assert [ask.id for ask in told(order, *ASKS).view().asks] == names


def test_most_urgent_is_the_nearest_deadline_then_risk_then_who_waits_longest() -> None:
    later, soon = an_ask("later", deadline=120.0), an_ask("soon", deadline=60.0)
    twins = (an_ask("first", level=Level.HIGH), an_ask("second", level=Level.HIGH))
    story = told(Order.URGENT, *ASKS, *twins, later, soon)
    assert [ask.id for ask in story.view().asks][:5] == ["soon", "later", "drop", "first", "second"]


def test_a_snoozed_ask_goes_behind_the_others_and_comes_back() -> None:
    harmless, drop, *_ = ASKS
    story = told(Order.NEWEST, harmless, drop)
    (story >> snoozed(drop, 60) << "drop is shown").ends()
    assert [ask.id for ask in story.view().asks] == ["harmless", "drop"]
    assert list(story.view().snoozed) == ["drop"]
    (story >> after(60) << "drop is shown").ends()
    assert [ask.id for ask in story.view().asks] == ["drop", "harmless"]
    assert not story.view().snoozed


def test_an_ask_that_is_snoozed_twice_sleeps_until_the_later_time() -> None:
    drop = ASKS[1]
    (
        told(Order.NEWEST, drop)
        >> snoozed(drop, 10)
        << "drop is shown"
        >> snoozed(drop, 60)
        << "drop is shown"
        >> after(59)
        >> after(1)
        << "drop is shown"
    ).ends()


def test_nobody_snoozes_what_is_gone() -> None:
    (Story() >> snoozed(an_ask("gone"), 60)).ends()


def test_a_snooze_is_written_down_before_it_is_shown() -> None:
    drop = ASKS[1]
    story = Story(journal=True)
    story >> asked(drop)
    (story.forget() >> snoozed(drop, 10) << "AskSnoozed is written" << "drop is shown").ends()
