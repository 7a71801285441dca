"""The library's own drivers run on the emulator, which takes only what a deck would take."""

import queue
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from StreamDeck.DeviceManager import DeviceManager
from StreamDeck.Devices.StreamDeck import StreamDeck
from StreamDeck.Transport.Transport import TransportError
from tests.stage.until import PATIENCE, until
from tests.surfaces.streamdeck.drawn import key_picture, strip_picture

from quarterdeck.boards.models import MINI, MODELS, NEO, ORIGINAL, PLUS, PLUS_XL, XL, Model
from quarterdeck.surfaces.streamdeck.emulator import (
    FIRMWARE,
    EmulatedDeck,
    EmulatedTransport,
    emulated,
)
from quarterdeck.surfaces.streamdeck.products import PRODUCTS

every_product = pytest.mark.parametrize("product", PRODUCTS, ids=lambda p: f"{p:04x}")
every_model = pytest.mark.parametrize("model", MODELS.values(), ids=lambda m: m.name)


@contextmanager
def opened(deck: EmulatedDeck) -> Iterator[StreamDeck]:
    """The library's driver for a deck, open."""
    driver = listed(EmulatedTransport([deck]))[0]
    driver.set_poll_frequency(1000)
    driver.open()
    try:
        yield driver
    finally:
        driver.close()
        assert driver.read_thread
        driver.read_thread.join(PATIENCE)


def listed(transport: EmulatedTransport) -> list[StreamDeck]:
    manager = DeviceManager("dummy")
    manager.transport = transport
    return manager.enumerate()


def a(model: Model) -> EmulatedDeck:
    return emulated([model]).decks[0]


@every_product
def test_it_tells_its_serial_number_and_firmware(product: int) -> None:
    deck = EmulatedDeck(product, "AL12H1A01234")

    with opened(deck) as driver:
        assert driver.get_serial_number() == "AL12H1A01234"
        assert driver.get_firmware_version() == FIRMWARE
    assert not deck.violations


@every_model
def test_what_the_driver_writes_is_what_it_shows(model: Model) -> None:
    deck = a(model)

    with opened(deck) as driver:
        pictures = {
            key: key_picture(driver, f"#0000{key * 3:02x}")
            for key in range(model.keys if model.key else 0)
        }
        for key, picture in pictures.items():
            driver.set_key_image(key, picture)

    assert not deck.violations
    assert deck.keys == pictures
    assert deck.written == list(pictures)


@pytest.mark.parametrize("model", [NEO, PLUS, PLUS_XL], ids=lambda m: m.name)
def test_a_strip_shows_what_was_written(model: Model) -> None:
    deck = a(model)

    with opened(deck) as driver:
        picture = strip_picture(driver, "navy")
        assert model.strip
        if model is NEO:
            driver.set_screen_image(picture)
        else:
            driver.set_touchscreen_image(picture, 0, 0, model.strip.width, model.strip.height)

    assert not deck.violations
    assert list(deck.strip.values()) == [picture]


@every_model
def test_a_press_is_heard_with_the_number_of_its_key(model: Model) -> None:
    deck = a(model)
    heard: queue.Queue[tuple[int, bool]] = queue.Queue()
    last = model.keys + model.touch_keys - 1

    with opened(deck) as driver:
        driver.set_key_callback(lambda _, key, down: heard.put((key, down)))
        for key in (1, last):
            deck.press(key)
            deck.release(key)
        told = [heard.get(timeout=PATIENCE) for _ in range(4)]

    assert told == [(1, True), (1, False), (last, True), (last, False)]


@pytest.mark.parametrize("model", [m for m in MODELS.values() if m.dials], ids=lambda m: m.name)
def test_dials_are_heard(model: Model) -> None:
    deck = a(model)
    heard: queue.Queue[tuple[int, str, int]] = queue.Queue()

    with opened(deck) as driver:
        driver.set_dial_callback(lambda _, dial, what, value: heard.put((dial, what.name, value)))
        deck.turn(model.dials - 1, -2)
        deck.push(0, down=True)
        told = [heard.get(timeout=PATIENCE) for _ in range(2)]

    assert told == [(model.dials - 1, "TURN", -2), (0, "PUSH", True)]


