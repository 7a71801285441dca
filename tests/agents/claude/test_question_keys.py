"""Questions are answered page by page, with what each page shows."""

import pytest
from tests.agents.claude.player import played
from tests.agents.claude.screens import dialog

from quarterdeck.agents.claude.dialog_keys import script_for
from quarterdeck.agents.claude.dialog_match import is_about
from quarterdeck.agents.claude.hook_asks import Stamp, ask_of
from quarterdeck.domain.asks import Answer, Ask
from quarterdeck.domain.ids import AnswerId, AskId, SessionId
from quarterdeck.ports import Script

NEW, OLD = "2.1.325", "2.1.197"
DATABASE, FEATURES, DEPLOY = (
    "Which database should we use?",
    "Which features do you want?",
    "Where?",
)


def asked(*questions: tuple[str, list[str], bool]) -> Ask:
    given = [
        {
            "question": text,
            "header": text[:5],
            "options": [{"label": label, "description": ""} for label in labels],
            "multiSelect": several,
        }
        for text, labels, several in questions
    ]
    payload = {"tool_name": "AskUserQuestion", "tool_input": {"questions": given}}
    return ask_of(Stamp(AskId("a"), SessionId("s"), 0.0), payload, None, None)


MULTI = asked((FEATURES, ["Auth", "API", "UI"], True))
SEVERAL = asked(
    (DATABASE, ["PostgreSQL", "SQLite"], False),
    (FEATURES, ["Auth", "API", "UI"], True),
    ("Deploy where?", ["Cloud", "Metal"], False),
)


def answers(**given: str | tuple[str, ...]) -> Answer:
    names = {"database": DATABASE, "features": FEATURES, "deploy": "Deploy where?"}
    said = {names[name]: value for name, value in given.items()}
    return Answer(AnswerId("w"), AskId("a"), "submit", "", said, False, "test", 0.0)


def script(page: str, ask: Ask, answer: Answer) -> Script:
    found = script_for(dialog(OLD, page), ask, answer)
    assert found is not None
    return found


def keys(page: str, ask: Ask, answer: Answer) -> list[str]:
    return played(script(page, ask, answer), dialog(OLD, page))


@pytest.mark.parametrize(
    ("chosen", "pressed"),
    [
        (("Auth", "UI"), ["1", "3"]),
        (("API",), ["2"]),
    ],
)
def test_what_was_chosen_is_ticked_then_the_next_page_is_asked_for(
    chosen: tuple[str, ...], pressed: list[str]
) -> None:
    told = keys("ask_multi", MULTI, answers(features=chosen))
    assert told == [*pressed, *["Down"] * 4, "Enter"]


def test_an_answer_of_ones_own_stands_beside_what_is_ticked() -> None:
    told = keys("ask_multi", MULTI, answers(features=("Auth", "a map")))
    assert told == ["1", "Down", "Down", "Down", "<a map>", "Down", "Enter"]


def test_each_page_of_several_is_answered_on_its_own() -> None:
    given = answers(database="SQLite", features=("API",), deploy="Cloud")
    assert keys("ask_several_1", SEVERAL, given) == ["2"]
    assert keys("ask_several_2", SEVERAL, given) == ["2", *["Down"] * 4, "Enter"]


def test_no_page_but_the_review_decides() -> None:
    given = answers(database="PostgreSQL", features=("API",), deploy="Cloud")
    pages = ["ask_several_1", "ask_several_2", "ask_several_submit"]
    steps = [script("ask_several_1", SEVERAL, given).next(dialog(OLD, page)) for page in pages]
    assert [step.decides for step in steps if step] == [False, False, True]


def test_the_review_is_submitted_only_if_it_shows_what_was_answered() -> None:
    review = dialog(OLD, "ask_several_submit")
    right = answers(database="PostgreSQL", features=("API",), deploy="Cloud")
    wrong = answers(database="SQLite", features=("API",), deploy="Cloud")
    assert played(script("ask_several_submit", SEVERAL, right), review) == ["1"]
    assert script_for(review, SEVERAL, wrong) is None


def test_a_digit_is_never_pressed_in_a_field_of_ones_own() -> None:
    page = dialog(OLD, "ask_multi")
    there = played(script("ask_multi", MULTI, answers(features=("x",))), page)
    assert there == ["Down", "Down", "Down", "<x>", "Down", "Enter"]


def test_pages_of_other_questions_are_not_the_ones_that_were_asked() -> None:
    other = asked(("Which colour?", ["Red", "Blue"], False))
    for page in ("ask_multi", "ask_several_1", "ask_several_submit"):
        assert not is_about(dialog(OLD, page), other)
    assert is_about(dialog(NEW, "q_several"), asked(("Which database?", ["PG", "SQLite"], False)))


def test_what_a_page_does_not_offer_has_no_keys() -> None:
    chat = Answer(AnswerId("w"), AskId("a"), "chat", "hello", {}, False, "test", 0.0)
    assert script_for(dialog(OLD, "ask_multi"), MULTI, chat) is None
    unanswered = answers(database="SQLite")
    assert script_for(dialog(OLD, "ask_several_2"), SEVERAL, unanswered) is None
