"""The same hash means the same picture, and another one whenever it would look different."""

from dataclasses import replace

import pytest
from tests.boards.scenes import NOW, an_ask, permission, scene_of

from quarterdeck.boards.board import Board
from quarterdeck.boards.choosing import board_of
from quarterdeck.boards.drawing import (
    STRIP,
    Drawing,
    Encoding,
    Format,
    KeySurface,
    digests,
    places_of,
)
from quarterdeck.boards.models import MINI, PEDAL, PLUS, Model
from quarterdeck.boards.moment import Moment
from quarterdeck.domain.ask_bodies import Kind, Note

PLAIN = Encoding()
LIMIT = an_ask(Note(Kind.LIMIT), title="Limit", deadline=NOW + 42)


def surface(model: Model, picture: Encoding = PLAIN) -> KeySurface:
    return KeySurface(model, picture, PLAIN)


def of(board: Board, model: Model = MINI, moment: Moment | None = None) -> dict[int, bytes]:
    shown = surface(model)
    return digests(Drawing(shown, board, moment or Moment(NOW), places_of(shown)))


def changed(one: dict[int, bytes], other: dict[int, bytes]) -> list[int]:
    assert one.keys() == other.keys()
    return [place for place in one if one[place] != other[place]]


def test_everything_that_shows_something_has_its_hash() -> None:
    assert places_of(surface(PEDAL)) == ()
    assert places_of(surface(MINI)) == (0, 1, 2, 3, 4, 5)
    assert places_of(surface(PLUS)) == (*range(8), STRIP)


def test_what_looks_the_same_has_the_same_hash_whatever_it_means() -> None:
    one = board_of(scene_of(permission("ls")))
    other = board_of(replace(scene_of(permission("ls")), run="another run"))
    assert one != other
    assert changed(of(one), of(other)) == []


def test_only_keys_that_look_different_have_another_hash() -> None:
    board = board_of(scene_of(permission("ls")))
    pressed = Moment(NOW, pressed={3}, dimmed={4}, held={5: 0.5})
    assert changed(of(board), of(board, moment=pressed)) == [3, 4, 5]


def test_a_countdown_changes_the_message_and_the_strip_once_a_second() -> None:
    board = board_of(scene_of(LIMIT, model=PLUS))
    assert changed(of(board, PLUS), of(board, PLUS, Moment(NOW - 0.5))) == []
    later = changed(of(board, PLUS), of(board, PLUS, Moment(NOW + 1)))
    assert {0, STRIP} <= set(later)


def test_another_message_is_another_picture_on_every_key_that_it_runs_over() -> None:
    one, other = (board_of(scene_of(permission(text))) for text in ("ls", "pwd"))
    assert changed(of(one), of(other)) == [0, 1, 2, 3, 4, 5]


@pytest.mark.parametrize(
    "how", [Encoding(Format.BMP), Encoding(rotate=90), Encoding(flip=(True, False))]
)
def test_another_format_is_another_picture(how: Encoding) -> None:
    board = board_of(scene_of(permission("ls")))
    shown = surface(MINI, how)
    drawing = Drawing(shown, board, Moment(NOW), places_of(shown))
    assert len(changed(of(board), digests(drawing))) == MINI.keys
