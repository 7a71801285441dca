"""Asks on four keys: yes first, no third, and the last key leads on."""

from dataclasses import replace

from tests.boards.keyboards import WAITS, on_keys
from tests.boards.scenes import (
    API,
    BLOCKED,
    CRITICAL,
    FAILURE,
    FALLBACK,
    LIMIT,
    NOW,
    PLAN,
    permission,
    turned,
)
from tests.boards.test_four_keys import names

from quarterdeck.boards.choosing import board_of
from quarterdeck.domain.actions import Focus, Keys
from quarterdeck.domain.asks import NO_ANSWERS, Answer
from quarterdeck.domain.board_state import AskState, BoardState
from quarterdeck.domain.ids import AnswerId, AskId
from quarterdeck.domain.meanings import Act, Choose, ListSessions, Step, Toggle, Turn

ASK = permission()


def test_yes_always_no_and_more_stand_in_this_order() -> None:
    board = board_of(on_keys(WAITS, ASK))
    assert names(board) == ["Yes", "Always", "No", "More"]
    presses = [key.press.means if key.press else None for key in board.keys]
    assert presses == [
        Choose(ASK.id, "allow"),
        Toggle(ASK.id),
        Choose(ASK.id, "deny"),
        Turn(ASK.id, 1),
    ]
    assert board.keys[3].hold
    assert board.keys[3].hold.means == ListSessions(open=True)


def test_no_stays_where_it_is_if_nothing_can_be_allowed_for_good() -> None:
    assert names(board_of(on_keys(WAITS, permission(rule=None)))) == ["Yes", "", "No", "More"]


def test_always_is_on_before_yes_means_it() -> None:
    board = board_of(on_keys(WAITS, ASK, state=turned(ASK, AskState(always=True))))
    assert board.keys[0].press
    assert board.keys[0].press.means == Choose(ASK.id, "always")
    assert board.message
    assert board.message.note == f"always: {ASK.rule}"


def test_something_critical_has_no_yes_to_press_only_one_to_hold() -> None:
    yes = board_of(on_keys(WAITS, CRITICAL)).keys[0]
    assert yes.press is None
    assert yes.hold
    assert (yes.hold.means, yes.hold.hold) == (Choose(CRITICAL.id, "allow"), True)


def test_holding_no_ends_the_turn_too() -> None:
    no = board_of(on_keys(WAITS, ASK)).keys[2]
    assert no.hold
    assert no.hold.means == Choose(ASK.id, "deny_stop")


def test_plans_failures_and_refusals_have_their_words() -> None:
    assert names(board_of(on_keys(WAITS, PLAN))) == ["Yes", "+ Edits", "Change…", "More"]
    assert names(board_of(on_keys(WAITS, FAILURE))) == ["Retry", "", "OK", "More"]
    assert names(board_of(on_keys(WAITS, BLOCKED))) == ["Next time", "Tell…", "OK", "More"]


def test_more_leads_to_the_terminal_and_to_the_next_ask() -> None:
    other = replace(ASK, id=AskId("a2"), opened=NOW - 100)
    state = BoardState(at=ASK.id, asks={ASK.id: AskState(page=1)})
    board = board_of(on_keys(WAITS, ASK, other, state=state))
    assert names(board) == ["Go CC", "", "▸ 1/2", "More"]
    presses = [key.press.means for key in board.keys if key.press]
    assert presses == [Act(API, Focus()), Step(other.id), Turn(ASK.id, 2)]


def test_while_an_answer_is_on_its_way_nothing_answers() -> None:
    sent = Answer(AnswerId("it"), ASK.id, "allow", "", NO_ANSWERS, False, "keyboard", NOW)
    board = board_of(replace(on_keys(WAITS, ASK), answering={ASK.id: sent}))
    assert names(board) == ["Yes …", "", "", "More"]
    assert [key.press for key in board.keys[:3]] == [None] * 3


def test_a_limit_has_nothing_to_press_before_its_time_but_the_session() -> None:
    board = board_of(on_keys(WAITS, LIMIT))
    assert names(board) == ["", "", "", "api-server"]
    assert [key.press or key.hold for key in board.keys[:3]] == [None] * 3
    assert board.message
    assert board.message.deadline == LIMIT.deadline
    nobody_knows = board_of(on_keys(WAITS, replace(LIMIT, deadline=None)))
    assert names(nobody_knows) == ["", "", "", "api-server"]


def test_a_limit_whose_time_has_passed_can_be_tried_again() -> None:
    over = replace(LIMIT, deadline=NOW - 1)
    assert names(board_of(on_keys(WAITS, over))) == ["Retry", "", "OK", "api-server"]


def test_a_dialog_that_nobody_can_read_has_arrows_behind_more() -> None:
    pages = [
        board_of(on_keys(WAITS, FALLBACK, state=turned(FALLBACK, AskState(page=page))))
        for page in (1, 2, 3)
    ]
    assert [names(board)[:3] for board in pages] == [
        ["▲", "▼", "⏎"],
        ["Esc", "◀", "▶"],
        ["", "", "OK"],
    ]
    assert pages[0].keys[2].press
    assert pages[0].keys[2].press.means == Act(API, Keys(("Enter",)))
