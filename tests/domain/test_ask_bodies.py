"""Each kind of ask has its own shape, and its own ways to be answered."""

from dataclasses import replace

import pytest
from tests.stories.happened import an_ask

from quarterdeck.domain.ask_bodies import Blocked, Kind, Note, OtherDialog, Permission
from quarterdeck.domain.choices import ALLOW, ALLOW_NEXT, ALWAYS, DISMISS, FOCUS


@pytest.mark.parametrize(
    ("kind", "priority"),
    [
        (Kind.PERMISSION, 3),
        (Kind.QUESTION, 3),
        (Kind.PLAN, 3),
        (Kind.ELICITATION, 3),
        (Kind.FALLBACK, 2),
        (Kind.LIMIT, 2),
        (Kind.FAILURE, 2),
        (Kind.NOTIFICATION, 1),
        (Kind.BLOCKED, 1),
        (Kind.DONE, 1),
    ],
)
def test_every_kind_has_its_priority(kind: Kind, priority: int) -> None:
    assert kind.priority == priority
    assert kind.is_decision is (priority == 3)


def test_every_kind_can_be_answered_and_no_choice_is_there_twice() -> None:
    for kind in Kind:
        names = [choice.id for choice in an_ask("any", kind=kind).choices]
        assert names
        assert len(names) == len(set(names))


def test_always_is_offered_where_the_agent_says_what_it_would_add() -> None:
    ruled = Permission(input={}, risk=None, rule="Bash(ls)", shown=None, change=None)
    assert ALWAYS in ruled.choices
    assert ALWAYS not in replace(ruled, rule=None).choices


def test_a_blocked_call_is_allowed_next_time_where_a_rule_is_exact() -> None:
    assert ALLOW_NEXT in Blocked(risk=None, rule="Bash(ls)").choices
    assert ALLOW_NEXT not in Blocked(risk=None, rule=None).choices


def test_any_dialog_on_a_screen_can_be_seen_to_at_the_terminal() -> None:
    assert OtherDialog((ALLOW,)).choices == (ALLOW, FOCUS, DISMISS)
    assert Note(Kind.FALLBACK).choices == (FOCUS, DISMISS)
