from io import BytesIO

import pytest
from PIL import Image

from quarterdeck.boards.drawing import Encoding, Format
from quarterdeck.surfaces.kit.encoding import encoded

RED, GREEN, BLUE, GREY = (255, 0, 0), (0, 255, 0), (0, 0, 255), (8, 132, 16)


def corners() -> Image.Image:
    """Two rows and three columns of pixels, each corner another colour."""
    picture = Image.new("RGB", (3, 2))
    for place, colour in (((0, 0), RED), ((2, 0), GREEN), ((0, 1), BLUE), ((2, 1), GREY)):
        picture.putpixel(place, colour)
    return picture


def opened(data: bytes) -> Image.Image:
    with Image.open(BytesIO(data)) as picture:
        return picture.convert("RGB")


@pytest.mark.parametrize(
    ("how", "size", "top_left"),
    [
        (Encoding(Format.PNG), (3, 2), RED),
        (Encoding(Format.PNG, rotate=90), (2, 3), GREEN),
        (Encoding(Format.BMP, rotate=180), (3, 2), GREY),
        (Encoding(Format.PNG, rotate=270), (2, 3), BLUE),
        (Encoding(Format.PNG, flip=(True, False)), (3, 2), GREEN),
        (Encoding(Format.BMP, flip=(False, True)), (3, 2), BLUE),
        (Encoding(Format.PNG, rotate=90, flip=(False, True)), (2, 3), RED),
    ],
)
def test_a_picture_is_turned_counterclockwise_then_flipped(
    how: Encoding, size: tuple[int, int], top_left: tuple[int, int, int]
) -> None:
    picture = opened(encoded(corners(), how))
    assert (picture.size, picture.getpixel((0, 0))) == (size, top_left)


def test_jpeg_is_what_decks_want() -> None:
    data = encoded(Image.new("RGB", (72, 72), RED), Encoding(Format.JPEG))
    assert data.startswith(b"\xff\xd8\xff")
    assert opened(data).size == (72, 72)


@pytest.mark.parametrize("width", [1, 3, 4, 80])
def test_bmp_says_of_every_pixel_what_it_was(width: int) -> None:
    picture = Image.new("RGB", (width, 3))
    for x in range(width):
        for y in range(3):
            picture.putpixel((x, y), (x, y * 100, 255 - x))
    assert opened(encoded(picture, Encoding(Format.BMP))).tobytes() == picture.tobytes()


def test_rgb565_has_two_bytes_a_pixel_the_high_one_first() -> None:
    data = encoded(corners(), Encoding(Format.RGB565))
    grey = (8 >> 3) << 11 | (132 >> 2) << 5 | 16 >> 3
    assert data == bytes.fromhex("f800 0000 07e0 001f 0000") + grey.to_bytes(2, "big")
