"""Which board a keyboard with four keys in a row shows: what is asked first, then its session."""

from quarterdeck.boards.board import Board, Scene
from quarterdeck.boards.four_key_asks import ask_board, limit_board
from quarterdeck.boards.four_key_questions import question_board
from quarterdeck.boards.four_key_sessions import (
    empty_board,
    list_board,
    lost_board,
    own_board,
    session_in_sight,
)
from quarterdeck.boards.models import Model
from quarterdeck.boards.waiting import Waiting
from quarterdeck.domain.ask_bodies import Kind
from quarterdeck.domain.sessions import Session

_NOTES = (Kind.NOTIFICATION, Kind.DONE)  # they leave room for what can be done


def has_four_keys(model: Model) -> bool:
    """Whether a model is such a keyboard."""
    return model.rows == 1 and model.columns == 4 and model.key is not None


def keyboard_board(scene: Scene, waiting: Waiting | None, *, picked: bool) -> Board:
    """The board of a keyboard; `picked` says that what waits is answered option by option."""
    if scene.state.listing:
        return list_board(scene)
    session = session_in_sight(scene, waiting.shown if waiting else None)
    if scene.bound and session is None:
        return lost_board(scene, scene.bound)
    if waiting and not _is_note(scene, waiting, session):
        return _asked(scene, waiting, session, picked=picked)
    if session:
        return own_board(scene, session, waiting.shown if waiting else None)
    living = any(not s.ended for s in scene.sessions)
    return list_board(scene) if living else empty_board(scene)


def _is_note(scene: Scene, waiting: Waiting, session: Session | None) -> bool:
    """Whether what waits needs one key only, as long as nobody wants to read all of it."""
    ask = waiting.shown
    return ask.kind in _NOTES and session is not None and scene.state.of(ask.id).page == 0


def _asked(scene: Scene, waiting: Waiting, session: Session | None, *, picked: bool) -> Board:
    if picked:
        return question_board(scene, waiting.shown, waiting)
    if waiting.shown.kind is Kind.LIMIT:
        return limit_board(scene, waiting.shown, session)
    return ask_board(scene, waiting.shown, waiting)
