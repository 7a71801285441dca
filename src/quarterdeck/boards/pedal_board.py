"""Keys that show nothing: step, refuse, STOP. They never allow, since nobody sees what."""

from quarterdeck.boards.board import Board, Key, Scene, filled
from quarterdeck.boards.looks import BLACK
from quarterdeck.boards.waiting import Waiting
from quarterdeck.domain.actions import Interrupt
from quarterdeck.domain.asks import Ask
from quarterdeck.domain.meanings import Act, Choose, Means, StopAll

_REFUSALS = ("deny", "cancel", "decline", "dismiss")


def pedal_board(scene: Scene, waiting: Waiting | None) -> Board:
    """From left to right: the next ask, no to this one, STOP; holding the last stops all."""
    meanings: tuple[Means | None, ...] = (None, None, None)
    if waiting:
        ask = waiting.shown
        meanings = (waiting.step(1), _refusal(ask), Act(ask.session, Interrupt()))
    keys = {place: scene.key(place, BLACK, means) for place, means in enumerate(meanings)}
    last = scene.model.bottom(0)
    keys[last] = scene.key(last, BLACK, meanings[-1], StopAll())
    return Board("pedal", filled(scene.model, keys, lambda _: Key()))


def _refusal(ask: Ask) -> Choose | None:
    name = next((name for name in _REFUSALS if ask.choice(name)), None)
    return Choose(ask.id, name) if name else None
