"""What the keyboard's calls take, and what they say is wrong."""

import pytest

from quarterdeck.domain.actions import Interrupt, Keys, Send
from quarterdeck.domain.buttons import Origin
from quarterdeck.domain.ids import PressId
from quarterdeck.domain.presses import QueuedPress
from quarterdeck.domain.states import State
from quarterdeck.doors.http.wire import BadRequest
from quarterdeck.doors.keyboard_api import wire
from quarterdeck.doors.keyboard_api.wire import Press, ToldState

LONG = "Explain how the cache works"  # more than a key shows


def test_without_an_action_the_label_is_typed() -> None:
    [yes, dead] = wire.read_buttons({"buttons": ["Yes", ""]}, 1.0).row
    assert (yes.text, yes.do) == ("Yes", Send("Yes"))
    assert (dead.text, dead.do) == ("", None)


def test_an_action_without_a_label_is_a_dead_key() -> None:
    [dead] = wire.read_buttons({"buttons": [" "], "actions": ["rm -rf /"]}, 1.0).row
    assert dead.do is None


def test_two_words_mean_keys_and_are_never_typed() -> None:
    row = wire.read_buttons(
        {"buttons": ["🛑", "Later"], "actions": ["STOP", "BACKGROUND"]}, 1.0
    ).row
    assert [button.do for button in row] == [Interrupt(), Keys(("C-b",))]


def test_label_action_picture_and_colour_belong_together() -> None:
    given = {
        "buttons": ["ℹ️", "Go"],
        "actions": ["Show me more information", None],
        "images": ["info.rgb"],
        "colors": ["", "#0f0"],
    }
    buttons = wire.read_buttons(given, 1.0)
    first, second = buttons.row
    assert (first.text, first.types, first.image) == ("ℹ️", "Show me more information", "info.rgb")
    assert (second.types, second.image, second.colour) == ("Go", "", "#00ff00")
    assert (buttons.by, buttons.asked) == (Origin.AGENT, True)


def test_a_long_label_is_shown_shortened_and_typed_whole() -> None:
    [button] = wire.read_buttons({"buttons": [LONG]}, 1.0).row
    assert (button.text, button.types) == ("Explain how the cac…", LONG)


@pytest.mark.parametrize(
    ("body", "why"),
    [
        ({}, "'buttons' must list 1 to 4 labels"),
        ({"buttons": []}, "'buttons' must list 1 to 4 labels"),
        ({"buttons": "Yes"}, "'buttons' must be a list of texts"),
        ({"buttons": [1]}, "'buttons' must be a list of texts"),
        ({"buttons": ["a"] * 5}, "lists 5; 4 are the most"),
        ({"buttons": ["a"], "actions": ["a", "b"]}, "'actions' lists 2; 1 are the most"),
        ({"buttons": ["a"], "images": {"a": "b"}}, "'images' must be a list of texts"),
        ({"buttons": ["a"], "actions": ["x" * 201]}, "types 201 characters; 200 are the most"),
        ({"buttons": ["x" * 10**6]}, "types 1000000 characters"),
        ({"buttons": ["a"], "images": ["x" * 21]}, "has 21 characters; 20 are the most"),
        ({"buttons": ["a"], "colors": ["red"]}, "a colour that is not written like"),
        ({"buttons": ["ab"] * 4, "actions": ["ǆ😀" * 90] * 4}, "2048 are the most"),
        ({"buttons": ["a"], "actions": ["!rm -rf x"]}, "begins with '!'"),
        ({"buttons": ["!ls"]}, "begins with '!'"),
        ({"buttons": ["a"], "actions": [" ! ls"]}, "begins with '!'"),
        ({"buttons": ["a\x1b[2J"]}, "cannot be seen, or controls a terminal"),
        ({"buttons": ["a"], "actions": ["a\rb"]}, "cannot be seen, or controls a terminal"),
        ({"buttons": ["a"], "actions": ["a\u202eb"]}, "cannot be seen, or controls a terminal"),
        ({"buttons": ["a\nb"]}, "more than one line"),
        ({"buttons": ["a"], "actions": ["use ghp_" + "a1B2" * 9]}, "looks like a secret"),
    ],
)
def test_what_cannot_be_a_button_is_refused_with_a_reason(
    body: dict[str, object], why: str
) -> None:
    with pytest.raises(BadRequest) as refused:
        wire.read_buttons(body, 1.0)
    assert why in str(refused.value)


