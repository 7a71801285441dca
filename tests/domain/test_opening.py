"""Corners of opening; the rules are told in tests/stories/test_asking.py and test_keeping.py."""

from tests.stories.happened import after, an_ask, asked, breaks, surface_seen
from tests.stories.story import Story, facing

from quarterdeck.domain.ask_bodies import Kind
from quarterdeck.domain.channels import Keep

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
