"""A whole deck as one picture: its keys with the gaps between them, and what is below."""

from PIL import Image, ImageDraw

from quarterdeck.boards.models import Model
from quarterdeck.boards.sheet_layout import Box, sheet_layout
from quarterdeck.surfaces.kit.painter import Pictures

CASE = (24, 26, 29)
_ROUND = 0.05


def sheet(model: Model, pictures: Pictures) -> Image.Image:
    """The deck as it lies on the desk."""
    layout = sheet_layout(model)
    assert layout
    picture = Image.new("RGB", (layout.size.width, layout.size.height), CASE)
    for box, key in zip(layout.keys, pictures.keys, strict=True):
        picture.paste(key, (box.x, box.y), _rounded(box))
    if layout.strip and pictures.strip:
        picture.paste(pictures.strip, (layout.strip.x, layout.strip.y))
    return picture


def _rounded(box: Box) -> Image.Image:
    mask = Image.new("L", (box.width, box.height))
    radius = round(min(box.width, box.height) * _ROUND)
    ImageDraw.Draw(mask).rounded_rectangle((0, 0, box.width - 1, box.height - 1), radius, fill=255)
    return mask
