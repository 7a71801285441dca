"""Which buttons an idle session gets by the rules."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.advisors.labelled import labelled

from quarterdeck.advisors.rules import Rules, buttons_for
from quarterdeck.domain.buttons import MOST, Context, Origin, Situation, objection
from quarterdeck.domain.risk import Level


def texts(message: str, **more: object) -> list[str]:
    situation = Situation(message, **more)  # type: ignore[arg-type]
    return [button.text for button in buttons_for(situation, 1.0).row]


@pytest.mark.parametrize(("name", "least"), [("last_messages", 57), ("later_messages", 16)])
def test_the_first_button_is_nearly_always_the_sensible_one(name: str, least: int) -> None:
    messages = labelled(name)
    right = [m for m in messages if buttons_for(m.situation, 1.0).row[0].text in m.first]
    assert len(right) >= least, f"{len(right)} of {len(messages)}"


@pytest.mark.parametrize(
    ("message", "context", "first"),
    [
        ("Should I go on?", Context.QUESTION, "Yes"),
        ("Which one, red or blue?", Context.QUESTION, "red"),
        ("What is it called?", Context.QUESTION, "You decide"),
        ("The build failed with an error.", Context.ERROR, "Fix it"),
        ("The request timed out.", Context.NOTHING, "Yes"),
        ("2 tests failed.", Context.TESTS, "Fix tests"),
        ("Step 1 of 3 is done.", Context.MULTI_STEP, "Continue"),
        ("Here is my plan: split it.", Context.PLAN, "Proceed"),
        ("I reviewed it; there are two bugs.", Context.REVIEW, "Fix them"),
        ("I refactored the store.", Context.REVIEW, "Show diff"),
        ("Nothing is committed yet.", Context.GIT, "Commit"),
        ("It is committed and not pushed.", Context.GIT, "Push"),
        ("I fixed the typo.", Context.DONE, "Show diff"),
        ("Reply with `go` to begin.", Context.PROMPT, "go"),
        ("", Context.NOTHING, "Yes"),
    ],
)
def test_each_context_has_its_own_buttons(message: str, context: Context, first: str) -> None:
    found = buttons_for(Situation(message), 1.0)
    assert (found.context, found.row[0].text) == (context, first)
    assert (found.by, found.asked, found.at) == (Origin.RULES, False, 1.0)
    assert all(button.reason and button.emoji for button in found.row)


def test_where_there_is_nothing_to_say_the_defaults_stand() -> None:
    assert texts("Paris is the capital of France.") == ["Yes", "No", "Proceed", "Help"]


def test_a_failed_call_counts_even_if_the_message_is_silent() -> None:
    assert texts("Hm.", failed="make build")[0] == "Fix it"
    assert texts("There was an error.", failed="pytest -q")[0] == "Fix tests"


def test_what_was_repaired_is_no_error() -> None:
    assert texts("I fixed the error in the parser.")[0] == "Show diff"


def test_in_plan_mode_a_message_is_a_plan() -> None:
    assert texts("We split the parser, then port both callers.", planning=True)[0] == "Proceed"


@pytest.mark.parametrize(
    "message",
    [
        "Should I drop the table?",
        "Shall I delete all of them?",
        "This would remove every row. Should I run it?",
        "Do you want me to run `git push --force`?",
        "Everything is ready. Deploy to production?",
    ],
)
def test_no_first_button_destroys_anything(message: str) -> None:
    row = buttons_for(Situation(message), 1.0).row
    assert row[0].text == "No"
    assert row[-1].text == "Yes"


def test_a_dangerous_answer_that_the_agent_names_comes_last() -> None:
    row = buttons_for(Situation("Type `rm -rf /` or say `stop`."), 1.0).row
    assert row[-1].types == "rm -rf /"
    assert row[-1].risk.reaches(Level.HIGH)


def test_the_context_that_an_agent_tells_is_taken() -> None:
    told = Situation("Unrelated.", context=Context.ERROR, detail="The database is unreachable.")
    found = buttons_for(told, 1.0)
    assert (found.context, found.row[0].text, found.asked) == (Context.ERROR, "Retry", True)
    assert found.detail == "The database is unreachable."


async def test_the_advisor_gives_what_the_rules_pick() -> None:
    situation = Situation("Should I go on?")
    assert await Rules(lambda: 1.0).advise(situation) == buttons_for(situation, 1.0)


@given(st.text(max_size=300), st.text(max_size=20))
def test_whatever_is_said_the_buttons_can_be_shown(message: str, failed: str) -> None:
    row = buttons_for(Situation(message, failed), 1.0).row
    assert 1 <= len(row) <= MOST
    assert objection(row) is None
    assert not row[0].risk.reaches(Level.HIGH)
