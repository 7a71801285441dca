"""What speaks against an answer."""

from dataclasses import replace

import pytest
from tests.stories.happened import an_answer, an_ask

from quarterdeck.domain.ask_bodies import Field, Kind, Option, Question
from quarterdeck.domain.asks import Ask
from quarterdeck.domain.choices import Meaning
from quarterdeck.domain.objections import objection
from quarterdeck.domain.risk import Level

COLOUR = Question("Which colour?", "", (Option("red", "", ""),), multi=False)
SIZE = Question("Which size?", "", (), multi=True)
ASKING = an_ask("questions", kind=Kind.QUESTION, questions=(COLOUR, SIZE))
FORM = an_ask(
    "form",
    kind=Kind.ELICITATION,
    fields=(
        Field("name", "Name", "string", True, ()),
        Field("age", "Age", "integer", False, ()),
        Field("height", "Height", "number", False, ()),
        Field("sails", "Sails", "boolean", False, ()),
        Field("rig", "Rig", "enum", False, ("sloop", "ketch")),
    ),
)


def code(ask: Ask, choice: str, *, text: str = "", **answers: str) -> str | None:
    found = objection(ask, replace(an_answer(ask, choice, text=text), answers=answers))
    return found[0] if found else None


def test_what_is_not_offered_is_named_with_what_is() -> None:
    found = objection(an_ask("ls"), an_answer(an_ask("ls"), "maybe"))
    assert found is not None
    assert found == (
        "no_such_choice",
        "'maybe' is not a choice here; there are: allow, always, deny, deny_stop.",
    )


@pytest.mark.parametrize("choice", ["allow", "always"])
def test_nothing_that_allows_a_critical_thing_goes_without_confirmation(choice: str) -> None:
    drop = an_ask("drop", level=Level.CRITICAL)
    assert code(drop, choice) == "needs_confirmation"
    confirmed = an_answer(drop, choice, confirmed=True)
    assert objection(drop, confirmed) is None


def test_every_choice_that_allows_is_one_that_a_critical_ask_guards() -> None:
    for kind in (Kind.PERMISSION, Kind.BLOCKED):
        ask = an_ask("any", kind=kind, level=Level.CRITICAL)
        allowing = [choice for choice in ask.choices if choice.meaning is Meaning.ALLOWS]
        assert allowing
        for choice in allowing:
            assert code(ask, choice.id) == "needs_confirmation", choice.id


@pytest.mark.parametrize(
    ("kind", "choice"), [(Kind.QUESTION, "chat"), (Kind.PLAN, "change"), (Kind.BLOCKED, "tell")]
)
def test_a_choice_that_is_words_needs_words(kind: Kind, choice: str) -> None:
    ask = an_ask("any", kind=kind)
    assert code(ask, choice, text="  ") == "needs_text"
    assert code(ask, choice, text="please") is None


def test_every_question_needs_an_answer_and_no_other_is_taken() -> None:
    both = {"Which colour?": "red", "Which size?": "large"}
    assert code(ASKING, "submit") == "needs_answers"
    assert code(ASKING, "submit", **{"Which colour?": "red"}) == "needs_answers"
    assert code(ASKING, "submit", **{**both, "Which hat?": "none"}) == "no_such_question"
    assert code(ASKING, "submit", **both) is None


def test_a_question_can_be_cancelled_without_answers() -> None:
    assert code(ASKING, "cancel") is None


def test_a_form_needs_what_it_requires() -> None:
    assert code(FORM, "accept") == "needs_answers"
    assert code(FORM, "accept", age="7") == "needs_answers"
    assert code(FORM, "accept", name="Ada") is None
    assert code(FORM, "decline") is None


@pytest.mark.parametrize(
    ("field", "fit", "unfit"),
    [
        ("age", ["7", "-1", " 12 "], ["seven", "1.5", "", "1_0", "٣"]),
        ("height", ["1.8", "2", "-.5", "1e3"], ["tall", "nan", "inf", "1e999", "0x10"]),
        ("sails", ["true", "no"], ["perhaps", ""]),
        ("rig", ["ketch"], ["yawl", "", "Ketch"]),
    ],
)
def test_a_form_takes_only_values_that_fit(field: str, fit: list[str], unfit: list[str]) -> None:
    found = {value: code(FORM, "accept", name="Ada", **{field: value}) for value in (*fit, *unfit)}
    assert found == dict.fromkeys(fit) | dict.fromkeys(unfit, "unfit_value")


def test_a_form_takes_one_value_for_a_field() -> None:
    several = replace(an_answer(FORM, "accept"), answers={"name": ("Ada", "Eve")})
    assert objection(FORM, several) == ("unfit_value", "The field 'name' wants one text.")


def test_a_form_takes_no_field_that_it_does_not_have() -> None:
    assert code(FORM, "accept", name="Ada", hat="none") == "no_such_field"


def test_where_own_words_are_no_answer_one_of_the_options_is_needed() -> None:
    closed = replace(COLOUR, free_text=False)
    ask = an_ask("closed", kind=Kind.QUESTION, questions=(closed,))
    assert code(ask, "submit", **{"Which colour?": "green"}) == "not_an_option"
    assert code(ask, "submit", **{"Which colour?": "red"}) is None
    assert code(ask, "chat", text="why?") is None
