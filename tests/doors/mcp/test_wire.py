"""What our tools take, and what agents are told: nonsense gets one clear sentence."""

from dataclasses import replace

import pytest
from tests.stories.happened import an_answer

from quarterdeck.domain.ask_bodies import Kind
from quarterdeck.domain.ids import RequestId, SessionId
from quarterdeck.doors.mcp import wire
from quarterdeck.ports import Nonsense

DESK, CALL = SessionId("desk"), RequestId("call")


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        ({}, "'question' is missing."),
        ({"question": 7}, "'question' must be a text; it is a number."),
        ({"question": "  "}, "'question' is empty."),
        (
            {"question": "?" * 10_000_000},
            "'question' has 10000000 characters; 10000 are the most.",
        ),
        (
            {"question": "Ring\x1b]0;me\x07?"},
            "'question' holds U+001B; of control characters only tab and newline may be.",
        ),
        (
            {"question": "half \ud83d of it"},
            "'question' holds U+D83D; of control characters only tab and newline may be.",
        ),
        ({"question": "?", "options": "red"}, "'options' must be a list; it is a text."),
        (
            {"question": "?", "options": [str(n) for n in range(50)]},
            "'options' has 50 entries; 20 are the most.",
        ),
        ({"question": "?", "options": ["red", "red"]}, "Two of the options read the same."),
        (
            {"question": "?", "options": [["red"]]},
            "option 1 must be a text, or an object of 'label' and 'description'.",
        ),
        (
            {"question": "?", "options": [{"label": "red", "action": "!rm"}]},
            "option 1 must be a text, or an object of 'label' and 'description'.",
        ),
        ({"question": "?", "options": ["red", ""]}, "option 2 is empty."),
        (
            {"question": "?", "options": [{"description": "a colour"}]},
            "the label of option 1 must be a text; it is null.",
        ),
        ({"question": "?", "multi": True}, "'multi' needs 'options'."),
        ({"question": "?", "multi": "yes"}, "'multi' must be true or false; it is a text."),
        (
            {"question": "?", "free_text": False},
            "Without 'options' the person can only answer freely: leave out free_text.",
        ),
        (
            {"question": "?", "timeout_s": True},
            "'timeout_s' must be a number; it is true or false.",
        ),
        ({"question": "?", "timeout_s": 0}, "'timeout_s' must be between 1 and 86400 seconds."),
        (
            {"question": "?", "timeout_s": float("nan")},
            "'timeout_s' must be between 1 and 86400 seconds.",
        ),
        ({"question": "?", "session": 5}, "'session' must be a text; it is a number."),
        (
            {"question": "?", "answer": "yes"},
            "ask_human takes no 'answer'; it takes:"
            " question, options, multi, free_text, timeout_s, session.",
        ),
    ],
)
def test_a_question_that_cannot_be_asked_says_why(given: dict[str, object], sentence: str) -> None:
    with pytest.raises(Nonsense) as told:
        wire.read_question(given)
    assert str(told.value) == sentence


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        ({}, "'text' is missing."),
        ({"text": "hi", "level": "loud"}, "'level' must be one of: info, warning, error."),
        ({"text": "hi", "level": ["info"]}, "'level' must be one of: info, warning, error."),
        (
            {"text": "hi", "ask": "a1"},
            "notify_human takes no 'ask'; it takes: text, level, session.",
        ),
    ],
)
def test_a_message_that_cannot_be_told_says_why(given: dict[str, object], sentence: str) -> None:
    with pytest.raises(Nonsense) as told:
        wire.read_message(given)
    assert str(told.value) == sentence


def test_what_is_shown_hides_nothing_and_what_goes_back_is_the_agents_own() -> None:
    label = "deploy\u202e with token=ghp_012345678901234567890123456789012345"
    asked = wire.read_question({"question": "Which?", "options": [label, "no"]})
    shown = asked.question.options[0].label
    assert "\u202e" not in shown
    assert "ghp_" not in shown
    ask = asked.ask(CALL, DESK, 100.0)
    answer = replace(an_answer(ask, "submit"), answers={"Which?": shown})
    assert wire.answered(asked, answer).fields == {"outcome": "answered", "answer": label}


def test_a_question_becomes_an_ask_that_is_the_same_when_it_comes_back() -> None:
    asked = wire.read_question({"question": "Which?", "options": ["a", "b"], "timeout_s": 60})
    ask = asked.ask(CALL, DESK, 100.0)
    assert (ask.kind, ask.title, ask.deadline, ask.by_tool) == (Kind.QUESTION, "Which?", 160, True)
    assert asked.ask(CALL, DESK, 200.0).id == ask.id
    assert asked.ask(RequestId("other"), DESK, 100.0).id != ask.id


def test_several_answers_go_back_as_a_list() -> None:
    asked = wire.read_question({"question": "Which?", "options": ["a", "b"], "multi": True})
    ask = asked.ask(CALL, DESK, 0.0)
    answer = replace(an_answer(ask, "submit"), answers={"Which?": ("a", "my own")})
    told = wire.answered(asked, answer)
    assert told.fields == {"outcome": "answered", "answer": ["a", "my own"]}
    assert told.text == "The person answered: a, my own"


@pytest.mark.parametrize(
    ("choice", "text", "fields"),
    [
        ("chat", "why at all?", {"outcome": "discuss", "text": "why at all?"}),
        ("cancel", "", {"outcome": "declined", "text": ""}),
    ],
)
def test_no_answer_is_told_as_what_it_is(choice: str, text: str, fields: object) -> None:
    asked = wire.read_question({"question": "Which?"})
    answer = an_answer(asked.ask(CALL, DESK, 0.0), choice, text=text)
    assert wire.answered(asked, answer).fields == fields


def test_time_that_ran_out_and_a_question_that_was_taken_away_are_told_apart() -> None:
    asked = wire.read_question({"question": "Which?", "timeout_s": 60})
    assert wire.unanswered(asked, in_time=False).fields == {"outcome": "no_answer"}
    assert wire.unanswered(asked, in_time=True).fields == {"outcome": "withdrawn"}


def test_a_message_is_a_notification_with_its_level_before_it() -> None:
    ask = wire.read_message({"text": "Full\ndisk", "level": "warning"}).ask(CALL, DESK, 1.0)
    assert (ask.kind, ask.title, ask.text) == (
        Kind.NOTIFICATION,
        "Warning: Full",
        "Warning: Full\ndisk",
    )


def test_what_fits_the_schemas_can_be_read() -> None:
    every = {"options": ["a"], "multi": True, "free_text": False, "timeout_s": 1, "session": "s"}
    question, message = (tool["inputSchema"] for tool in wire.TOOLS)
    assert isinstance(question, dict)
    assert isinstance(message, dict)
    assert question["properties"].keys() == {"question", *every}
    assert wire.read_question({"question": "Which?", **every}).session == "s"
    for level in message["properties"]["level"]["enum"]:
        assert wire.read_message({"text": "hi", "level": level, "session": "s"}).session == "s"
