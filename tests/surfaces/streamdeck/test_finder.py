"""Decks are found once each, and what cannot be opened is said once."""

import logging

import pytest
from tests.surfaces.streamdeck.shown import a, finder

from quarterdeck.boards.models import MINI, XL
from quarterdeck.surfaces.streamdeck.emulator import EmulatedDeck
from quarterdeck.surfaces.streamdeck.finder import Found


def paths(found: list[Found]) -> list[str]:
    for one in found:
        one.driver.close()
    return [one.driver.id() for one in found]


def test_every_deck_is_found_and_known_ones_are_left_alone() -> None:
    mini, large = a(MINI), a(XL)
    looking = finder(mini, large)

    assert sorted(paths(looking.look(()))) == sorted([mini.path, large.path])
    assert paths(looking.look((mini.path,))) == [large.path]
    assert looking.look((mini.path, large.path)) == []


def test_a_product_that_the_library_lists_twice_is_one_deck() -> None:
    module = EmulatedDeck(0x00B9, "A1")

    assert paths(finder(module).look(())) == [module.path]


def test_a_deck_that_comes_later_is_found() -> None:
    mini = a(MINI)
    mini.unplug()
    looking = finder(mini)
    assert looking.look(()) == []

    mini.plug()

    assert paths(looking.look(())) == [mini.path]


def test_a_deck_that_is_held_is_said_once_and_tried_again(
    caplog: pytest.LogCaptureFixture,
) -> None:
    mini = a(MINI)
    mini.busy = True
    looking = finder(mini)

    with caplog.at_level(logging.WARNING):
        assert [looking.look(()) for _ in range(3)] == [[], [], []]
    said = [record.message for record in caplog.records]
    assert len(said) == 1
    assert "held by another program" in said[0]

    mini.busy = False
    assert paths(looking.look(())) == [mini.path]


def test_serial_numbers_come_with_it() -> None:
    (found,) = finder(EmulatedDeck(0x0090, "MK2SERIAL12")).look(())

    found.driver.close()
    assert found.serial == "MK2SERIAL12"
