"""What is to be drawn, in which format, and how a drawing that was made before is known again."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import StrEnum
from hashlib import blake2b

from quarterdeck.boards.board import Board, Key
from quarterdeck.boards.looks import Ground, Look, Message
from quarterdeck.boards.models import Model
from quarterdeck.boards.moment import Moment, age, countdown, step_of

STRIP = -1  # the place of the strip, beside the keys


class Format(StrEnum):
    """How a picture is encoded."""

    JPEG = "jpeg"
    BMP = "bmp"
    PNG = "png"
    RGB565 = "rgb565"  # two bytes a pixel, the high one first


@dataclass(frozen=True, slots=True)
class Encoding:
    """How a picture reaches a screen: turned, then flipped, then encoded."""

    format: Format = Format.JPEG
    rotate: int = 0  # degrees counterclockwise, in right angles
    flip: tuple[bool, bool] = (False, False)  # left to right, top to bottom


@dataclass(frozen=True, slots=True)
class KeySurface:
    """What a surface with keys can show, and how it wants it."""

    model: Model
    picture: Encoding
    strip: Encoding


@dataclass(frozen=True, slots=True)
class Drawing:
    """A job: these places of a board at a moment, each encoded."""

    surface: KeySurface
    board: Board
    moment: Moment
    places: tuple[int, ...]  # keys, and the strip


@dataclass(frozen=True, slots=True)
class Sheet:
    """A job: the whole deck as one picture, in PNG."""

    surface: KeySurface
    board: Board
    moment: Moment


def places_of(surface: KeySurface) -> tuple[int, ...]:
    """Everything on a surface that shows something."""
    if surface.model.key is None:
        return ()
    keys = tuple(range(surface.model.keys))
    return keys if surface.model.strip is None else (*keys, STRIP)


def bare(board: Board) -> Board:
    """A board without what its keys mean: all that is needed to draw it."""
    return replace(board, keys=tuple(Key(key.look) for key in board.keys), dials=(), touch=())


def digests(drawing: Drawing) -> dict[int, bytes]:
    """A hash of all that decides how each place looks: the same hash, the same picture."""
    surface, board, moment = drawing.surface, drawing.board, drawing.moment
    message = _digest(repr(tuple(_message(board, moment))))
    found: dict[int, bytes] = {}
    for place in drawing.places:
        if place == STRIP:
            shown = (surface.strip, surface.model.strip, _said(board.strip, moment))
            found[place] = _digest(repr(shown))
        else:
            look = board.keys[place].look
            on_message = (place, message) if look.ground is Ground.MESSAGE else None
            touched = (
                place in moment.pressed,
                place in moment.dimmed,
                moment.held.get(place),
                moment.failed.get(place),
            )
            key = (surface.picture, surface.model.key, *_look(look, moment), *touched, on_message)
            found[place] = _digest(repr(key))
    return found


def _message(board: Board, moment: Moment) -> Iterator[object]:
    """What the message says, and where it may stand."""
    yield _said(board.message, moment)
    for key in board.keys if board.message else ():
        yield key.look.ground is Ground.MESSAGE, key.look.bar and key.look.bar.top


def _said(message: Message | None, moment: Moment) -> tuple[object, ...]:
    if message is None:
        return ()
    return replace(message, deadline=None), countdown(message.deadline, moment.now)


def _look(look: Look, moment: Moment) -> tuple[object, ...]:
    lasted = "" if look.since is None else age(moment.now - look.since)
    return replace(look, since=None), lasted, step_of(moment.now) if look.moves else None


def _digest(text: str) -> bytes:
    return blake2b(text.encode("utf-8", "replace"), digest_size=16).digest()
