"""Arrow keys for a dialog that nobody can read."""

from collections.abc import Container

from quarterdeck.boards.board import Board, Key, Scene, filled
from quarterdeck.boards.looks import Bar, Ground, Look, Tone
from quarterdeck.boards.messages import strip_of
from quarterdeck.boards.models import Model
from quarterdeck.boards.waiting import dials_of
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


def dpad(scene: Scene, ask: Ask, taken: Container[int]) -> dict[int, Key]:
    """The arrow keys at the lower left, or the key that opens them where there is no room."""
    model = scene.model
    if _has_room(model):
        return _pad(scene, ask, first_row=max(0, model.rows - 2), rows=_ROWS, taken=taken)
    place = next((p for p in (model.columns * (model.rows - 1), 0) if p not in taken), None)
    if place is None:
        return {}
    look = Look(Ground.MESSAGE, Bar("▲▼ Keys", Tone.PLAIN))
    return {place: scene.key(place, look, Turn(ask.id, 1))}


def _has_room(model: Model) -> bool:
    """Whether arrows and message have place beside each other."""
    return model.columns >= 8 or (model.rows >= 3 and model.columns >= 5)


def pad_board(scene: Scene, ask: Ask) -> Board:
    """The arrow keys alone, and the ways back."""
    model = scene.model
    rows = _ROWS if model.columns > len(_ROWS[0]) else _NARROW
    keys = _pad(scene, ask, first_row=0, rows=rows, taken=())
    corner = model.right_top
    colour = scene.colour_of(ask)
    back = Look(Ground.SESSION, Bar("Back", Tone.PLAIN, top=True), colour=colour)
    keys[corner] = scene.key(corner, back, Turn(ask.id, 0))
    last = model.bottom(0)
    if scene.can_focus(ask.session) and last not in keys:
        go = Look(Ground.SESSION, Bar("Go CC", Tone.GO), colour=colour)
        keys[last] = scene.key(last, go, Act(ask.session, Focus()))
    empty = Key(Look(Ground.SESSION, colour=colour))
    strip = strip_of(scene, ask, "")
    return Board("keys", filled(model, keys, lambda _: empty), None, strip, *dials_of(scene))


def _pad(
    scene: Scene,
    ask: Ask,
    *,
    first_row: int,
    rows: tuple[tuple[str | None, ...], ...],
    taken: Container[int],
) -> dict[int, Key]:
    colour = scene.colour_of(ask)
    found: dict[int, Key] = {}
    for row, names in enumerate(rows[: scene.model.rows]):
        for column, name in enumerate(names[: scene.model.columns]):
            place = (first_row + row) * scene.model.columns + column
            if name is not None and place not in taken:
                press: Means = Act(ask.session, Keys((name,)))
                look = Look(Ground.OPTION, title=_SIGNS[name], colour=colour)
                found[place] = scene.key(place, look, press)
    return found