@pytest.mark.parametrize("model", [PLUS, PLUS_XL], ids=lambda m: m.name)
def test_fingers_on_the_strip_are_felt(model: Model) -> None:
    deck = a(model)
    felt: queue.Queue[tuple[str, Any]] = queue.Queue()

    with opened(deck) as driver:
        driver.set_touchscreen_callback(lambda _, what, where: felt.put((what.name, where)))
        deck.touch(700, 20)
        deck.touch(1, 2, long=True)
        deck.drag((10, 20), (600, 30))
        told = [felt.get(timeout=PATIENCE) for _ in range(3)]

    assert told == [
        ("SHORT", {"x": 700, "y": 20}),
        ("LONG", {"x": 1, "y": 2}),
        ("DRAG", {"x": 10, "y": 20, "x_out": 600, "y_out": 30}),
    ]


@every_model
def test_brightness_and_logo(model: Model) -> None:
    deck = a(model)

    with opened(deck) as driver:
        if model.key:
            driver.set_key_image(0, key_picture(driver, "red"))
        driver.set_brightness(30)
        assert deck.logo == (model.key is None)
        driver.reset()

    assert deck.logo
    assert not deck.keys
    assert deck.brightness == (30 if model.key else 100)
    assert not deck.violations


def test_the_keys_of_a_neo_beside_its_screen_have_colours() -> None:
    deck = a(NEO)

    with opened(deck) as driver:
        driver.set_key_color(9, 10, 20, 30)

    assert deck.colours == {9: (10, 20, 30)}
    assert not deck.violations


def test_a_deck_that_is_pulled_out_is_closed_and_no_longer_listed() -> None:
    transport = emulated([MINI])
    driver = listed(transport)[0]
    driver.open()

    transport.decks[0].unplug()

    until(lambda: not driver.is_open(), 5, lambda: "its driver does not notice")
    assert listed(transport) == []
    with pytest.raises(TransportError):
        driver.set_brightness(10)


def test_a_deck_that_is_plugged_in_again_shows_its_logo_at_another_address() -> None:
    deck = a(MINI)
    before = deck.path
    with opened(deck) as driver:
        driver.set_key_image(0, key_picture(driver, "red"))

    deck.unplug()
    deck.plug()

    assert deck.logo
    assert deck.path != before


def test_a_deck_that_another_program_holds_cannot_be_opened() -> None:
    deck = a(XL)
    deck.busy = True

    with pytest.raises(TransportError), opened(deck):
        pass


def test_a_deck_can_fail_amid_a_picture_and_works_when_it_is_opened_again() -> None:
    deck = a(MINI)
    with opened(deck) as driver:
        picture = key_picture(driver, "red")
        deck.fail_in(3)
        with pytest.raises(TransportError):
            driver.set_key_image(0, picture)
    assert deck.keys == {}

    with opened(deck) as driver:
        driver.set_key_image(0, picture)

    assert deck.keys == {0: picture}
    assert not deck.violations


# What a deck would not take


def page(key: int, number: int, data: bytes = b"x", *, last: bool = False) -> bytes:
    head = bytes([2, 7, key, last, len(data) & 255, len(data) >> 8, number, 0])
    return (head + data).ljust(1024, b"\0")


@pytest.mark.parametrize(
    ("write", "why"),
    [
        (lambda deck: deck.take(bytes(1000)), "1024 bytes"),
        (lambda deck: deck.take(page(0, 1)), "Page 1 came as page 0"),
        (lambda deck: (deck.take(page(0, 0)), deck.take(page(0, 2))), "Page 2 came as page 1"),
        (lambda deck: (deck.take(page(0, 0)), deck.take(page(1, 0))), "amid another"),
        (lambda deck: deck.take(page(32, 0)), "no key 32"),
        (lambda deck: deck.take(page(0, 0, last=True)), "not a whole JPEG"),
        (lambda deck: deck.set_feature(bytes(17)), "cannot have 17 bytes"),
        (lambda deck: deck.set_feature(b"\x09".ljust(32, b"\0")), "not known"),
        (lambda deck: deck.feature(0x03, 32), "no feature 0x03"),
    ],
)
def test_what_no_deck_would_take_is_a_violation(
    write: Callable[[EmulatedDeck], object], why: str
) -> None:
    deck = a(XL)

    write(deck)

    assert len(deck.violations) == 1
    assert why in deck.violations[0]
    assert deck.logo


def test_a_picture_of_another_size_is_a_violation() -> None:
    small, large = a(ORIGINAL), a(MINI)
    with opened(small) as driver:
        picture = key_picture(driver, "red")

    with opened(large) as driver:
        driver.set_key_image(3, picture)

    assert "72 × 72 does not fit" in large.violations[0]
    assert large.keys == {}
