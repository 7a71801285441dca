"""A dialog that only the screen shows becomes an ask."""

from dataclasses import replace

import pytest
from tests.agents.claude.screens import dialog

from quarterdeck.agents.claude.dialog_asks import ask_from
from quarterdeck.agents.claude.dialog_match import sign_of
from quarterdeck.domain.ask_bodies import Kind
from quarterdeck.domain.ids import SessionId
from quarterdeck.domain.risk import Level, Risk
from quarterdeck.judgement.screens.reading import Kind as DialogKind

SESSION = SessionId("s")
HIGH = Risk(Level.HIGH, "seen on the screen", "screen", "Only the screen tells.", "")


def test_a_permission_offers_what_its_options_mean() -> None:
    ask = ask_from(dialog("2.1.325", "perm_bash"), SESSION, HIGH, 1.0)
    assert ask is not None
    assert ask.kind is Kind.PERMISSION
    assert [c.id for c in ask.choices] == ["allow", "always", "option-3", "deny"]
    assert ask.risk == HIGH
    assert ask.sign == sign_of(dialog("2.1.325", "perm_bash"))


def test_other_dialogs_are_left_to_the_terminal_with_their_options() -> None:
    ask = ask_from(dialog("2.1.325", "plan_approval"), SESSION, HIGH, 1.0)
    assert ask is not None
    assert ask.kind is Kind.FALLBACK
    assert ask.risk is None
    assert [c.id for c in ask.choices] == ["option-1", "option-2", "focus", "dismiss"]


def test_a_field_to_write_in_is_no_choice_of_one_key() -> None:
    ask = ask_from(dialog("2.1.325", "q_single"), SESSION, HIGH, 1.0)
    assert ask is not None
    assert [c.label for c in ask.choices][:3] == ["PG", "SQLite", "Chat about this"]


def test_a_menu_that_the_person_opened_asks_nothing() -> None:
    menu = replace(dialog("2.1.325", "perm_bash"), kind=DialogKind.MENU)
    assert ask_from(menu, SESSION, HIGH, 1.0) is None


@pytest.mark.parametrize("name", ["ask_multi", "ask_several_1", "elicitation_form"])
def test_what_one_key_cannot_answer_is_left_to_the_terminal_and_its_arrow_keys(name: str) -> None:
    ask = ask_from(dialog("2.1.197", name), SESSION, HIGH, 1.0)
    assert ask is not None
    assert [c.id for c in ask.choices] == ["focus", "dismiss"]