@pytest.mark.parametrize(
    ("body", "told"),
    [
        ({"event": "thinking"}, ToldState(State.WORKING, "a program says thinking", None)),
        ({"state": "idle"}, ToldState(State.IDLE, "a program says idle", None)),
        (
            {"event": "rate_limit", "state": {"countdown": 60}},
            ToldState(State.LIMITED, "a program says rate_limit", 60.0),
        ),
        ({"event": "rate_limit"}, ToldState(State.LIMITED, "a program says rate_limit", None)),
        (
            {"event": "error", "state": {"message": "no\x1b disk"}},
            ToldState(State.FAILED, "a program says error: no␛ disk", None),
        ),
        (
            {"event": "idle", "state": {"countdown": 5}},
            ToldState(State.IDLE, "a program says idle", None),
        ),
    ],
)
def test_four_states_can_be_told(body: dict[str, object], told: ToldState) -> None:
    assert wire.read_state(body) == told


@pytest.mark.parametrize(
    "body",
    [
        {},
        {"event": "waiting"},
        {"event": 3},
        {"event": ["idle"]},
        {"state": {"countdown": 60}},
        {"event": "rate_limit", "state": {"countdown": "soon"}},
        {"event": "rate_limit", "state": {"countdown": -1}},
        {"event": "rate_limit", "state": {"countdown": True}},
        {"event": "error", "message": 3},
    ],
)
def test_no_other_state_can_be_told(body: dict[str, object]) -> None:
    with pytest.raises(BadRequest):
        wire.read_state(body)


def test_a_press_names_its_key_and_perhaps_what_it_says() -> None:
    assert wire.read_press({"key": 1, "text": "Yes"}) == Press(1, "Yes")
    assert wire.read_press({"key": 4}) == Press(4, "")


@pytest.mark.parametrize(
    "body",
    [
        {},
        {"key": 0},
        {"key": 5},
        {"key": "1"},
        {"key": True},
        {"key": 1.0},
        {"key": 1, "text": ""},
        {"key": 1, "text": ["Yes"]},
        {"key": 1, "text": "!ls"},
        {"key": 1, "text": "x" * 201},
        {"key": 1, "text": "Yes\x03"},
    ],
)
def test_any_other_press_is_refused(body: dict[str, object]) -> None:
    with pytest.raises(BadRequest):
        wire.read_press(body)


def test_a_session_is_named_in_the_address_or_in_the_body() -> None:
    assert wire.read_session({"session": "s1"}, {"session": "s2"}) == "s1"
    assert wire.read_session({}, {"session": 42}) == "42"
    assert wire.read_session({}, {}) == ""
    with pytest.raises(BadRequest):
        wire.read_session({}, {"session": ["s1"]})


def test_pollers_get_milliseconds() -> None:
    press = QueuedPress(PressId("p"), 1, "Yes", 1760835906.0)
    assert wire.inputs_json((press,)) == [{"key": 1, "text": "Yes", "timestamp": 1760835906000}]


def test_the_keyboard_has_its_own_words_for_states() -> None:
    words = {state: wire.state_word(state) for state in State}
    assert words[State.WORKING] == "thinking"
    assert words[State.LIMITED] == "limit"
    assert words[State.FAILED] == "error"
    assert words[State.IDLE] == words[State.WAITING] == "idle"


def test_times_are_written_as_elsewhere_in_json() -> None:
    assert wire.moment(1760835900.4) == "2025-10-19T01:05:00Z"
