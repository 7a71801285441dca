"""Two bytes a pixel, the high one first."""

import pytest
from PIL import Image

from quarterdeck.surfaces.tkeyboard.rgb565 import decoded, encoded


@pytest.mark.parametrize(
    ("colour", "expected"),
    [
        ((255, 0, 0), "f800"),
        ((0, 255, 0), "07e0"),
        ((0, 0, 255), "001f"),
        ((255, 255, 255), "ffff"),
        ((0x12, 0x34, 0x56), "11aa"),
    ],
)
def test_a_pixel_is_five_six_and_five_bits(colour: tuple[int, int, int], expected: str) -> None:
    assert encoded(Image.new("RGB", (2, 1), colour)).hex() == expected * 2


def test_every_colour_comes_back_as_near_as_its_bits_allow() -> None:
    ramp = Image.merge("RGB", [Image.linear_gradient("L").rotate(90 * n) for n in range(3)])
    back = decoded(encoded(ramp), *ramp.size)
    for band, lost in zip(range(3), (7, 3, 7), strict=True):
        given, got = ramp.getchannel(band).tobytes(), back.getchannel(band).tobytes()
        assert max(abs(a - b) for a, b in zip(given, got, strict=True)) <= lost
    assert encoded(back) == encoded(ramp)
