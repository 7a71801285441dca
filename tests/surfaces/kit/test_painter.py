import os
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from PIL import Image, ImageChops
from tests.boards.any_asks import agendas, grids
from tests.boards.keyboards import KEYBOARDS
from tests.boards.scenes import (
    API,
    CRITICAL,
    GALLERY,
    LONG,
    MANY,
    NOW,
    a_session,
    an_ask,
    permission,
    question,
    scene_of,
)

from quarterdeck.boards.board import Board
from quarterdeck.boards.choosing import board_of
from quarterdeck.boards.models import MINI, MODELS, NEO, PEDAL, TKEYBOARD, XL, Model
from quarterdeck.boards.moment import Moment
from quarterdeck.boards.session_board import session_board
from quarterdeck.domain.ask_bodies import Questions
from quarterdeck.domain.asks import Ask
from quarterdeck.domain.buttons import Button, Buttons, Context, Origin
from quarterdeck.domain.risk import Level
from quarterdeck.domain.states import State
from quarterdeck.surfaces.kit.painter import NoDisplay, Painter
from quarterdeck.surfaces.kit.palette import Palette
from quarterdeck.surfaces.kit.sheet import sheet

PICTURES = Path(__file__).parent / "pictures"
DIFFERENCES = Path(os.environ.get("QUARTERDECK_DIFFERENCES", "/tmp/quarterdeck-pictures"))
MOMENT = Moment(NOW)
GOLDEN = tuple(GALLERY)
KEYBOARD_GOLDEN = ("permission", "question", "check", "working", "stopped", "done", "lost")
SHOWN_ON = [MODELS[n] for n in ("mini", "mk2", "xl", "neo", "plus", "plus-xl", "studio")]
FAR = 48  # how much a pixel may differ before it counts
MOST = 0.002  # of all pixels may


def drawn_keyboard(name: str) -> Image.Image:
    shown = board_of(KEYBOARDS[name]())
    return sheet(TKEYBOARD, Painter(TKEYBOARD, Palette()).draw(shown, MOMENT))


def drawn(name: str, model: Model) -> Image.Image:
    board = board_of(GALLERY[name](model))
    return sheet(model, Painter(model, Palette()).draw(board, MOMENT))


def board(*asks: Ask, model: Model = MINI) -> Board:
    return board_of(scene_of(*asks, model=model))


@pytest.mark.parametrize("model", SHOWN_ON, ids=lambda m: m.name)
@pytest.mark.parametrize("name", GOLDEN)
def test_a_board_looks_as_it_was_seen_by_eye(name: str, model: Model) -> None:
    """`python -m scripts.draw_boards` draws the pictures again."""
    compare(drawn(name, model), PICTURES / f"{name}-{model.name}.png")


@pytest.mark.parametrize("name", KEYBOARD_GOLDEN)
def test_a_keyboard_looks_as_it_was_seen_by_eye(name: str) -> None:
    compare(drawn_keyboard(name), PICTURES / f"{name}-{TKEYBOARD.name}.png")


@pytest.mark.parametrize(("model", "is_seen"), [(MINI, False), (XL, True)])
def test_what_a_button_types_takes_the_place_of_its_picture_on_a_small_key(
    model: Model, *, is_seen: bool
) -> None:
    def picture(emoji: str) -> Image.Image:
        row = (Button("Go", emoji, "Go on with the next step", "", Level.LOW),)
        buttons = Buttons(Origin.AGENT, Context.NOTHING, "", row, asked=True, at=NOW)
        session = replace(a_session(API, "api", 0, State.IDLE), buttons=buttons)
        page = session_board(scene_of(model=model), session, None)
        return sheet(model, Painter(model, Palette()).draw(page, MOMENT))

    assert (picture("💾").tobytes() != picture("🔄").tobytes()) == is_seen


