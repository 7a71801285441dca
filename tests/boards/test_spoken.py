"""What a key does, in words."""

from tests.boards.keyboards import ROW, THINKS, WAITS, idle, on_keys
from tests.boards.scenes import LONG, permission

from quarterdeck.boards.board import Board
from quarterdeck.boards.choosing import board_of
from quarterdeck.boards.spoken import LONGEST, announced, spoken


def words(board: Board) -> list[str]:
    return [spoken(key) for key in board.keys]


def test_a_key_says_its_label_and_what_it_types() -> None:
    assert words(board_of(on_keys(WAITS, permission()))) == ["Yes", "Always", "No", "More"]
    said = words(board_of(on_keys(idle(*ROW))))
    assert said[0] == "Run tests: Run all the tests and fix what fails"
    assert said[3] == "api-server. idle"
    assert words(board_of(on_keys(THINKS)))[:2] == ["STOP. hold: wrap up first", ""]


def test_the_message_is_said_once_and_not_without_end() -> None:
    assert announced(board_of(on_keys(WAITS, permission()))).endswith("npm run build")
    assert len(announced(board_of(on_keys(WAITS, LONG)))) == LONGEST
    assert announced(board_of(on_keys(THINKS))) == ""
