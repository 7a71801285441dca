"""What fingers do becomes messages that name the face they were on."""

import json

from quarterdeck.surfaces.streamdeck.fingers import MOST_STEPS, Fingers
from quarterdeck.surfaces.streamdeck.wire import Board, Dial, Faces


def board(number: int, *keys: Faces, dials: tuple[Dial, ...] = ()) -> Board:
    return Board(number, 80, 1.0, keys, dials, dict.fromkeys(range(len(keys))))


def on(*boards: Board, seen: int | None = None) -> Fingers:
    """Fingers on a deck whose keys all show the last of these boards, or the one that is named."""
    number = boards[-1].number if seen is None else seen
    fingers = Fingers(lambda _: number)
    for given in boards:
        fingers.board(given)
    return fingers


def told(messages: list[str]) -> list[dict[str, object]]:
    return [json.loads(message) for message in messages]


def test_a_short_press_says_which_face() -> None:
    fingers = on(board(1, Faces("allow")))

    down, up = told(fingers.key_down(0, 5.0)), told(fingers.key_up(0, 5.2))

    assert down == [{"type": "down", "face": "allow"}]
    assert up == [{"type": "press", "id": "1", "face": "allow"}]


def test_a_long_press_is_a_hold_where_the_key_can_be_held() -> None:
    fingers = on(board(1, Faces("deny", "deny_stop")))

    down, up = told(fingers.key_down(0, 5.0)), told(fingers.key_up(0, 6.25))

    assert [message["face"] for message in down] == ["deny", "deny_stop"]
    assert up == [{"type": "up", "id": "1", "face": "deny_stop", "held": 1250}]


def test_a_hold_is_as_long_as_the_daemon_knows_of_it() -> None:
    fingers = on(board(1, Faces("deny", "deny_stop")))
    fingers.key_down(0, 5.0)

    fingers.began("deny", 5.5)  # the other face of the key
    fingers.began("deny_stop", 5.75)

    assert told(fingers.key_up(0, 6.25))[0]["held"] == 500


def test_a_long_press_on_a_key_that_cannot_be_held_is_a_press() -> None:
    fingers = on(board(1, Faces("allow")))
    fingers.key_down(0, 5.0)

    assert told(fingers.key_up(0, 9.0))[0]["type"] == "press"


def test_a_short_press_on_a_key_that_must_be_held_says_how_short_it_was() -> None:
    fingers = on(board(1, Faces(None, "allow")))
    fingers.key_down(0, 5.0)

    assert told(fingers.key_up(0, 5.1)) == [{"type": "up", "id": "1", "face": "allow", "held": 100}]


def test_a_press_counts_for_the_face_it_began_on() -> None:
    shows = {0: 1}
    fingers = Fingers(lambda key: shows[key])
    fingers.board(board(1, Faces("old")))
    fingers.key_down(0, 5.0)

    fingers.board(board(2, Faces("new")))
    shows[0] = 2

    assert told(fingers.key_up(0, 5.1))[0]["face"] == "old"


def test_a_key_means_what_is_seen_on_it_not_what_is_still_to_be_written() -> None:
    fingers = on(board(1, Faces("old")), board(2, Faces("new")), seen=1)

    assert told(fingers.key_down(0, 5.0))[0]["face"] == "old"


def test_a_key_on_which_nothing_of_this_connection_is_seen_says_nothing() -> None:
    fingers = on(board(3, Faces("allow")), seen=0)

    assert fingers.key_down(0, 5.0) == []
    assert fingers.key_up(0, 7.0) == []


def test_black_keys_and_keys_that_are_not_there_say_nothing() -> None:
    fingers = on(board(1, Faces()))

    assert fingers.key_down(0, 5.0) + fingers.key_up(0, 5.1) == []
    assert fingers.key_down(9, 5.0) + fingers.key_up(9, 5.1) == []
    assert fingers.turned(0, 1) == []


def test_each_step_of_a_dial_is_a_press() -> None:
    fingers = on(board(1, Faces(), dials=(Dial("up", None),)))

    assert [message["face"] for message in told(fingers.turned(0, -3))] == ["up"] * 3
    assert fingers.turned(0, 2) == []
    assert len(fingers.turned(0, -100)) == MOST_STEPS


def test_boards_that_nobody_sees_any_more_are_forgotten() -> None:
    shows = {0: 1}
    fingers = Fingers(lambda key: shows[key])
    for number in range(1, 100):
        fingers.board(board(number, Faces(f"face {number}")))
    assert told(fingers.key_down(0, 5.0))[0]["face"] == "face 1"

    shows[0] = 50

    assert fingers.key_down(0, 5.0) == []
