#!/usr/bin/env python3
"""Draws the pictures of boards: those that tests compare with, and the sheet in the guide.

Run as `.venv/bin/python -m scripts.draw_boards` from the project's folder, then look at them.
"""

from pathlib import Path

from PIL import Image, ImageDraw
from tests.surfaces.kit.test_painter import (
    GOLDEN,
    KEYBOARD_GOLDEN,
    PICTURES,
    SHOWN_ON,
    drawn,
    drawn_keyboard,
)

from quarterdeck.boards.models import MINI, MK2, NEO, PLUS, TKEYBOARD
from quarterdeck.surfaces.kit.fonts import MIDDLE, loaded

GUIDE = Path(__file__).parents[1] / "docs" / "pictures"
ROWS = (
    ((MK2, "critical"), (MK2, "edit"), (MK2, "several")),
    ((MINI, "always"), (MINI, "question"), (MINI, "picked"), (MINI, "options")),
    ((MINI, "fallback"), (MINI, "limit"), (MINI, "japanese"), (MINI, "done")),
    ((PLUS, "sessions"), (NEO, "plan")),
)
KEYBOARD_ROWS = (
    ("permission", "critical"),
    ("question", "check"),
    ("thinking", "working"),
    ("stopped", "done"),
    ("idle", "limited"),
    ("sessions", "lost"),
)
SPACE = 12
SCALE = 2
GROUND, INK = (14, 17, 22), (230, 234, 240)


def main() -> None:
    """Draw everything again."""
    PICTURES.mkdir(exist_ok=True)
    for model in SHOWN_ON:
        for name in GOLDEN:
            small(drawn(name, model)).save(PICTURES / f"{name}-{model.name}.png", optimize=True)
    for name in KEYBOARD_GOLDEN:
        file = PICTURES / f"{name}-{TKEYBOARD.name}.png"
        small(drawn_keyboard(name)).save(file, optimize=True)
    small(guide_sheet()).save(GUIDE / "decks.png", optimize=True)
    small(on_the_desk(drawn("critical", MK2))).save(GUIDE / "deck.png", optimize=True)
    small(keyboard_sheet()).save(GUIDE / "keyboard.png", optimize=True)


def small(picture: Image.Image) -> Image.Image:
    """The picture in few colours; the difference is far below what tests notice."""
    return picture.quantize(255, Image.Quantize.MAXCOVERAGE, dither=Image.Dither.NONE)


def guide_sheet() -> Image.Image:
    """Boards of three decks in one picture, each with its name."""
    return _sheet([[(f"{m.title}: {name}", drawn(name, m)) for m, name in row] for row in ROWS])


def keyboard_sheet() -> Image.Image:
    """Boards of the four-key keyboard, each with its name."""
    return _sheet([[(name, drawn_keyboard(name)) for name in row] for row in KEYBOARD_ROWS])


def _sheet(rows: list[list[tuple[str, Image.Image]]]) -> Image.Image:
    width = max(sum(p.width + SPACE for _, p in row) for row in rows) + SPACE
    height = sum(max(p.height for _, p in row) + SPACE + 20 for row in rows) + SPACE
    picture = Image.new("RGB", (width, height), GROUND)
    draw = ImageDraw.Draw(picture)
    y = SPACE
    for row in rows:
        x = SPACE
        for title, deck in row:
            draw.text((x, y), title, fill=INK, font=loaded(*MIDDLE.chain[0]))
            picture.paste(deck, (x, y + 20))
            x += deck.width + SPACE
        y += max(p.height for _, p in row) + 20 + SPACE
    return picture


def on_the_desk(deck: Image.Image) -> Image.Image:
    """A deck with round corners, on the ground of the page, twice as large."""
    large = deck.resize((deck.width * SCALE, deck.height * SCALE), Image.Resampling.LANCZOS)
    mask = Image.new("L", large.size)
    corners = (0, 0, large.width - 1, large.height - 1)
    ImageDraw.Draw(mask).rounded_rectangle(corners, 20 * SCALE, fill=255)
    around = SPACE * SCALE
    picture = Image.new("RGB", (large.width + 2 * around, large.height + 2 * around), GROUND)
    picture.paste(large, (around, around), mask)
    return picture


if __name__ == "__main__":
    main()
