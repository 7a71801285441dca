"""Questions on four keys: three options at a time, checked before they are sent."""

from collections.abc import Mapping

from tests.boards.keyboards import WAITS, on_keys
from tests.boards.scenes import DIALOG, EXTRAS, MANY, ONE, STORES, TWO, turned
from tests.boards.test_four_keys import names

from quarterdeck.boards.board import Board
from quarterdeck.boards.choosing import board_of
from quarterdeck.domain.asks import Ask
from quarterdeck.domain.board_state import AskState
from quarterdeck.domain.meanings import Choose, Means, Turn

NOTHING: Mapping[str, tuple[str, ...]] = {}
SQLITE = {STORES.text: ("SQLite",)}
BOTH = {**SQLITE, EXTRAS.text: ("Tests", "CI")}


def board(ask: Ask, page: int = 0, picks: Mapping[str, tuple[str, ...]] = NOTHING) -> Board:
    return board_of(on_keys(WAITS, ask, state=turned(ask, AskState(page=page, picks=picks))))


def leads_to(shown: Board, key: int = 3) -> Means | None:
    press = shown.keys[key].press
    return press.means if press else None


def test_options_stand_on_three_keys_and_the_last_says_what_is_asked() -> None:
    shown = board(ONE)
    assert names(shown) == ["SQLite", "PostgreSQL", "Files", "More"]
    assert shown.keys[3].look.title == STORES.text


def test_one_question_is_submitted_once_something_is_picked() -> None:
    assert leads_to(board(ONE)) == Turn(ONE.id, 1)
    assert leads_to(board(ONE, picks=SQLITE)) == Choose(ONE.id, "submit", {STORES.text: "SQLite"})


def test_several_questions_come_one_after_the_other_and_are_checked_at_the_end() -> None:
    assert leads_to(board(TWO, picks=SQLITE)) == Turn(TWO.id, 1)
    assert leads_to(board(TWO, 1, picks=BOTH)) == Turn(TWO.id, 2)
    check = board(TWO, 2, picks=BOTH)
    assert check.message
    assert check.message.text.text == "Storage: SQLite\nExtras: Tests, CI"
    answers: Mapping[str, str | tuple[str, ...]] = {
        STORES.text: "SQLite",
        EXTRAS.text: ("Tests", "CI"),
    }
    assert leads_to(check) == Choose(TWO.id, "submit", answers)
    assert leads_to(check, 0) == Turn(TWO.id, 0)


def test_nothing_is_submitted_while_a_question_has_no_answer() -> None:
    assert names(board(TWO, 2, picks=SQLITE))[3] == "More"


def test_many_options_come_three_at_a_time_and_the_last_page_leads_away() -> None:
    last = 17  # of 50 options
    assert names(board(MANY, last - 1)) == ["Option 49", "Option 50", "", "More 17/17"]
    away = board(MANY, last)
    assert names(away) == ["Go CC", "Cancel", "", "Back"]
    assert leads_to(away, 1) == Choose(MANY.id, "cancel")
    assert leads_to(away) == Turn(MANY.id, 0)


def test_the_options_of_a_dialog_answer_at_once() -> None:
    shown = board(DIALOG)
    assert leads_to(shown, 0) == Choose(DIALOG.id, "option-1")
    assert names(board(DIALOG, 1))[1] == "OK"
