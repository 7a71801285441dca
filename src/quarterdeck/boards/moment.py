"""What only lasts a moment and makes no other face: time, fingers, guards."""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field
from math import floor

from quarterdeck.boards.board import Board

STEPS = 8  # of what moves on a key, after which it begins again
STEP_EVERY = 0.5
AGES_EVERY = 5.0  # seconds after which ages are drawn again; countdowns go second by second
_LATE = 0.005  # a little later than a time reads differently


@dataclass(frozen=True, slots=True)
class Moment:
    """When a board is drawn, and what is done with its keys then."""

    now: float
    pressed: Collection[int] = ()
    dimmed: Collection[int] = ()
    held: Mapping[int, float] = field(
        default_factory=dict
    )  # from 0 to 1, how long of what it needs
    failed: Mapping[int, str] = field(default_factory=dict)  # why a press on it came to nothing


def age(seconds: float) -> str:
    """How long something lasts, as short as it gets: 0:42, 12 min, 3 h."""
    whole = max(0, int(seconds))
    if whole < 600:
        return f"{whole // 60}:{whole % 60:02}"
    return f"{whole // 60} min" if whole < 3600 else f"{whole // 3600} h"


def countdown(deadline: float | None, now: float) -> str:
    """How much time is left; empty where nothing ends by itself."""
    return "" if deadline is None else age(deadline - now)


def step_of(now: float) -> int:
    """How far what moves on a key has come."""
    return int(now / STEP_EVERY) % STEPS


def next_change(board: Board, now: float) -> float | None:
    """When the times on a board are to be drawn again; None if there are none."""
    return min(_changes(board, now), default=None)


def _changes(board: Board, now: float) -> Iterator[float]:
    for message in (board.message, board.strip):
        if message and message.deadline is not None and message.deadline > now:
            left = message.deadline - now
            step = _step(left)
            yield message.deadline - floor(left / step) * step + _LATE
    for key in board.keys:
        if key.look.moves:
            yield (floor(now / STEP_EVERY) + 1) * STEP_EVERY + _LATE
        if key.look.since is not None:
            lasted = max(0.0, now - key.look.since)
            step = max(AGES_EVERY, _step(lasted))
            yield key.look.since + (floor(lasted / step) + 1) * step + _LATE


def _step(seconds: float) -> float:
    """After how long such a time reads differently."""
    if seconds < 600:
        return 1.0
    return 60.0 if seconds < 3600 else 3600.0
