#!/usr/bin/env python3
"""Draws the pictures of keys: those that tests compare with, and the sheet in the guide.

Run as `.venv/bin/python -m scripts.draw_icons` from the project's folder, then look at them.
"""

from pathlib import Path

from PIL import Image
from tests.surfaces.tkeyboard.test_drawing import GOLDEN, PICTURES

from quarterdeck.boards.known_icons import KNOWN
from quarterdeck.surfaces.tkeyboard.drawing import SIDE, draw

GUIDE = Path(__file__).parents[1] / "docs" / "pictures"
COLUMNS = 12
SPACE, CASE = 8, (24, 26, 29)
HALF = SIDE // 2


def main() -> None:
    """Draw everything again."""
    PICTURES.mkdir(exist_ok=True)
    for name, icon in GOLDEN.items():
        small(draw(icon)).save(PICTURES / f"{name}.png", optimize=True)
    small(guide_sheet()).save(GUIDE / "keys.png", optimize=True)


def small(picture: Image.Image) -> Image.Image:
    """The picture in few colours; the difference is far below what tests notice."""
    return picture.quantize(255, Image.Quantize.MAXCOVERAGE, dither=Image.Dither.NONE)


def guide_sheet() -> Image.Image:
    """Every ready picture, and the ways to make others, at half their size."""
    icons = [*KNOWN.values(), *GOLDEN.values()]
    rows = -(-len(icons) // COLUMNS)
    step = HALF + SPACE
    sheet = Image.new("RGB", (COLUMNS * step + SPACE, rows * step + SPACE), CASE)
    for number, icon in enumerate(icons):
        row, column = divmod(number, COLUMNS)
        tile = draw(icon).resize((HALF, HALF), Image.Resampling.LANCZOS)
        sheet.paste(tile, (SPACE + column * step, SPACE + row * step))
    return sheet


if __name__ == "__main__":
    main()
