"""Which board a keyboard shows."""

import pytest
from tests.boards.keyboards import KEYBOARDS, OVER, RUNS, WAITS, idle, on_keys
from tests.boards.scenes import DONE, NOTIFICATION, ONE, permission, scene_of, turned

from quarterdeck.boards.board import Board, Scene
from quarterdeck.boards.choosing import board_of
from quarterdeck.boards.four_keys import has_four_keys
from quarterdeck.boards.models import MODELS, TKEYBOARD
from quarterdeck.domain.board_state import AskState, BoardState


def names(board: Board) -> list[str]:
    """What stands on each key."""
    return [key.look.bar.text if key.look.bar else key.look.title for key in board.keys]


def test_no_stream_deck_is_taken_for_a_keyboard() -> None:
    assert has_four_keys(TKEYBOARD)
    assert not any(has_four_keys(model) for model in MODELS.values())


@pytest.mark.parametrize("name", KEYBOARDS)
def test_every_board_has_four_keys_and_another_name_for_every_face(name: str) -> None:
    board = board_of(KEYBOARDS[name]())
    faces = [face.id for key in board.keys for face in (key.press, key.hold) if face]
    assert (len(board.keys), len(faces)) == (4, len(set(faces)))


def test_what_is_asked_comes_before_what_can_be_done() -> None:
    assert board_of(on_keys(WAITS, permission())).name == "permission"
    assert board_of(on_keys(WAITS, ONE)).name == "question"
    assert board_of(on_keys(RUNS)).name == "working"


@pytest.mark.parametrize("note", [DONE, NOTIFICATION])
def test_a_note_takes_one_key_and_all_of_them_when_it_is_held(note: object) -> None:
    assert note in (DONE, NOTIFICATION)
    ask = DONE if note is DONE else NOTIFICATION
    board = board_of(on_keys(RUNS, ask))
    assert names(board)[:3] == ["STOP", "BACKGROUND", "OK"]
    full = board_of(on_keys(RUNS, ask, state=turned(ask, AskState(page=1))))
    assert full.message
    assert full.message.text.text == ask.text


def test_a_session_that_is_over_is_lost_until_another_is_picked() -> None:
    board = board_of(on_keys(OVER))
    assert board.message
    assert (board.name, board.message.header) == ("lost", ("Session lost",))
    assert "tk-1760835985-24429" in board.message.text.text
    assert names(board) == ["", "", "", "Sessions"]


def test_without_a_session_of_its_own_it_shows_the_asks_of_all_and_else_the_sessions() -> None:
    assert board_of(scene_of(permission(), model=TKEYBOARD)).name == "permission"
    board = board_of(scene_of(model=TKEYBOARD))
    assert names(board) == ["api-server", "shop", "docs", "More 1/3"]


def test_the_only_session_needs_no_binding() -> None:
    alone = Scene(run="run", model=TKEYBOARD, state=BoardState(), asks=(), sessions=(idle(), OVER))
    assert board_of(alone).name == "idle"
    nobody = Scene(run="run", model=TKEYBOARD, state=BoardState(), asks=(), sessions=(OVER,))
    assert board_of(nobody).message
