"""What could not be done is said across the keys, and any of them takes it away."""

from dataclasses import replace

from tests.boards.scenes import CRITICAL, scene_of

from quarterdeck.boards.choosing import board_of
from quarterdeck.boards.models import MINI, PLUS
from quarterdeck.domain.meanings import Wake

WHY = "no terminal is attached to this tmux server"


def test_it_says_why_and_answers_nothing() -> None:
    board = board_of(replace(scene_of(CRITICAL, model=MINI), told=WHY))
    assert board.name == "told"
    assert board.message
    assert (board.message.header, board.message.text.text) == (("Not done",), WHY)
    assert {key.press.means for key in board.keys if key.press} == {Wake()}
    assert not any(key.hold for key in board.keys)


def test_a_strip_says_it_too() -> None:
    board = board_of(replace(scene_of(CRITICAL, model=PLUS), told=WHY))
    assert board.strip
    assert board.strip.text.text == WHY
