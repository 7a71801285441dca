"""What the tools about buttons take, and what they tell."""

from dataclasses import replace

import pytest
from tests.contracts.test_store import a_session

from quarterdeck.domain.actions import Interrupt, Send
from quarterdeck.domain.buttons import Context, Origin
from quarterdeck.domain.risk import Level
from quarterdeck.domain.states import State
from quarterdeck.doors.mcp.keyboard_wire import (
    chosen,
    context_fields,
    read_buttons,
    read_context,
    read_status,
    status,
)
from quarterdeck.ports import Nonsense


def test_an_agents_buttons_are_its_own_rated_and_stay() -> None:
    given = [{"text": "Ship", "action": "Deploy it", "emoji": "🚀", "color": "#112233"}]
    buttons, session = read_buttons({"buttons": [*given, {"text": "STOP"}], "session": "api"}, 5.0)
    assert (buttons.by, buttons.asked, buttons.at, session) == (Origin.AGENT, True, 5.0, "api")
    ship, stop = buttons.row
    assert (ship.do, ship.risk, ship.colour) == (Send("Deploy it"), Level.HIGH, "#112233")
    assert stop.do == Interrupt()


def test_a_ready_picture_is_its_emoji_where_only_that_is_shown() -> None:
    given = [
        {"text": "Again", "image": "retry"},
        {"text": "Again", "image": "retry", "emoji": "🎲"},
        {"text": "Again", "image": "mine"},
    ]
    buttons, _ = read_buttons({"buttons": given}, 5.0)
    assert [button.emoji for button in buttons.row] == ["🔄", "🎲", ""]
    assert [button.image for button in buttons.row] == ["retry", "retry", "mine"]


@pytest.mark.parametrize(
    ("buttons", "why"),
    [
        (None, "'buttons' must be a list; it is null."),
        ([], "There are 0 buttons; 1 to 4 can be shown."),
        ([{"text": "a"}] * 50, "There are 50 buttons; 1 to 4 can be shown."),
        (["Yes"], "Button 1 must be an object of: text, action, emoji, image, color; "),
        ([{"text": "a", "key": "b"}], "Button 1 must be an object of"),
        ([{"text": 3}], "the text of button 1 must be a text; it is a number."),
        ([{"text": "x" * 21}], "the text of button 1 has 21 characters; 20 are the most."),
        ([{"text": "x" * 10_000_000}], "the text of button 1 has 10000000 characters"),
        ([{"text": "a", "action": "b\x1b"}], "the action of button 1 holds U+001B"),
        ([{"text": "a", "action": "\u200b!ls"}], "the action of button 1 holds a character that"),
        ([{"text": "ls", "action": "!ls"}], "Button 1 begins with '!'"),
        ([{"text": "a", "color": "red"}], "Button 1 has a colour that is not written like"),
        (
            [{"text": "a", "action": "export GITHUB_TOKEN=ghp_" + "a1B2c3D4e5" * 4}],
            "the action of button 1 holds what looks like a secret.",
        ),
    ],
)
def test_buttons_that_cannot_be_shown_are_refused(buttons: object, why: str) -> None:
    with pytest.raises(Nonsense) as refused:
        read_buttons({"buttons": buttons}, 1.0)
    assert str(refused.value).startswith(why)


def test_a_context_has_one_of_the_known_names() -> None:
    told = read_context({"context_type": "git", "detail": "Two files are staged."})
    assert (told.context, told.detail, told.session) == (Context.GIT, "Two files are staged.", "")
    with pytest.raises(Nonsense, match="'context_type' must be one of: error, question"):
        read_context({"context_type": "weather", "detail": "rain"})
    with pytest.raises(Nonsense, match="'detail' is missing"):
        read_context({"context_type": "git"})


def test_what_is_told_has_all_that_a_button_types() -> None:
    buttons, _ = read_buttons({"buttons": [{"text": "Go", "action": "Go ahead."}]}, 1.0)
    told = chosen(buttons)
    assert told.text.endswith("until the next prompt: Go.")
    row = [{"text": "Go", "emoji": "", "action": "Go ahead.", "risk": "low"}]
    assert told.fields["buttons"] == row

    session = replace(a_session("desk"), state=State.IDLE, buttons=buttons)
    shown = status(session, watched=False)
    assert shown.text == "Your buttons: Go. Nobody is looking now."
    assert (shown.fields["shown"], shown.fields["buttons"]) == (True, row)
    busy = status(replace(session, state=State.WORKING), watched=True)
    assert (busy.fields["shown"], busy.fields["watched"]) == (False, True)
    assert status(a_session("desk"), watched=True).text.startswith("Your buttons: none yet.")
    assert read_status({"session": "api"}) == "api"


def test_without_buttons_there_is_no_context() -> None:
    assert context_fields(None) == {"context_type": "nothing", "detail": "", "by": None}
