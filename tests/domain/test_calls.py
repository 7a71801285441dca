"""Which call an ask is about."""

from dataclasses import replace

from tests.stories.happened import DESK, an_ask, refused, runs, starts

from quarterdeck.domain.asks import Ask
from quarterdeck.domain.calls import REMEMBERED, Calls
from quarterdeck.domain.events import ToolRan, ToolRefused, ToolStarted
from quarterdeck.domain.ids import CallId

LS = replace(an_ask("ls"), opened=10.0)


def start(calls: Calls, name: str, at: float, ask: Ask = LS) -> None:
    event = starts(ask, name)(at)
    assert isinstance(event, ToolStarted)
    calls.start(event)


def ran(name: str, at: float, ask: Ask = LS) -> ToolRan:
    event = runs(ask, name)(at)
    assert isinstance(event, ToolRan)
    return event


def newest(calls: Calls, ask: Ask = LS) -> str | None:
    found = calls.newest(ask)
    return found.id if found else None


def test_the_newest_call_that_began_before_the_ask_is_its_own() -> None:
    calls = Calls()
    for name, at in (("first", 1.0), ("second", 9.0), ("later", 11.0)):
        start(calls, name, at)
    assert newest(calls) == "second"


def test_other_commands_and_other_threads_are_other_calls() -> None:
    calls = Calls()
    start(calls, "theirs", 1.0, an_ask("ls", subagent="helper"))
    start(calls, "pwd", 1.0, an_ask("pwd"))
    assert newest(calls) is None


def test_a_call_that_was_over_before_the_ask_is_not_its_own() -> None:
    calls = Calls()
    start(calls, "over", 1.0)
    calls.end(ran("over", 5.0))
    assert newest(calls) is None


def test_a_call_whose_end_is_heard_before_its_beginning_is_over() -> None:
    calls = Calls()
    calls.end(ran("call", 12.0))
    start(calls, "call", 9.0)
    assert calls.is_over(DESK, CallId("call"))


def test_hearing_twice_of_a_call_does_not_free_it() -> None:
    calls = Calls()
    start(calls, "call", 1.0)
    calls.claim(DESK, CallId("call"))
    start(calls, "call", 1.0)
    found = calls.newest(LS)
    assert found is not None
    assert found.claimed


def test_only_so_many_calls_are_remembered() -> None:
    calls = Calls()
    for number in range(REMEMBERED + 1):
        start(calls, f"call {number}", float(number) / 100)
        calls.end(ran(f"call {number}", 12.0))
    assert calls.is_over(DESK, CallId("call 1"))
    assert not calls.is_over(DESK, CallId("call 0"))


def test_a_session_that_ended_is_forgotten() -> None:
    calls = Calls()
    start(calls, "call", 1.0)
    calls.forget(DESK)
    assert newest(calls) is None


# What the end of a call speaks of


def test_the_end_of_a_call_speaks_of_the_ask_about_it_and_no_other() -> None:
    calls = Calls()
    named = LS.about(CallId("call"))
    assert calls.is_about(ran("call", 11.0), named)
    assert not calls.is_about(ran("another", 11.0), named)
    assert not calls.is_about(ran("call", 9.0), named)
    assert not calls.is_about(ran("call", 11.0, an_ask("ls", subagent="helper")), named)


def test_the_end_of_an_unknown_call_speaks_of_the_ask_with_the_same_input() -> None:
    calls = Calls()
    assert calls.is_about(ran("unheard", 11.0), LS)
    assert not calls.is_about(ran("unheard", 11.0, an_ask("pwd")), LS)


def test_the_end_of_a_call_that_another_ask_is_about_says_nothing_of_this_one() -> None:
    calls = Calls()
    start(calls, "call", 10.5)
    calls.claim(DESK, CallId("call"))
    assert not calls.is_about(ran("call", 11.0), LS)


def test_a_refusal_speaks_only_of_the_call_it_names() -> None:
    event = refused(LS, "call")(11.0)
    assert isinstance(event, ToolRefused)
    assert not Calls().is_about(event, LS)
    assert Calls().is_about(event, LS.about(CallId("call")))
