from PIL import Image

from quarterdeck.boards.models import MINI, NEO
from quarterdeck.surfaces.kit.painter import Pictures
from quarterdeck.surfaces.kit.sheet import CASE, sheet


def test_a_sheet_shows_every_key_with_gaps_between_them() -> None:
    keys = tuple(Image.new("RGB", (80, 80), (n * 40, 0, 255)) for n in range(6))
    picture = sheet(MINI, Pictures(keys, None))
    assert picture.size == (3 * 98 + 18, 2 * 98 + 18)
    assert [picture.getpixel((18 + 40 + c * 98, 58)) for c in range(3)] == [
        (0, 0, 255),
        (40, 0, 255),
        (80, 0, 255),
    ]
    assert picture.getpixel((9, 58)) == CASE


def test_what_is_below_the_keys_is_shown_too() -> None:
    keys = (Image.new("RGB", (96, 96)),) * 8
    strip = Image.new("RGB", (248, 58), (9, 9, 9))
    picture = sheet(NEO, Pictures(keys, strip))
    assert picture.getpixel((picture.width // 2, picture.height - 40)) == (9, 9, 9)
