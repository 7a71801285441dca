from io import BytesIO

from PIL import Image
from tests.boards.scenes import NOW, permission, scene_of

from quarterdeck.boards.choosing import board_of
from quarterdeck.boards.drawing import (
    STRIP,
    Drawing,
    Encoding,
    Format,
    KeySurface,
    Sheet,
    places_of,
)
from quarterdeck.boards.models import PLUS
from quarterdeck.boards.moment import Moment
from quarterdeck.surfaces.kit.drawer import Drawer
from quarterdeck.surfaces.kit.palette import Palette

DECK = KeySurface(PLUS, Encoding(Format.BMP), Encoding(Format.PNG))
BOARD = board_of(scene_of(permission("ls"), model=PLUS))


def size(data: bytes) -> tuple[int, int]:
    with Image.open(BytesIO(data)) as picture:
        return picture.size


def test_keys_and_strip_come_in_the_order_in_which_they_are_wanted() -> None:
    drawn = Drawer(Palette()).done(Drawing(DECK, BOARD, Moment(NOW), (3, STRIP)))
    assert isinstance(drawn, tuple)
    assert list(map(size, drawn)) == [(120, 120), (800, 100)]


def test_one_key_alone_looks_as_it_does_with_the_others() -> None:
    drawer = Drawer(Palette())
    every = drawer.done(Drawing(DECK, BOARD, Moment(NOW), places_of(DECK)))
    alone = drawer.done(Drawing(DECK, BOARD, Moment(NOW), (5,)))
    assert isinstance(every, tuple)
    assert alone == (every[5],)


def test_a_sheet_is_the_whole_deck() -> None:
    drawn = Drawer(Palette()).done(Sheet(DECK, BOARD, Moment(NOW)))
    assert isinstance(drawn, tuple)
    width, height = size(drawn[0])
    assert width > 800
    assert height > 340
