"""Actions: what each needs, and from which stage it may go to which."""

import pytest

from quarterdeck.domain.actions import (
    NEXT,
    Do,
    Focus,
    Interrupt,
    Keys,
    Send,
    Stage,
    Step,
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
    ends = {stage for (stage, _), after in NEXT.items() if after is Stage.ENDED}
    assert ends == {stage for stage, _ in NEXT} == set(Stage) - {Stage.ENDED}
    assert {step for _, step in NEXT} == set(Step)


def test_a_text_that_stands_in_the_composer_never_waits_again() -> None:
    assert {after for (stage, _), after in NEXT.items() if stage is Stage.PASTED} == {Stage.ENDED}
