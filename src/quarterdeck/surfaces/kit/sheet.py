"""A whole deck as one picture: its keys with the gaps between them, and what is below."""

from PIL import Image, ImageDraw

from quarterdeck.boards.models import Model
from quarterdeck.surfaces.kit.painter import Pictures

CASE = (24, 26, 29)
_GAP = 0.22  # between two keys, as a part of a key
_ROUND = 0.1


def sheet(model: Model, pictures: Pictures) -> Image.Image:
    """The deck as it lies on the desk."""
    assert model.key
    width, height = model.key.width, model.key.height
    gap = round(min(width, height) * _GAP)
    across = model.columns * (width + gap) + gap
    down = model.rows * (height + gap) + gap
    strip = pictures.strip
    lower = strip.height + gap if strip else 0
    picture = Image.new(
        "RGB", (max(across, strip.width + 2 * gap if strip else 0), down + lower), CASE
    )
    left = (picture.width - across) // 2 + gap
    for place, key in enumerate(pictures.keys):
        row, column = divmod(place, model.columns)
        spot = left + column * (width + gap), gap + row * (height + gap)
        picture.paste(key, spot, _rounded(width, height))
    if strip:
        picture.paste(strip, ((picture.width - strip.width) // 2, down))
    return picture


def _rounded(width: int, height: int) -> Image.Image:
    mask = Image.new("L", (width, height))
    radius = round(min(width, height) * _ROUND)
    ImageDraw.Draw(mask).rounded_rectangle((0, 0, width - 1, height - 1), radius, fill=255)
    return mask
