"""Corners of opening; the rules are told in tests/stories/test_asking.py and test_keeping.py."""

import pytest
from tests.stories.happened import after, an_ask, asked, breaks, noted, surface_seen
from tests.stories.story import Story, facing

from quarterdeck.domain.ask_bodies import Kind
from quarterdeck.domain.channels import Keep
from quarterdeck.domain.ids import SessionId
from quarterdeck.domain.open_asks import MOST_OF_ONE
from quarterdeck.domain.risk import Level

LS = an_ask("ls")


def test_a_hook_that_comes_twice_to_the_same_daemon_waits_on() -> None:
    (facing(LS) >> breaks("hook") >> asked(LS, "hook") << "hook is kept").ends()


def test_notes_have_no_twins() -> None:
    first, second = an_ask("one", kind=Kind.BLOCKED), an_ask("two", kind=Kind.BLOCKED)
    (Story() >> asked(first) << "one is shown" >> asked(second) << "two is shown").ends()


def test_a_gate_that_is_gone_when_its_time_is_over_is_not_let_go_again() -> None:
    (
        Story()
        >> surface_seen()
        >> asked(LS, "hook", Keep.GATE)
        << "ls is shown"
        << "desk waits"
        >> breaks("hook")
        >> after(60)
    ).ends()


def test_a_printing_run_opens_nothing_even_twice() -> None:
    (
        Story()
        >> asked(LS, "hook", Keep.NONE)
        << "hook is let go"
        >> asked(LS, "hook", Keep.NONE)
        << "hook is let go"
    ).ends()


@pytest.mark.parametrize(
    ("first", "second", "shown"),
    [
        (Level.LOW, Level.CRITICAL, Level.CRITICAL),
        (Level.CRITICAL, Level.LOW, Level.CRITICAL),
        (None, Level.HIGH, Level.HIGH),
        (Level.HIGH, None, Level.HIGH),
    ],
)
def test_a_twin_never_lowers_the_risk_that_is_shown(
    first: Level | None, second: Level | None, shown: Level
) -> None:
    story = Story() >> asked(an_ask("one", command="rm", level=first), "first")
    story.forget() >> asked(an_ask("two", command="rm", level=second), "second")
    (ask,) = story.watch.view().asks
    assert ask.risk
    assert (ask.id, ask.risk.level) == ("one", shown)


def test_a_session_that_asks_without_end_does_not_hide_the_others() -> None:
    story = Story()
    for number in range(MOST_OF_ONE + 50):
        # Each pretends to be another subagent, so that none replaces another.
        one = an_ask(f"a{number}", subagent=str(number))
        story = story.forget() >> asked(one, f"hook{number}")
    (story << f"hook{number} is let go").ends()
    assert len(story.watch.view().asks) == MOST_OF_ONE
    other = an_ask("other", session=SessionId("other"))
    story = (story >> noted(other.session)).forget() >> asked(other, "theirs")
    assert other.id in {ask.id for ask in story.forget().watch.view().asks}
