"""What buttons do, and which can be shown."""

from dataclasses import replace

import pytest

from quarterdeck.domain.actions import Interrupt, Keys, Send
from quarterdeck.domain.buttons import Button, Buttons, Context, Origin, chosen, objection
from quarterdeck.domain.risk import Level


def a_button(text: str = "Yes", action: str = "", **more: str) -> Button:
    return Button(text, "", action, "", Level.LOW, **more)


def a_set(*row: Button, by: Origin = Origin.RULES, asked: bool = False) -> Buttons:
    return Buttons(by, Context.NOTHING, "", row or (a_button(),), asked, 1.0)


@pytest.mark.parametrize(
    ("button", "done"),
    [
        (a_button("Yes", "Go ahead."), Send("Go ahead.")),
        (a_button("Yes"), Send("Yes")),
        (a_button("STOP"), Interrupt()),
        (a_button("Halt", "STOP"), Interrupt()),
        (a_button("Later", "BACKGROUND"), Keys(("C-b",))),
        (a_button("Stop it", "stop"), Send("stop")),
        (a_button("", "never typed"), None),
    ],
)
def test_a_button_types_its_action_or_its_text(button: Button, done: object) -> None:
    assert button.do == done


@pytest.mark.parametrize(
    ("row", "why"),
    [
        ([], "There are 0 buttons; 1 to 4 can be shown."),
        ([a_button()] * 5, "There are 5 buttons; 1 to 4 can be shown."),
        ([a_button("x" * 21)], "Button 1 shows 21 characters; 20 are the most."),
        (
            [a_button(), a_button("a", "x" * 201)],
            "Button 2 types 201 characters; 200 are the most.",
        ),
        (
            [a_button("ls", "!ls")],
            "Button 1 begins with '!', which an agent runs as a command without asking.",
        ),
        (
            [a_button(" !ls")],
            "Button 1 begins with '!', which an agent runs as a command without asking.",
        ),
        ([a_button("a\nb")], "Button 1 has more than one line to show."),
        ([a_button("a\tb")], "Button 1 has more than one line to show."),
        ([a_button(colour="red")], "Button 1 has a colour that is not written like #1A2B3C."),
        (
            [a_button(image="i" * 2048)],
            "The buttons have 2051 bytes together; 2048 are the most.",
        ),
    ],
)
def test_what_cannot_be_shown_is_refused_with_its_reason(row: list[Button], why: str) -> None:
    assert objection(row) == why


def test_a_dead_key_beside_others_can_be_shown() -> None:
    assert objection([a_button(), a_button("")]) is None


def test_another_action_behind_the_same_label_is_another_set() -> None:
    one, other = a_set(a_button("Yes", "Yes")), a_set(a_button("Yes", "Delete it"))
    assert one.id != other.id
    assert one.id == replace(one, at=2.0, detail="later").id
    assert one.id != replace(one, by=Origin.AGENT).id


def test_advice_does_not_overrule_what_the_agent_wanted() -> None:
    own, advice = a_set(by=Origin.AGENT, asked=True), a_set()
    assert chosen(None, advice) is advice
    assert chosen(own, advice) is own
    assert chosen(advice, own) is own
    assert chosen(own, newer := a_set(a_button("No"), asked=True)) is newer
