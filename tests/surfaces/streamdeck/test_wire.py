"""The surface protocol as a deck reads and writes it."""

import json
from typing import Any

import pytest

from quarterdeck.surfaces.streamdeck import wire
from quarterdeck.surfaces.streamdeck.glass import STRIP
from quarterdeck.surfaces.streamdeck.wire import (
    KEPT,
    Began,
    Board,
    Dial,
    Faces,
    Frame,
    Nonsense,
    Reader,
    Refused,
)


def name(number: int) -> bytes:
    return number.to_bytes(16, "big")


def reader(*pictures: int) -> Reader:
    """A reader that was sent these pictures."""
    given = Reader()
    for number in pictures:
        assert given.read(name(number) + b"picture %d" % number) is None
    return given


def message(**more: object) -> str:
    keys = [
        {"key": 0, "picture": name(1).hex(), "press": "a", "hold": "b"},
        {"key": 1, "picture": None, "press": None, "hold": None},
    ]
    told: dict[str, Any] = {"type": "board", "n": 3, "brightness": 80, "hold_ms": 1000}
    return json.dumps(told | {"keys": keys} | more)


def test_a_board_has_its_pictures_and_faces() -> None:
    said = message(
        strip=name(2).hex(), dials=[{"left": "l", "right": None}], touch=[{"press": "t"}]
    )

    board = reader(1, 2).read(said)

    assert board == Board(
        3,
        80,
        1.0,
        (Faces("a", "b"), Faces(), Faces("t")),
        (Dial("l", None),),
        {0: b"picture 1", 1: None, STRIP: b"picture 2", 2: None},
    )


def test_a_board_without_strip_and_dials_is_enough() -> None:
    board = reader(1).read(message(strip=None))

    assert isinstance(board, Board)
    assert board.dials == ()
    assert STRIP not in board.pictures


def test_a_frame_is_a_picture_for_one_key() -> None:
    said = json.dumps({"type": "frame", "key": 1, "picture": name(2).hex()})

    assert reader(2).read(said) == Frame(1, b"picture 2")


def test_what_does_not_concern_a_deck_is_passed_over() -> None:
    assert Reader().read('{"type": "alive"}') is None
    assert Reader().read('{"type": "something newer", "n": 1}') is None
    assert Reader().read("[]") is None


def test_what_a_finger_needs_to_know_is_read() -> None:
    assert Reader().read('{"type": "began", "face": "a"}') == Began("a")
    assert Reader().read('{"type": "refused", "message": "No."}') == Refused("No.")


def test_pictures_are_kept_until_so_many_came_after_them() -> None:
    given = reader(*range(1, KEPT + 1))
    assert given.read(message())

    given.read(name(9999) + b"one more")

    with pytest.raises(Nonsense, match="never came"):
        given.read(message())


@pytest.mark.parametrize(
    "said",
    [
        "{",
        "{}",
        '{"type": "board"}',
        message(keys=[1]),
        message(keys=None),
        message(n="seven"),
        message(brightness=True),
        message(strip="nothing"),
        '{"type": "frame", "key": 1, "picture": "00"}',
    ],
)
def test_nonsense_is_named(said: str) -> None:
    with pytest.raises(Nonsense):
        reader(1).read(said)


def test_brightness_stays_within_what_there_is() -> None:
    board = reader(1).read(message(brightness=1000))

    assert isinstance(board, Board)
    assert board.brightness == 100


def test_what_a_deck_says() -> None:
    assert json.loads(wire.hello("secret", {"kind": "deck"})) == {
        "type": "hello",
        "v": 1,
        "token": "secret",
        "profile": {"kind": "deck"},
    }
    assert json.loads(wire.shown(4)) == {"type": "shown", "n": 4}
    assert json.loads(wire.held("1", "f", 1.5)) == {
        "type": "up",
        "id": "1",
        "face": "f",
        "held": 1500,
    }
