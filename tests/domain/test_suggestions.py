"""Which rules follow from what was decided, and which never do."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quarterdeck.domain.risk import Level
from quarterdeck.domain.suggestions import DAY, ENOUGH, Decided, Verdict, suggestions, verdict_of

LINT = Decided(
    agent="claude",
    project="/api",
    rule="Bash(npm run lint)",
    what="npm run lint",
    risk=Level.MEDIUM,
    verdict=Verdict.ALLOWED,
    at=0.0,
    waited=3.0,
)


def times(one: Decided, count: int, apart: float = DAY) -> list[Decided]:
    return [replace(one, at=n * apart) for n in range(count)]


def rules(*decided: list[Decided]) -> list[str]:
    return [s.rule for s in suggestions([d for some in decided for d in some], ENOUGH)]


def test_what_was_allowed_on_several_days_is_suggested_with_what_speaks_for_it() -> None:
    (found,) = suggestions(times(LINT, 5), ENOUGH)
    assert (found.rule, found.what, found.project) == ("Bash(npm run lint)", LINT.what, "/api")
    assert (found.times, found.first, found.last, found.waited) == (5, 0.0, 4 * DAY, 15.0)


def test_what_was_allowed_too_rarely_or_on_one_afternoon_is_not() -> None:
    assert rules(times(LINT, 4)) == []
    assert rules(times(LINT, 40, apart=60.0)) == []


def test_projects_do_not_speak_for_each_other() -> None:
    elsewhere = times(replace(LINT, project="/web"), 4)
    assert rules(times(LINT, 4), elsewhere) == []


@pytest.mark.parametrize(
    "what",
    [
        "npm run lint",
        "npm  run\nlint",
        "npm run lint && git push",
        "Auto mode blocked: npm run lint",
    ],
)
def test_one_refusal_of_it_anywhere_is_enough(what: str) -> None:
    no = replace(LINT, project="/other", what=what, rule="", verdict=Verdict.REFUSED, at=9.0)
    assert rules(times(LINT, 9), [no]) == []


def test_a_refusal_of_something_else_is_no_obstacle() -> None:
    other = replace(LINT, what="npm run", rule="Bash(npm run)", verdict=Verdict.REFUSED)
    assert rules(times(LINT, 9), [other]) == ["Bash(npm run lint)"]


@pytest.mark.parametrize("risk", [Level.HIGH, Level.CRITICAL, None])
def test_what_was_ever_rated_high_or_not_at_all_is_never_suggested(risk: Level | None) -> None:
    assert rules(times(replace(LINT, risk=risk), 50)) == []
    assert rules(times(LINT, 9), [replace(LINT, risk=risk, verdict=Verdict.UNKNOWN)]) == []


def test_a_call_for_which_no_rule_is_exact_is_not_suggested() -> None:
    assert rules(times(replace(LINT, rule=""), 9)) == []


def test_a_rule_that_stands_for_several_calls_is_not_suggested() -> None:
    assert rules(times(LINT, 9), times(replace(LINT, what="npm run lint --fix"), 9)) == []


def test_what_would_have_saved_most_comes_first() -> None:
    test = replace(LINT, rule="Bash(npm test)", what="npm test")
    assert rules(times(LINT, 5), times(test, 6)) == ["Bash(npm test)", "Bash(npm run lint)"]


@pytest.mark.parametrize(
    ("choice", "outcome", "how", "ran", "verdict"),
    [
        ("allow", "accepted", "answered", True, Verdict.ALLOWED),
        ("always", "accepted", "answered", False, Verdict.ALLOWED),
        ("allow", "unknown", "answered", True, Verdict.UNKNOWN),
        ("allow", "not_delivered", "terminal", False, Verdict.UNKNOWN),
        ("deny", "accepted", "answered", False, Verdict.REFUSED),
        ("deny", "not_delivered", "terminal", True, Verdict.REFUSED),
        ("deny_stop", None, None, False, Verdict.REFUSED),
        (None, None, "terminal", True, Verdict.UNKNOWN),
        (None, None, "terminal", False, Verdict.REFUSED),
        (None, None, "interrupted", False, Verdict.REFUSED),
        (None, None, "expired", False, Verdict.UNKNOWN),
        (None, None, "gone", True, Verdict.UNKNOWN),
        ("dismiss", "accepted", "dismissed", False, Verdict.UNKNOWN),
        (None, None, None, False, Verdict.UNKNOWN),
    ],
)
def test_what_an_answer_says(
    choice: str | None, outcome: str | None, how: str | None, ran: bool, verdict: Verdict
) -> None:
    assert verdict_of(choice, outcome, how, ran=ran) is verdict


COMMANDS = ("make", "make test", "npm run lint", "git push", "npm run lint && git push")
decisions = st.builds(
    lambda command, **more: Decided(rule=f"Bash({command})", what=command, **more),
    command=st.sampled_from(COMMANDS),
    agent=st.just("claude"),
    project=st.sampled_from(("/api", "/web")),
    risk=st.sampled_from((Level.LOW, Level.LOW, Level.MEDIUM, Level.MEDIUM, Level.HIGH, None)),
    verdict=st.sampled_from((Verdict.ALLOWED, Verdict.ALLOWED, Verdict.ALLOWED, *Verdict)),
    at=st.floats(0, 10 * DAY),
    waited=st.floats(0, 60),
)


@given(st.lists(decisions, max_size=60))
def test_no_suggestion_covers_what_was_refused_or_rated_high(decided: list[Decided]) -> None:
    for found in suggestions(decided, ENOUGH):
        same = [d for d in decided if d.what == found.what]
        assert all(d.verdict is not Verdict.REFUSED for d in same)
        assert all(d.risk in (Level.LOW, Level.MEDIUM) for d in same)
        here = [d for d in same if d.project == found.project and d.verdict is Verdict.ALLOWED]
        assert found.times == len(here) >= ENOUGH.times
        assert max(d.at for d in here) - min(d.at for d in here) >= ENOUGH.span
        assert found.rule == f"Bash({found.what})"
