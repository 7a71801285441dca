"""Which board a surface shows: one function decides."""

from quarterdeck.boards.board import Board, Scene
from quarterdeck.boards.four_keys import has_four_keys, keyboard_board
from quarterdeck.boards.message_board import fits_bars, message_board
from quarterdeck.boards.option_board import option_board
from quarterdeck.boards.pages import can_be_picked
from quarterdeck.boards.pedal_board import pedal_board
from quarterdeck.boards.session_board import asleep_board, black_board, session_board, tile_board
from quarterdeck.boards.waiting import waiting_of
from quarterdeck.domain.ask_bodies import Kind
from quarterdeck.domain.asks import Ask


def board_of(scene: Scene) -> Board:
    """The board for what is, on this model, as the person turned it."""
    waiting = waiting_of(scene)
    if scene.model.key is None:
        return pedal_board(scene, waiting)
    if scene.asleep:
        return asleep_board(scene)
    if has_four_keys(scene.model):
        picked = waiting is not None and _is_picked(waiting.shown)
        return keyboard_board(scene, waiting, picked=picked)
    opened = next((s for s in scene.own if s.id == scene.state.session and not s.ended), None)
    if opened:
        return session_board(scene, opened, waiting)
    if waiting is None:
        return tile_board(scene) if scene.tiles else black_board(scene)
    shown = option_board if _is_picked(waiting.shown) else message_board
    return shown(scene, waiting.shown, waiting)


def _is_picked(ask: Ask) -> bool:
    """Whether an ask is answered by what is picked, option by option."""
    if ask.kind is Kind.ELICITATION:
        return can_be_picked(ask)
    return ask.kind is Kind.QUESTION or not fits_bars(ask)
