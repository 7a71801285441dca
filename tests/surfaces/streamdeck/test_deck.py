"""One open deck, by the library's own driver, on the emulator."""

import asyncio

import pytest
from tests.stage.soon import soon
from tests.stage.until import PATIENCE
from tests.surfaces.streamdeck.played_daemon import mini_picture
from tests.surfaces.streamdeck.shown import a, opened, stuck

from quarterdeck.boards.models import MINI, MODELS, NEO, PEDAL, PLUS, PLUS_XL, XL, Model
from quarterdeck.surfaces.streamdeck import deck as deck_module
from quarterdeck.surfaces.streamdeck.deck import Deck, DialTurned, KeyMoved, Touch
from quarterdeck.surfaces.streamdeck.emulator import EmulatedDeck
from quarterdeck.surfaces.streamdeck.glass import Place

every_model = pytest.mark.parametrize("model", MODELS.values(), ids=lambda m: m.name)


def pictures(colours: str) -> dict[Place, bytes | None]:
    """Pictures for a Mini: a letter a key."""
    return {key: mini_picture(letter) for key, letter in enumerate(colours)}


def letters(deck: EmulatedDeck) -> str:
    return "".join(chr(deck.keys[key][60]) for key in sorted(deck.keys))


async def touched(deck: Deck) -> Touch:
    async with asyncio.timeout(PATIENCE):
        return await deck.touched.get()


@every_model
async def test_it_is_black_at_the_start_and_shows_its_logo_at_the_end(model: Model) -> None:
    device = a(model)

    async with opened(device) as deck:
        deck.blank()
        if model.key:
            await soon(lambda: len(device.keys) == model.keys, "it is not black")
        if model.strip:
            await soon(lambda: device.strip, "its strip is not black")
        assert device.logo == (model.key is None)

    assert device.logo
    assert not device.violations


async def test_only_keys_that_change_are_written() -> None:
    device, boards = a(MINI), asyncio.Queue[int]()

    async with opened(device) as deck:
        deck.written = boards.put_nowait
        deck.show(1, pictures("abcdef"), 70)
        assert await boards.get() == 1
        assert (letters(device), device.brightness) == ("abcdef", 70)
        device.written.clear()

        deck.show(2, pictures("abXdeY"), 70)

        assert await boards.get() == 2
        assert letters(device) == "abXdeY"
        assert device.written == [2, 5]


async def test_nothing_is_sent_when_nothing_changed() -> None:
    device, boards = a(MINI), asyncio.Queue[int]()

    async with opened(device) as deck:
        deck.written = boards.put_nowait
        deck.show(1, pictures("abcdef"), 70)
        await boards.get()
        before = device.reports

        deck.show(2, pictures("abcdef"), 70)

        assert await boards.get() == 2
        assert device.reports == before


async def test_the_pressed_key_is_written_first() -> None:
    device, boards = a(MINI), asyncio.Queue[int]()

    async with opened(device) as deck:
        deck.written = boards.put_nowait
        device.press(4)
        await touched(deck)

        deck.show(1, pictures("abcdef"), 70)

        await boards.get()
        assert device.written == [4, 0, 1, 2, 3, 5]


async def test_a_frame_changes_one_key_and_is_no_board() -> None:
    device, boards = a(MINI), asyncio.Queue[int]()

    async with opened(device) as deck:
        deck.written = boards.put_nowait
        deck.show(1, pictures("abcdef"), 70)
        await boards.get()

        deck.replace(3, mini_picture("!"))

        await soon(lambda: letters(device) == "abc!ef", "the frame is not shown")
        assert deck.board_at(3) == 1


async def test_of_many_boards_in_a_row_the_last_is_shown() -> None:
    device, boards = a(MINI), asyncio.Queue[int]()

    async with opened(device) as deck:
        deck.written = boards.put_nowait
        for number in range(1, 101):
            deck.show(number, pictures(chr(48 + number % 10) * 6), 70)
        while await boards.get() != 100:
            pass

        assert letters(device) == "000000"
        assert not device.violations


async def test_keys_dials_and_swipes_are_heard() -> None:
    device = a(PLUS)

    async with opened(device) as deck:
        device.press(3)
        device.release(3)
        device.turn(1, -2)
        device.push(0, down=True)  # means nothing
        device.touch(10, 10)  # nor does this
        device.drag((700, 50), (100, 50))
        heard = [await touched(deck) for _ in range(4)]

    keys = [(touch.key, touch.down) for touch in heard if isinstance(touch, KeyMoved)]
    assert keys == [(3, True), (3, False)]
    assert heard[2:] == [DialTurned(1, -2), DialTurned(0, 1)]


async def test_the_keys_of_a_neo_that_show_a_colour_are_lit_and_dark_again() -> None:
    device = a(NEO)

    async with opened(device) as deck, asyncio.timeout(PATIENCE):
        for number, colour in enumerate((b"\x10\x20\x30", bytes(3)), start=1):
            shown = asyncio.Event()
            deck.written = lambda _, shown=shown: shown.set()  # type: ignore[misc]
            deck.show(number, {8: colour, 9: None}, 70)
            await shown.wait()
            assert device.colours == {8: tuple(colour)}


async def test_a_deck_that_takes_long_says_so_until_it_is_well(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(deck_module, "SLOW", 0.01)
    device = a(MINI)
    free = stuck(device, monkeypatch)
    said: list[str] = []

    def unwell(text: str) -> None:
        said.append(text)
        free.set()

    async with opened(device) as deck, asyncio.timeout(PATIENCE):
        shown = asyncio.Event()
        deck.unwell, deck.written = unwell, lambda _: shown.set()
        deck.show(1, pictures("abcdef"), 70)
        await shown.wait()

    assert said == [deck_module.NO_ANSWER, ""]


async def test_a_deck_that_is_pulled_out_is_lost() -> None:
    device = a(XL)

    async with opened(device) as deck, asyncio.timeout(PATIENCE):
        device.unplug()
        await deck.lost.wait()


async def test_a_deck_that_fails_amid_a_picture_is_lost() -> None:
    device = a(MINI)

    async with opened(device) as deck, asyncio.timeout(PATIENCE):
        device.fail_in(30)
        deck.show(1, pictures("abcdef"), 70)
        await deck.lost.wait()

    assert len(device.keys) < 6


@pytest.mark.parametrize(
    ("model", "picture", "strip"),
    [
        (MINI, {"format": "bmp", "rotate": 90, "flip": [False, True]}, None),
        (XL, {"format": "jpeg", "rotate": 0, "flip": [True, True]}, None),
        (
            NEO,
            {"format": "jpeg", "rotate": 0, "flip": [True, True]},
            {"format": "jpeg", "rotate": 0, "flip": [True, True]},
        ),
        (
            PLUS_XL,
            {"format": "jpeg", "rotate": 90, "flip": [False, False]},
            {"format": "jpeg", "rotate": 90, "flip": [False, False]},
        ),
        (PEDAL, None, None),
    ],
    ids=lambda given: given.name if isinstance(given, Model) else "",
)
async def test_it_says_what_it_can_do(model: Model, picture: object, strip: object) -> None:
    async with opened(a(model)) as deck:
        profile = deck.profile()

    assert (profile["kind"], profile["model"], profile["hold"]) == ("deck", model.name, True)
    assert (profile.get("picture"), profile.get("strip_picture")) == (picture, strip)
    assert str(profile["id"]).startswith("EM01")
