"""Single steps: to an option, onto it, into a field."""

from dataclasses import replace

import pytest
from tests.agents.claude.screens import dialog

from quarterdeck.agents.claude.dialog_steps import choose, holds, is_empty, toward, write
from quarterdeck.ports import Step

PLAN = dialog("2.1.325", "plan_approval")
YES, EDITS, FIELD = PLAN.options


def key(step: Step | None) -> str:
    assert step is not None
    return step.key


def test_arrows_lead_to_an_option() -> None:
    assert key(toward(PLAN, FIELD)) == "Down"
    assert toward(PLAN, YES) is None
    last = replace(
        PLAN, options=(replace(YES, selected=False), EDITS, replace(FIELD, selected=True))
    )
    assert key(toward(last, last.options[0])) == "Up"


def test_digits_choose_where_they_act_at_once_and_arrows_elsewhere() -> None:
    assert key(choose(PLAN, EDITS, decides=True)) == "2"
    slow = replace(PLAN, digits=False)
    assert key(choose(slow, EDITS, decides=True)) == "Down"
    assert choose(slow, YES, decides=True) == Step("Enter", "", decides=True)
    lost = replace(slow, options=tuple(replace(o, selected=False) for o in slow.options))
    assert choose(lost, YES, decides=True) is None


def test_a_field_is_gone_to_then_filled_in_one_line() -> None:
    assert key(write(PLAN, FIELD, FIELD.label, "paint\nit")) == "Down"
    assert write(PLAN, YES, "", "paint\nit") == Step("", "paint it", decides=False)
    assert write(PLAN, YES, "somebody's words", "paint it") is None


@pytest.mark.parametrize(
    "shown", ["", "Type something.", "Type something…", "and tell Claude what to do differently"]
)
def test_a_field_that_says_what_may_be_written_is_empty(shown: str) -> None:
    assert is_empty(shown)


@pytest.mark.parametrize(
    ("shown", "text", "same"),
    [
        ("use pnpm", "use pnpm", True),
        ("use  pn pm", "use pnpm", True),
        ("use yarn", "use pnpm", False),
        ("", "use pnpm", False),
        ("[Pasted text #1 +3 lines]", "many lines", True),
        ("a" * 61, "a" * 100, True),
        ("a" * 20, "a" * 100, False),
    ],
)
def test_a_field_is_known_to_hold_a_text(shown: str, text: str, same: bool) -> None:
    assert holds(shown, text) is same
