from dataclasses import replace

from tests.boards.scenes import (
    BLOCKED,
    CRITICAL,
    FAILURE,
    FALLBACK,
    NOTIFICATION,
    PLAN,
    WRITTEN_FORM,
    a_session,
    an_ask,
    permission,
    scene_of,
    turned,
)

from quarterdeck.boards.board import Board, Key, Scene
from quarterdeck.boards.looks import Ground
from quarterdeck.boards.message_board import fits_bars, message_board
from quarterdeck.boards.models import MINI, MK2
from quarterdeck.boards.waiting import waiting_of
from quarterdeck.domain.actions import Focus
from quarterdeck.domain.ask_bodies import Form
from quarterdeck.domain.asks import NO_ANSWERS, Answer
from quarterdeck.domain.board_state import AskState
from quarterdeck.domain.ids import AnswerId
from quarterdeck.domain.meanings import Act, Choose, Toggle, Turn


def laid_out(scene: Scene) -> Board:
    waiting = waiting_of(scene)
    assert waiting
    return message_board(scene, waiting.shown, waiting)


def labels(board: Board) -> list[str]:
    return [key.look.bar.text if key.look.bar else "" for key in board.keys]


def labelled(board: Board, text: str) -> Key:
    return next(key for key in board.keys if key.look.bar and key.look.bar.text == text)


def test_three_choices_fill_a_minis_lower_row_with_always_between_deny_and_allow() -> None:
    board = laid_out(scene_of(permission()))
    assert labels(board) == ["", "", "Go CC", "Deny", "Always", "Allow"]


def test_two_choices_stand_at_the_right_of_the_lower_row() -> None:
    board = laid_out(scene_of(permission(rule=None), focus=False))
    assert labels(board) == ["", "", "", "", "Deny", "Allow"]


def test_always_is_a_toggle_after_which_allow_means_always_and_says_so() -> None:
    ask = permission()
    off = laid_out(scene_of(ask))
    always = labelled(off, "Always")
    assert always.press
    assert always.press.means == Toggle(ask.id)
    on = laid_out(scene_of(ask, state=turned(ask, AskState(always=True))))
    last = on.keys[-1]
    assert last.press
    assert last.press.means == Choose(ask.id, "always")
    assert last.look.bar
    assert last.look.bar.text == "Always"
    assert on.message
    assert on.message.note == "always: Bash(npm run build)"


def test_allow_is_another_face_once_it_means_always() -> None:
    ask = permission()
    off = laid_out(scene_of(ask)).keys[-1].press
    on = laid_out(scene_of(ask, state=turned(ask, AskState(always=True)))).keys[-1].press
    assert off
    assert on
    assert off.id != on.id


def test_a_critical_allow_must_be_held_and_deny_need_not() -> None:
    board = laid_out(scene_of(CRITICAL))
    allow, deny = board.keys[-1], labelled(board, "Deny")
    assert allow.press is None
    assert allow.hold
    assert allow.hold.means == Choose(CRITICAL.id, "allow")
    assert deny.press
    assert deny.press.means == Choose(CRITICAL.id, "deny")


def test_holding_deny_also_ends_the_turn() -> None:
    deny = labelled(laid_out(scene_of(permission())), "Deny")
    assert deny.hold
    assert deny.hold.means == Choose(permission().id, "deny_stop")


def test_go_cc_brings_the_terminal_to_the_front_and_is_there_only_where_that_works() -> None:
    ask = permission()
    go = labelled(laid_out(scene_of(ask)), "Go CC")
    assert go.press
    assert go.press.means == Act(ask.session, Focus())
    assert "Go CC" not in labels(laid_out(scene_of(ask, focus=False)))


def test_a_plan_is_approved_by_keys_and_changed_at_the_terminal() -> None:
    board = laid_out(scene_of(PLAN))
    assert labels(board)[3:] == ["Change…", "+ Edits", "Approve"]
    change = labelled(board, "Change…")
    assert change.press
    assert change.press.means == Act(PLAN.session, Focus())


def test_a_note_takes_the_lowest_row_only() -> None:
    board = laid_out(scene_of(NOTIFICATION, model=MK2))
    grounds = [key.look.ground for key in board.keys]
    assert grounds == [Ground.BLACK] * 10 + [Ground.MESSAGE] * 5
    assert labels(board)[-1] == "OK"
    assert [bool(key.press) for key in board.keys[:4]] == [False] * 4


def test_any_key_of_a_fallback_but_go_cc_and_the_arrows_dismisses_it() -> None:
    board = laid_out(scene_of(FALLBACK, model=MK2))
    dismiss = Choose(FALLBACK.id, "dismiss")
    others = [key for key in board.keys if key.look.ground is Ground.MESSAGE]
    others = [key for key in others if not (key.look.bar and key.look.bar.text == "Go CC")]
    assert len(others) == 15 - 6 - 1
    assert all(key.press and key.press.means == dismiss for key in others)


def test_a_key_that_only_shows_the_message_shows_more_of_it() -> None:
    ask = permission()
    first = laid_out(scene_of(ask)).keys[0]
    assert first.press
    assert first.press.means == Turn(ask.id, 1)


def test_blocked_and_failed_end_in_ok() -> None:
    assert labels(laid_out(scene_of(BLOCKED)))[3:] == ["Tell…", "Next time", "OK"]
    assert labels(laid_out(scene_of(FAILURE)))[4:] == ["Retry", "OK"]


def test_a_form_that_must_be_written_can_be_refused_and_one_without_fields_sent() -> None:
    assert labels(laid_out(scene_of(WRITTEN_FORM)))[4:] == ["Cancel", "Decline"]
    empty = an_ask(Form(()), title="go on?", text="go on?")
    assert labels(laid_out(scene_of(empty)))[3:] == ["Cancel", "Decline", "Send"]


def test_an_answer_on_its_way_leaves_nothing_to_press_but_the_message() -> None:
    ask = permission()
    answer = Answer(AnswerId("x"), ask.id, "allow", "", NO_ANSWERS, False, "page", 0.0)
    board = laid_out(replace(scene_of(ask), answering={ask.id: answer}))
    assert labels(board)[-1] == "Allow …"
    means = [face.means for key in board.keys for face in (key.press, key.hold) if face]
    assert not [m for m in means if isinstance(m, Choose)]


def test_a_surface_says_who_waits_where_several_do() -> None:
    others = tuple(replace(permission(name=f"a{n}"), opened=n) for n in range(3))
    board = laid_out(scene_of(*others, model=MINI))
    assert labels(board)[0] == "▸ 1/3"
    wide = laid_out(scene_of(*others, model=MK2))
    assert labels(wide)[10] == "▸ 1/3"


def test_every_choice_that_a_hook_can_offer_has_its_label() -> None:
    assert all(fits_bars(ask) for ask in (permission(), PLAN, BLOCKED, FALLBACK, WRITTEN_FORM))


def test_the_header_says_who_asks() -> None:
    session = a_session(permission().session, "kitchen", 3)
    board = laid_out(replace(scene_of(permission()), sessions=(session,)))
    assert board.message
    assert board.message.header == ("MEDIUM Bash", "runs a script", "kitchen")
    assert board.message.colour == 3
