"""Arrow keys for a dialog that nobody can read."""

from collections.abc import Container

from quarterdeck.boards.board import Board, Key, Scene, filled
from quarterdeck.boards.looks import Bar, Ground, Look, Tone
from quarterdeck.boards.messages import message_of
from quarterdeck.domain.actions import Focus, Keys
from quarterdeck.domain.asks import Ask
from quarterdeck.domain.meanings import Act, Means, Turn

_SIGNS = {
    "Escape": "Esc",
    "Up": "▲",
    "Enter": "⏎",
    "Left": "◀",
    "Down": "▼",
    "Right": "▶",
    "Tab": "Tab",
}
_ROWS = (("Escape", "Up", "Enter"), ("Left", "Down", "Right"))
_NARROW = (("Escape", "Up", None), ("Tab", "Down", "Enter"))  # the corner leads back
_ROOM = (3, 5)  # rows and columns from which arrows and message have place beside each other


def dpad(scene: Scene, ask: Ask, taken: Container[int]) -> dict[int, Key]:
    """The arrow keys at the lower left, or the key that opens them where there is no room."""
    model = scene.model
    if model.rows >= _ROOM[0] and model.columns >= _ROOM[1]:
        return _pad(scene, ask, first_row=model.rows - 2, rows=_ROWS, taken=taken)
    place = next((p for p in (model.columns * (model.rows - 1), 0) if p not in taken), None)
    if place is None:
        return {}
    look = Look(Ground.MESSAGE, Bar("▲▼ Keys", Tone.PLAIN))
    return {place: scene.key(place, look, Turn(ask.id, 1))}


def pad_board(scene: Scene, ask: Ask) -> Board:
    """The arrow keys alone, and the ways back."""
    model = scene.model
    rows = _ROWS if model.columns > len(_ROWS[0]) else _NARROW
    keys = _pad(scene, ask, first_row=0, rows=rows, taken=())
    corner = model.right_top
    back = Look(Ground.MESSAGE, Bar("Back", Tone.PLAIN, top=True))
    keys[corner] = scene.key(corner, back, Turn(ask.id, 0))
    last = model.bottom(0)
    if scene.focus and last not in keys:
        go = Look(Ground.MESSAGE, Bar("Go CC", Tone.GO))
        keys[last] = scene.key(last, go, Act(ask.session, Focus()))
    empty = Key(Look(Ground.SESSION, colour=_colour(scene, ask)))
    return Board("dpad", filled(model, keys, lambda _: empty), message_of(scene, ask, ""))


def _pad(
    scene: Scene,
    ask: Ask,
    *,
    first_row: int,
    rows: tuple[tuple[str | None, ...], ...],
    taken: Container[int],
) -> dict[int, Key]:
    colour = _colour(scene, ask)
    found: dict[int, Key] = {}
    for row, names in enumerate(rows[: scene.model.rows]):
        for column, name in enumerate(names[: scene.model.columns]):
            place = (first_row + row) * scene.model.columns + column
            if name is not None and place not in taken:
                press: Means = Act(ask.session, Keys((name,)))
                look = Look(Ground.OPTION, title=_SIGNS[name], colour=colour)
                found[place] = scene.key(place, look, press)
    return found


def _colour(scene: Scene, ask: Ask) -> int:
    session = scene.session_of(ask)
    return session.colour if session else 0
