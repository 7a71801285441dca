"""Pictures as the keyboard's panels take them: two bytes a pixel, the high one first."""

from PIL import Image, ImageChops

_RED_HIGH = [value & 0xF8 for value in range(256)]
_GREEN_HIGH = [value >> 5 for value in range(256)]
_GREEN_LOW = [(value & 0x1C) << 3 for value in range(256)]
_BLUE_LOW = [value >> 3 for value in range(256)]


def encoded(picture: Image.Image) -> bytes:
    """A picture row by row: five bits of red, six of green, five of blue."""
    red, green, blue = picture.convert("RGB").split()
    high = ImageChops.add(red.point(_RED_HIGH), green.point(_GREEN_HIGH))
    low = ImageChops.add(green.point(_GREEN_LOW), blue.point(_BLUE_LOW))
    # Two bands side by side are the two bytes of each pixel.
    return Image.merge("LA", (high, low)).tobytes()


def decoded(data: bytes, width: int, height: int) -> Image.Image:
    """The picture that a panel would show."""
    pairs = Image.frombytes("LA", (width, height), data)
    high, low = pairs.split()
    red = high.point([v & 0xF8 | v >> 5 for v in range(256)])
    green = ImageChops.add(
        high.point([(v & 0x07) << 5 | (v & 0x07) >> 1 for v in range(256)]),
        low.point([v >> 5 << 2 for v in range(256)]),
    )
    blue = low.point([(v & 0x1F) << 3 | (v & 0x1F) >> 2 for v in range(256)])
    return Image.merge("RGB", (red, green, blue))
