from dataclasses import replace

from tests.boards.scenes import FALLBACK, scene_of

from quarterdeck.boards.board import Key
from quarterdeck.boards.choosing import board_of
from quarterdeck.boards.dpad import dpad, pad_board
from quarterdeck.boards.models import MINI, MK2, NEO, STUDIO, Model
from quarterdeck.domain.actions import Keys
from quarterdeck.domain.ids import AskId
from quarterdeck.domain.meanings import Act, Step, Turn

ARROWS = {"Escape", "Up", "Enter", "Left", "Down", "Right"}


def pressed(keys: dict[int, Key]) -> dict[int, str]:
    found = {}
    for place, key in keys.items():
        if key.press and isinstance(key.press.means, Act) and isinstance(key.press.means.do, Keys):
            found[place] = " ".join(key.press.means.do.keys)
    return found


def pad(model: Model) -> dict[int, str]:
    return pressed(dict(enumerate(pad_board(scene_of(FALLBACK, model=model), FALLBACK).keys)))


def test_arrows_stand_as_on_a_keyboard_where_there_is_room() -> None:
    keys = dpad(scene_of(FALLBACK, model=MK2), FALLBACK, taken=())
    assert pressed(keys) == {
        5: "Escape", 6: "Up", 7: "Enter", 10: "Left", 11: "Down", 12: "Right",
    }  # fmt: skip


def test_a_wide_deck_has_them_too_and_no_step_takes_an_arrows_place() -> None:
    older = replace(FALLBACK, id=AskId("older"), opened=0.0)
    for model in (STUDIO, MK2):
        keys = board_of(scene_of(FALLBACK, older, model=model)).keys
        assert set(pressed(dict(enumerate(keys))).values()) == ARROWS
        assert any(key.press and isinstance(key.press.means, Step) for key in keys)


def test_a_small_deck_opens_them_with_a_key() -> None:
    keys = dpad(scene_of(FALLBACK), FALLBACK, taken=())
    assert list(keys) == [3]
    assert keys[3].press
    assert keys[3].press.means == Turn(FALLBACK.id, 1)
    assert dpad(scene_of(FALLBACK), FALLBACK, taken=(0, 3)) == {}


def test_a_mini_has_what_menus_need_and_a_way_back() -> None:
    assert pad(MINI) == {0: "Escape", 1: "Up", 3: "Tab", 4: "Down", 5: "Enter"}
    back = pad_board(scene_of(FALLBACK), FALLBACK).keys[2]
    assert back.press
    assert back.press.means == Turn(FALLBACK.id, 0)


def test_four_columns_have_all_arrows() -> None:
    assert set(pad(NEO).values()) == ARROWS
