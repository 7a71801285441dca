from dataclasses import replace

import pytest
from tests.boards.scenes import NOW, an_ask, scene_of

from quarterdeck.boards.board import Board
from quarterdeck.boards.choosing import board_of
from quarterdeck.boards.models import MINI
from quarterdeck.boards.moment import AGES_EVERY, age, countdown, next_change
from quarterdeck.domain.ask_bodies import Kind, Note


def ending(seconds: float) -> Board:
    limit = an_ask(Note(Kind.LIMIT), title="Limit", deadline=NOW + seconds)
    return board_of(scene_of(limit, model=MINI))


def aged(seconds: float) -> Board:
    board = board_of(scene_of(model=MINI))
    [first, *_] = board.keys
    return replace(board, keys=(replace(first, look=replace(first.look, since=NOW - seconds)),))


def waits(board: Board) -> float:
    due = next_change(board, NOW)
    assert due
    return due - NOW


def test_ages_are_as_short_as_they_get() -> None:
    assert [age(s) for s in (-5, 42, 599, 725, 11_000)] == ["0:00", "0:42", "9:59", "12 min", "3 h"]
    assert countdown(None, NOW) == ""
    assert countdown(NOW + 42, NOW) == "0:42"


def test_a_countdown_is_drawn_again_when_it_reads_differently() -> None:
    for seconds, later in ((42.3, 0.3), (719.0, 59.0), (3700.5, 100.5)):
        board, due = ending(seconds), NOW + later
        assert waits(board) == pytest.approx(later, abs=0.01)
        before, after = (countdown(NOW + seconds, at) for at in (due - 0.01, due + 0.01))
        assert before != after


def test_ages_are_drawn_again_every_few_seconds_then_every_minute() -> None:
    assert waits(aged(2.0)) == pytest.approx(AGES_EVERY - 2.0, abs=0.01)
    assert waits(aged(630.0)) == pytest.approx(30.0, abs=0.01)


def test_what_shows_no_time_is_not_drawn_again() -> None:
    assert next_change(board_of(scene_of(an_ask(Note(Kind.DONE)), model=MINI)), NOW) is None
    assert next_change(ending(-1.0), NOW) is None
