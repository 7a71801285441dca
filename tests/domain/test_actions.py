"""Actions: what each needs, and from which stage it may go to which."""

import pytest

from quarterdeck.domain.actions import (
    STAGES,
    Do,
    Focus,
    Interrupt,
    Keys,
    Send,
    Stage,
    right_to,
    words,
)
from quarterdeck.domain.callers import Right


@pytest.mark.parametrize(
    ("do", "right", "text"),
    [
        (Send("go on"), Right.SEND, "go on"),
        (Keys(("Up", "Enter")), Right.PRESS, "Up Enter"),
        (Interrupt(), Right.INTERRUPT, ""),
        (Focus(), Right.FOCUS, ""),
    ],
)
def test_each_action_needs_its_own_right_and_has_its_words(do: Do, right: Right, text: str) -> None:
    assert (right_to(do), words(do)) == (right, text)


def test_every_stage_leads_to_the_end_and_nothing_leads_out_of_it() -> None:
    assert set(STAGES) == set(Stage)
    assert all(Stage.ENDED in after for stage, after in STAGES.items() if stage is not Stage.ENDED)
    assert STAGES[Stage.ENDED] == frozenset()


def test_a_text_that_stands_in_the_composer_never_waits_again() -> None:
    assert Stage.WAITING not in STAGES[Stage.PASTED]
