"""Pictures as a device wants them: turned, flipped and encoded."""

from io import BytesIO

from PIL import Image, ImageChops

from quarterdeck.boards.drawing import Encoding, Format

QUALITY = 90  # of a JPEG; 100 has twice the bytes and looks the same on a key

_TURNS = {
    90: Image.Transpose.ROTATE_90,
    180: Image.Transpose.ROTATE_180,
    270: Image.Transpose.ROTATE_270,
}


def encoded(picture: Image.Image, how: Encoding) -> bytes:
    """A picture that was drawn upright, as it goes to the device."""
    turned = picture.transpose(_TURNS[how.rotate]) if how.rotate else picture
    sideways, upside_down = how.flip
    if sideways:
        turned = turned.transpose(Image.Transpose.FLIP_LEFT_RIGHT)
    if upside_down:
        turned = turned.transpose(Image.Transpose.FLIP_TOP_BOTTOM)
    if how.format is Format.RGB565:
        return _rgb565(turned)
    file = BytesIO()
    turned.save(file, how.format.upper(), **_options(how.format))
    return file.getvalue()


def _options(form: Format) -> dict[str, int]:
    return {"quality": QUALITY} if form is Format.JPEG else {}


def _rgb565(picture: Image.Image) -> bytes:
    """Five bits of red, six of green, five of blue: two bands of bytes, one after the other."""
    red, green, blue = picture.convert("RGB").split()
    high = ImageChops.add(red.point(_HIGH_RED), green.point(_HIGH_GREEN))
    low = ImageChops.add(green.point(_LOW_GREEN), blue.point(_LOW_BLUE))
    return Image.merge("LA", (high, low)).tobytes()


_HIGH_RED = [value & 0xF8 for value in range(256)]
_HIGH_GREEN = [value >> 5 for value in range(256)]
_LOW_GREEN = [(value & 0x1C) << 3 for value in range(256)]
_LOW_BLUE = [value >> 3 for value in range(256)]