def compare(picture: Image.Image, file: Path) -> None:
    with Image.open(file) as kept:
        golden = kept.convert("RGB")
    assert picture.size == golden.size
    difference = ImageChops.difference(picture, golden).convert("L")
    far = sum(difference.histogram()[FAR:])
    if far > MOST * picture.width * picture.height:
        DIFFERENCES.mkdir(parents=True, exist_ok=True)
        difference.point(lambda v: min(255, v * 3)).save(DIFFERENCES / f"{file.stem}-diff.png")
        picture.save(DIFFERENCES / file.name)
        pytest.fail(f"{far} pixels differ; see {DIFFERENCES}/{file.stem}-diff.png")


@pytest.mark.parametrize("name", GALLERY)
def test_one_key_alone_looks_as_on_the_whole_board(name: str) -> None:
    painter, shown = Painter(MINI, Palette()), board_of(GALLERY[name](MINI))
    whole = painter.draw(shown, MOMENT)
    for place in range(MINI.keys):
        assert painter.draw_key(shown, place, MOMENT) == whole.keys[place]


@pytest.mark.parametrize("model", [m for m in MODELS.values() if m.key], ids=lambda m: m.name)
def test_every_picture_has_the_size_of_its_key(model: Model) -> None:
    pictures = Painter(model, Palette()).draw(board(CRITICAL, model=model), MOMENT)
    assert model.key
    assert {key.size for key in pictures.keys} == {(model.key.width, model.key.height)}
    strip = pictures.strip.size if pictures.strip else None
    assert strip == ((model.strip.width, model.strip.height) if model.strip else None)


def changed(moment: Moment, *, model: Model = MINI, ask: Ask = CRITICAL) -> list[int]:
    """The keys that look otherwise than when nothing happens."""
    painter, shown = Painter(model, Palette()), board(ask, model=model)
    before, after = painter.draw(shown, MOMENT).keys, painter.draw(shown, moment).keys
    return [n for n in range(model.keys) if before[n] != after[n]]


def test_a_finger_a_guard_and_a_hold_are_seen_on_their_key_alone() -> None:
    assert changed(Moment(NOW, pressed={3})) == [3]
    assert changed(Moment(NOW, pressed={0})) == [0]
    assert changed(Moment(NOW, dimmed={3, 5})) == [3, 5]
    assert changed(Moment(NOW, failed={4: "there is a draft"})) == [4]
    assert changed(Moment(NOW, held={5: 0.5})) == [5]


def test_nothing_changes_while_nothing_happens() -> None:
    assert changed(Moment(NOW + 5)) == []


def test_a_countdown_changes_the_header_only() -> None:
    ask = permission(deadline=NOW + 100)
    assert changed(Moment(NOW + 1), ask=ask, model=XL)
    assert set(changed(Moment(NOW + 1), ask=ask, model=XL)) <= set(range(8))


def test_a_pedal_cannot_be_drawn() -> None:
    with pytest.raises(NoDisplay, match="Pedal show nothing"):
        Painter(PEDAL, Palette())


BAD = [
    "x" * 10_000,
    "word " * 20_000,
    "שלום עולם مرحبا",
    "a\u0300\u0301\u0302" * 1000,
    "\x00\x1b[2J\x07\u202e\u2066",
    "\U0010ffff\ue000",
    "",
]


@pytest.mark.parametrize("text", BAD, ids=range(len(BAD)))
@pytest.mark.parametrize("model", [MINI, NEO], ids=lambda m: m.name)
def test_bad_texts_are_drawn_wherever_they_stand(text: str, model: Model) -> None:
    painter = Painter(model, Palette())
    for ask in (
        permission(text, reason=text[:200], tool=text[:200] or "Bash"),
        an_ask(Questions((question(text, text, text, "b"),)), title=text),
    ):
        assert len(painter.draw(board(ask, model=model), MOMENT).keys) == model.keys


@settings(max_examples=40)
@given(agendas(), grids().filter(lambda m: m.key is not None))
def test_any_asks_are_drawn_on_any_grid(agenda: tuple[Ask, ...], model: Model) -> None:
    pictures = Painter(model, Palette()).draw(board(*agenda, model=model), MOMENT)
    assert len(pictures.keys) == model.keys


def test_fifty_options_and_the_longest_command_are_drawn() -> None:
    for ask in (MANY, LONG):
        assert len(Painter(XL, Palette()).draw(board(ask, model=XL), MOMENT).keys) == 32
