from dataclasses import replace

from tests.boards.scenes import (
    DIALOG,
    EXTRAS,
    FORM,
    MANY,
    ONE,
    STORES,
    TWO,
    permission,
    scene_of,
    turned,
)

from quarterdeck.boards.board import Board, Scene
from quarterdeck.boards.looks import Ground
from quarterdeck.boards.models import MINI, MK2, XL
from quarterdeck.boards.option_board import option_board
from quarterdeck.boards.waiting import waiting_of
from quarterdeck.domain.actions import Focus
from quarterdeck.domain.asks import Ask
from quarterdeck.domain.board_state import AskState, BoardState, browsed
from quarterdeck.domain.ids import AskId
from quarterdeck.domain.meanings import Act, Browse, Choose, Pick, Step, Turn


def laid_out(scene: Scene) -> Board:
    waiting = waiting_of(scene)
    assert waiting
    return option_board(scene, waiting.shown, waiting)


def titles(board: Board) -> list[str]:
    return [key.look.title for key in board.keys]


def after(ask: Ask, *keys: int) -> BoardState:
    """What a mini is turned to after these keys were pressed."""
    state = BoardState()
    for key in keys:
        face = laid_out(scene_of(ask, state=state)).keys[key].press
        assert face
        assert isinstance(face.means, Browse)
        state = browsed(state, face.means)
    return state


def test_options_stand_from_top_left_around_the_controls() -> None:
    board = laid_out(scene_of(ONE))
    assert titles(board)[:2] == ["SQLite", "PostgreSQL"]
    assert titles(board)[3] == "Files"
    assert board.keys[2].look.bar
    assert board.keys[2].look.bar.text == "Go CC"
    assert board.keys[5].look.bar
    assert board.keys[5].look.bar.text == "Submit"


def test_the_lower_control_shows_the_question_and_the_upper_one_its_heading() -> None:
    board = laid_out(scene_of(TWO))
    assert (board.keys[2].look.title, board.keys[2].look.detail) == ("Storage", "1/2")
    assert board.keys[5].look.detail == STORES.text


def test_nothing_is_submitted_before_something_was_picked() -> None:
    assert laid_out(scene_of(ONE)).keys[5].press is None
    submit = laid_out(scene_of(ONE, state=after(ONE, 1))).keys[5].press
    assert submit
    assert submit.means == Choose(ONE.id, "submit", {STORES.text: "PostgreSQL"})


def test_an_option_that_is_picked_looks_so_without_its_colour() -> None:
    board = laid_out(scene_of(ONE, state=after(ONE, 1)))
    assert titles(board)[1] == "✓ PostgreSQL"
    assert board.keys[1].look.ground is Ground.PICKED


def test_several_questions_end_in_a_check_page_with_what_was_picked() -> None:
    state = after(TWO, 0, 5, 0, 3, 5)
    board = laid_out(scene_of(TWO, state=state))
    assert board.message
    assert board.message.text.text == "Storage: SQLite\nExtras: Tests, CI"
    submit = board.keys[5].press
    assert submit
    answers: dict[str, str | tuple[str, ...]] = {STORES.text: "SQLite"}
    answers[EXTRAS.text] = ("Tests", "CI")
    assert submit.means == Choose(TWO.id, "submit", answers)


def test_from_the_second_question_on_the_corner_leads_back() -> None:
    board = laid_out(scene_of(TWO, state=after(TWO, 0, 5)))
    corner = board.keys[2]
    assert corner.look.bar
    assert corner.look.bar.text == "Back"
    assert corner.press
    assert corner.press.means == Turn(TWO.id, 0)


def test_holding_go_cc_cancels_where_it_stands_in_cancels_place() -> None:
    corner = laid_out(scene_of(ONE)).keys[2]
    assert corner.press
    assert corner.press.means == Act(ONE.session, Focus())
    assert corner.hold
    assert corner.hold.means == Choose(ONE.id, "cancel")
    plain = laid_out(scene_of(ONE, focus=False)).keys[2]
    assert plain.press
    assert plain.press.means == Choose(ONE.id, "cancel")


def test_more_options_than_keys_are_shown_in_parts_and_all_of_them_come_up() -> None:
    state, seen = BoardState(), set[str]()
    for _ in range(17):
        board = laid_out(scene_of(MANY, state=state))
        picks = (key.press.means for key in board.keys if key.press)
        seen |= {means.option for means in picks if isinstance(means, Pick)}
        more = board.keys[4].press
        assert more
        assert isinstance(more.means, Turn)
        state = browsed(state, more.means)
    assert len(seen) == 50
    assert state.of(MANY.id).page == 0


def test_where_rows_are_free_the_question_runs_across_them() -> None:
    board = laid_out(scene_of(ONE, model=XL))
    assert board.message
    assert board.message.text.text == STORES.text
    grounds = [key.look.ground for key in board.keys[8:15]]
    assert grounds == [Ground.MESSAGE] * 7
    assert laid_out(scene_of(ONE, model=MINI)).message is None


def test_a_form_is_filled_in_by_picking_and_can_be_declined() -> None:
    board = laid_out(scene_of(FORM))
    assert titles(board)[:2] == ["eu", "us"]
    decline = board.keys[4]
    assert decline.look.title == "Decline"
    assert decline.press
    assert decline.press.means == Choose(FORM.id, "decline")
    state = after(FORM, 0, 5, 0, 5)
    sent = laid_out(scene_of(FORM, state=state)).keys[5].press
    assert sent
    assert sent.means == Choose(FORM.id, "accept", {"region": "eu", "backup": "true"})


def test_an_option_of_a_dialog_answers_at_once() -> None:
    board = laid_out(scene_of(DIALOG, model=MK2))
    first, second = board.keys[0], board.keys[1]
    assert first.press
    assert first.press.means == Choose(DIALOG.id, "option-1")
    assert second.look.title == "✕ No, exit"
    last = board.keys[-1].press
    assert last
    assert last.means == Choose(DIALOG.id, "dismiss")


def test_other_asks_are_a_step_away() -> None:
    older = replace(permission(name="older"), opened=0.0)
    board = laid_out(scene_of(ONE, older))
    step = board.keys[4].press
    assert step
    assert step.means == Step(AskId("older"))


def test_a_page_that_is_gone_shows_the_last_there_is() -> None:
    board = laid_out(scene_of(ONE, state=turned(ONE, AskState(page=99))))
    assert titles(board)[0] == "SQLite"
