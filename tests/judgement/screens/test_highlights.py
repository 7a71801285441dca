"""Buttons that are lit."""

from quarterdeck.judgement.screens import Option
from quarterdeck.judgement.screens.canvas import canvas
from quarterdeck.judgement.screens.highlights import lit

BUTTONS = tuple(
    Option(label, None, False, None, "") for label in ("Allow once", "Always", "Reject")
)


def selected(screen: str) -> list[bool]:
    return [option.selected for option in lit(BUTTONS, canvas(screen))]


def test_the_button_with_a_background_of_its_own_is_selected() -> None:
    row = "\x1b[48;5;234m Allow once \x1b[48;5;215m Always \x1b[48;5;234m Reject"
    assert selected(row) == [False, True, False]


def test_without_colours_none_is_selected() -> None:
    assert selected(" Allow once  Always  Reject") == [False, False, False]


def test_when_all_look_the_same_none_is_selected() -> None:
    assert selected("\x1b[48;5;234m Allow once  Always  Reject") == [False, False, False]


def test_when_all_look_different_none_is_selected() -> None:
    row = "\x1b[41mAllow once \x1b[42mAlways \x1b[43mReject"
    assert selected(row) == [False, False, False]
