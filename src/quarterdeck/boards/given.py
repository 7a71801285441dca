"""What a key surface is given: boards as pictures, and frames of single keys."""

from collections.abc import Mapping
from dataclasses import dataclass

from quarterdeck.boards.board import Board
from quarterdeck.domain.bindings import Binding


@dataclass(frozen=True, slots=True)
class Picture:
    """An encoded picture, named by a hash of its bytes."""

    id: bytes
    data: bytes


@dataclass(frozen=True, slots=True)
class GivenBoard:
    """A board as pictures, with the number by which the surface says that it shows it."""

    number: int
    board: Board
    pictures: Mapping[int, Picture]  # by place
    brightness: int  # from 0 to 100
    bound: Binding | None  # the session to which all of it belongs; None where it has none


@dataclass(frozen=True, slots=True)
class Frame:
    """Another picture for one key; its face stays."""

    key: int
    picture: Picture
