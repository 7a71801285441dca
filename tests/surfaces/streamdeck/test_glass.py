"""A deck is written only what it does not show, and the newest board wins."""

from quarterdeck.surfaces.streamdeck.glass import STRIP, Glass, Place


def written(glass: Glass) -> list[Place]:
    """Write until nothing is missing."""
    places: list[Place] = []
    while todo := glass.next():
        glass.written(*todo)
        places.append(todo[0])
    return places


def test_all_of_the_first_board_is_written() -> None:
    glass = Glass()

    glass.show(1, {0: b"a", 1: b"b", STRIP: b"s"})

    assert glass.complete() == 0
    assert written(glass) == [0, 1, STRIP]
    assert glass.complete() == 1


def test_only_what_changed_is_written() -> None:
    glass = Glass()
    glass.show(1, {0: b"a", 1: b"b"})
    written(glass)

    glass.show(2, {0: b"a", 1: b"c"})

    assert written(glass) == [1]
    glass.show(3, {0: b"a", 1: b"c"})
    assert glass.complete() == 3


def test_the_newest_board_wins_amid_an_older_one() -> None:
    glass = Glass()
    glass.show(1, {0: b"a", 1: b"b", 2: b"c"})
    first = glass.next()
    assert first

    glass.show(2, {0: b"x", 1: b"y", 2: b"c"})
    glass.written(*first)

    assert glass.board_at(0) == 0  # neither the old board nor the new one: it is written again
    assert written(glass) == [0, 1, 2]
    assert glass.complete() == 2


def test_the_key_under_the_finger_comes_first() -> None:
    glass = Glass()
    glass.show(1, {0: b"a", 1: b"b", 2: b"c"})

    glass.hurry(1)
    glass.hurry(2)

    assert written(glass) == [2, 1, 0]


def test_a_frame_replaces_one_picture_and_the_next_board_replaces_it() -> None:
    glass = Glass()
    glass.show(1, {0: b"a", 1: b"b"})
    written(glass)

    glass.replace(1, b"pressed")
    assert written(glass) == [1]
    assert glass.board_at(1) == 1
    glass.show(2, {0: b"a", 1: b"b"})

    assert written(glass) == [1]


def test_a_place_means_the_older_board_until_it_is_written() -> None:
    glass = Glass()
    glass.show(1, {0: b"a", 1: b"b"})
    written(glass)

    glass.show(2, {0: b"a", 1: b"c"})

    assert (glass.board_at(0), glass.board_at(1)) == (2, 1)
    written(glass)
    assert glass.board_at(1) == 2


def test_keys_that_show_nothing_have_their_board_at_once() -> None:
    glass = Glass()

    glass.show(1, {0: None, 1: None})

    assert glass.board_at(1) == 1
    assert glass.complete() == 1


def test_what_is_void_means_nothing_and_is_not_written_again() -> None:
    glass = Glass()
    glass.show(1, {0: b"a"})
    written(glass)

    glass.void()

    assert glass.board_at(0) == 0
    assert glass.complete() == 0
    glass.show(7, {0: b"a"})
    assert glass.board_at(0) == 7
