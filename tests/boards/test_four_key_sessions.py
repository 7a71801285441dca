"""What can be done about a session on four keys, and how another is picked."""

from dataclasses import replace

import pytest
from tests.boards.keyboards import (
    OTHERS,
    OVER,
    ROW,
    RUNS,
    THINKS,
    a_button,
    idle,
    on_keys,
)
from tests.boards.scenes import API, DOCS, DONE, SHOP, a_session, an_ask
from tests.boards.test_four_keys import names

from quarterdeck.boards.board import Board, Scene
from quarterdeck.boards.choosing import board_of
from quarterdeck.boards.looks import Bar, Tone
from quarterdeck.boards.moment import STEP_EVERY, STEPS, next_change, step_of
from quarterdeck.boards.session_board import TO_BACKGROUND
from quarterdeck.domain.actions import Focus, Interrupt, Send
from quarterdeck.domain.ask_bodies import Kind, Note, Trouble
from quarterdeck.domain.board_state import BoardState
from quarterdeck.domain.choices import GO_ON
from quarterdeck.domain.meanings import Act, Bind, Choose, ListSessions, Means, Turn
from quarterdeck.domain.risk import Level
from quarterdeck.domain.states import State
from quarterdeck.domain.stopping import CONTINUE, WIND_DOWN


def presses(board: Board) -> list[Means | None]:
    return [key.press.means if key.press else None for key in board.keys]


def holds(board: Board) -> list[Means | None]:
    return [key.hold.means if key.hold else None for key in board.keys]


def test_an_agent_at_work_is_stopped_at_once_or_asked_to_wrap_up_by_holding() -> None:
    board = board_of(on_keys(THINKS))
    assert names(board) == ["STOP", "", "Thinking", "api-server"]
    assert presses(board)[0] == Act(API, Interrupt())
    assert holds(board)[0] == Act(API, WIND_DOWN)


def test_while_it_wraps_up_stop_is_escape_and_nothing_else() -> None:
    board = board_of(on_keys(replace(THINKS, stopped=True)))
    assert (presses(board)[0], holds(board)[0]) == (Act(API, Interrupt()), None)
    assert board.keys[0].look.detail == "wrapping up …"


def test_what_a_tool_runs_can_be_moved_to_the_background() -> None:
    board = board_of(on_keys(RUNS))
    assert names(board) == ["STOP", "BACKGROUND", "npm run build", "api-server"]
    assert presses(board)[1] == Act(API, TO_BACKGROUND)


def test_something_moves_while_it_works_and_voids_no_face() -> None:
    board = board_of(on_keys(RUNS))
    assert [key.look.moves for key in board.keys] == [False, False, True, False]
    assert next_change(board, 10.1) is not None
    assert len({step_of(n * STEP_EVERY) for n in range(100)}) == STEPS


def test_an_agent_that_was_stopped_can_continue() -> None:
    board = board_of(on_keys(idle(*ROW, stopped=True)))
    assert names(board) == ["Continue", "Run tests", "Commit", "api-server"]
    assert presses(board)[0] == Act(API, CONTINUE)


def test_an_idle_agent_has_its_buttons_and_the_fourth_is_behind_the_session() -> None:
    board = board_of(on_keys(idle(*ROW)))
    assert names(board) == ["Run tests", "Commit", "Retry", "api-server"]
    assert presses(board)[0] == Act(API, Send("Run all the tests and fix what fails"))
    assert (presses(board)[3], holds(board)[3]) == (Turn(None, 1), ListSessions(open=True))
    second = board_of(on_keys(idle(*ROW), state=BoardState(tiles=1)))
    assert names(second) == ["Help", "", "", "api-server"]


def test_three_buttons_leave_the_last_key_for_its_terminal() -> None:
    assert presses(board_of(on_keys(idle(*ROW[:3]))))[3] == Act(API, Focus())


def test_words_that_everybody_knows_have_their_picture_and_a_critical_button_is_held() -> None:
    board = board_of(on_keys(idle(a_button("Commit"), a_button("Wipe", "rm", Level.CRITICAL))))
    assert [key.look.emoji for key in board.keys[:2]] == ["💾", ""]
    assert (presses(board)[1], holds(board)[1]) == (None, Act(API, Send("rm")))


def test_a_dead_button_leaves_its_key_dark() -> None:
    board = board_of(on_keys(idle(a_button("STOP"), a_button(""), a_button("Yes"))))
    assert names(board) == ["STOP", "", "Yes", "api-server"]


def test_a_finished_task_is_told_beside_the_buttons_with_its_summary() -> None:
    board = board_of(on_keys(idle(*ROW), DONE))
    assert names(board) == ["Run tests", "Commit", "OK", "api-server"]
    told = board.keys[2]
    assert (told.look.title, told.look.detail) == ("Task complete", DONE.text)
    assert (presses(board)[2], holds(board)[2]) == (Choose(DONE.id, "dismiss"), Turn(DONE.id, 1))


@pytest.mark.parametrize(
    ("trouble", "title"), [(Trouble.TESTS, "Tests fail"), (Trouble.ERROR, "Task failed")]
)
def test_a_task_that_did_not_end_well_says_so_beside_its_summary(
    trouble: Trouble, title: str
) -> None:
    ended = an_ask(Note(Kind.DONE, trouble), title="Done", text=DONE.text)
    look = board_of(on_keys(idle(*ROW), ended)).keys[2].look
    assert (look.title, look.detail) == (title, DONE.text)
    assert look.bar == Bar("OK", Tone.DENY)


def test_a_limit_or_failure_that_was_dismissed_can_be_tried_again() -> None:
    for state in (State.LIMITED, State.FAILED):
        board = board_of(on_keys(a_session(API, "api-server", 0, state)))
        assert presses(board)[0] == Act(API, Send(GO_ON))


def test_a_limit_with_a_stated_end_is_counted_down_and_then_tried_again() -> None:
    limited = a_session(API, "api-server", 0, State.LIMITED)
    limited = replace(limited, facts=replace(limited.facts, limited_until=1060.0))
    before, after = (board_of(replace(on_keys(limited), now=now)) for now in (1000.0, 1061.0))
    assert presses(before)[:3] == [None, None, None]
    assert before.message
    assert before.message.deadline == 1060.0
    assert next_change(before, 1059.5) is not None
    assert presses(after)[0] == Act(API, Send(GO_ON))


def test_what_nobody_can_read_leads_to_the_terminal() -> None:
    board = board_of(on_keys(a_session(API, "api-server", 0, State.UNKNOWN)))
    assert presses(board) == [Act(API, Focus()), None, None, Act(API, Focus())]


def test_a_held_session_key_lists_the_sessions_and_all_of_them() -> None:
    boards = [
        board_of(on_keys(idle(), state=BoardState(listing=True, tiles=page))) for page in (0, 1, 2)
    ]
    assert presses(boards[0]) == [Bind(API), Bind(SHOP), Bind(DOCS), Turn(None, 1)]
    assert names(boards[2])[:2] == ["parser", "All"]
    assert presses(boards[2])[1] == Bind(None)
    assert holds(boards[0])[3] == ListSessions(open=False)


def test_sessions_in_the_directory_of_the_lost_one_come_first() -> None:
    cwd = OTHERS[-1].facts.cwd
    lost = replace(OVER, facts=replace(OVER.facts, cwd=cwd))
    scene: Scene = on_keys(lost, state=BoardState(listing=True))
    assert presses(board_of(scene))[0] == Bind(OTHERS[-1].id)
