"""What the status line's input tells: cost, context, limits, model."""

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quarterdeck.agents.claude.status_line import facts_of

INPUT: dict[str, object] = {
    "session_id": "b0d1300a",
    "cwd": "/srv/proj",
    "version": "2.1.325",
    "model": {"id": "claude-opus-5-5", "display_name": "Opus 5.5"},
    "cost": {"total_cost_usd": 1.25},
    "context_window": {"used_percentage": 42},
    "rate_limits": {
        "five_hour": {"used_percentage": 91.4, "resets_at": 1794712000},
        "seven_day": {"used_percentage": 12},
    },
}


def test_cost_context_model_and_limits_are_read() -> None:
    facts = facts_of(INPUT)
    assert (facts.model, facts.cost, facts.context) == ("Opus 5.5", 1.25, 42.0)
    assert (facts.agent_session, facts.cwd, facts.version) == ("b0d1300a", "/srv/proj", "2.1.325")
    resets = time.strftime("%H:%M", time.localtime(1794712000))
    assert facts.limits == f"5 h 91 %, resets {resets} · 7 d 12 %"


def test_what_is_not_said_is_not_known() -> None:
    facts = facts_of({})
    assert (facts.model, facts.cost, facts.context, facts.limits) == (None, None, None, None)


@pytest.mark.parametrize("reset", [1e20, -1e20, 1e300, True, "soon", None])
def test_a_reset_that_no_clock_shows_is_left_out(reset: object) -> None:
    limits = {"five_hour": {"used_percentage": 50, "resets_at": reset}}
    assert facts_of({"rate_limits": limits}).limits == "5 h 50 %"


ODD = st.none() | st.booleans() | st.integers(-(10**24), 10**24) | st.text() | st.lists(st.text())
TABLES = st.dictionaries(
    st.sampled_from(
        ["display_name", "total_cost_usd", "used_percentage", "five_hour", "resets_at"]
    ),
    ODD | st.dictionaries(st.sampled_from(["used_percentage", "resets_at"]), ODD),
)


@given(st.dictionaries(st.sampled_from(sorted(INPUT)), ODD | TABLES))
def test_fields_of_any_type_raise_nothing(payload: dict[str, object]) -> None:
    facts_of(payload)


def test_everything_is_safe_to_show() -> None:
    facts = facts_of({"cwd": "/\x1b[2J", "version": "\u202e", "model": {"display_name": "\0"}})
    assert (facts.cwd, facts.version, facts.model) == ("/␛[2J", "⟨U+202E⟩", "␀")
