"""What fingers do on a deck, as messages: presses, holds, steps. It decides nothing."""

import itertools
from collections.abc import Callable
from dataclasses import dataclass, replace

from quarterdeck.surfaces.streamdeck import wire
from quarterdeck.surfaces.streamdeck.wire import Board, Faces

MOST_STEPS = 20  # of one turn of a dial


@dataclass(frozen=True, slots=True)
class _Down:
    """A key that is down."""

    faces: Faces
    hold: float  # seconds that make a hold
    since: float
    counted: float  # since when the daemon counts


class Fingers:
    """The fingers on one deck, as long as one connection lasts."""

    def __init__(self, board_at: Callable[[int], int]) -> None:
        self._board_at = board_at  # which board a person sees on a key
        self._boards: dict[int, Board] = {}
        self._newest = 0
        self._down: dict[int, _Down] = {}
        self._ids = itertools.count(1)

    def board(self, board: Board) -> None:
        """The daemon gave a board; older ones count while they can be seen."""
        seen = {self._board_at(key) for key in range(len(board.keys))}
        self._boards = {n: kept for n, kept in self._boards.items() if n in seen}
        self._boards[board.number] = board
        self._newest = board.number

    def key_down(self, key: int, at: float) -> list[str]:
        """A key went down: a face of the board that is seen there, whatever comes meanwhile."""
        board = self._boards.get(self._board_at(key))
        if board is None or key >= len(board.keys) or not board.keys[key].all:
            return []
        self._down[key] = _Down(board.keys[key], board.hold, since=at, counted=at)
        return [wire.down(face) for face in board.keys[key].all]

    def began(self, face: str, at: float) -> None:
        """The daemon knows since now that a face is held: it counts no sooner than that."""
        for key, down in self._down.items():
            if down.faces.hold == face:
                self._down[key] = replace(down, counted=at)

    def key_up(self, key: int, at: float) -> list[str]:
        """A key was let go."""
        if key not in self._down:
            return []
        down = self._down.pop(key)
        faces = down.faces
        if faces.hold and (at - down.since >= down.hold or not faces.press):
            return [wire.held(self._name(), faces.hold, max(0.0, at - down.counted))]
        return [wire.pressed(self._name(), faces.press)] if faces.press else []

    def turned(self, dial: int, steps: int) -> list[str]:
        """A dial was turned; to the left where it is less than nothing."""
        board = self._boards.get(self._newest)
        if board is None or dial >= len(board.dials):
            return []
        face = board.dials[dial].left if steps < 0 else board.dials[dial].right
        count = min(abs(steps), MOST_STEPS) if face else 0
        return [wire.pressed(self._name(), face) for _ in range(count) if face]

    def _name(self) -> str:
        return str(next(self._ids))
