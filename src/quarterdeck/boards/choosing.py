"""Which board a surface shows: one function decides."""

from quarterdeck.boards.board import Board, Key, Scene
from quarterdeck.boards.message_board import message_board
from quarterdeck.boards.waiting import waiting_of


def board_of(scene: Scene) -> Board:
    """The board for what is, on this model, as the person turned it."""
    waiting = waiting_of(scene)
    if waiting is None:
        return Board("black", (Key(),) * scene.model.keys)
    return message_board(scene, waiting.shown, waiting)
