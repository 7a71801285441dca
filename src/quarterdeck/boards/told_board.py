"""A board that says for a moment what could not be done; any key takes it away."""

from quarterdeck.boards.board import Board, Scene
from quarterdeck.boards.looks import ON_MESSAGE, Message
from quarterdeck.boards.waiting import dials_of
from quarterdeck.domain.meanings import Wake
from quarterdeck.domain.shown import Shown


def told_board(scene: Scene) -> Board:
    """The sentence across all keys."""
    text = Shown(scene.told, (), (), 0)
    message = Message(header=("Not done",), level=None, colour=0, text=text)
    keys = tuple(scene.key(place, ON_MESSAGE, Wake()) for place in range(scene.model.keys))
    strip = message if scene.model.strip else None
    return Board("told", keys, message, strip, *dials_of(scene, (Wake(), Wake())))
