"""Draws icons for keys of 128 × 128 pixels."""

import unicodedata
from collections.abc import Sequence
from itertools import groupby

from PIL import Image

from quarterdeck.boards.drawing import Encoding, Format
from quarterdeck.boards.icons import Icon, shortened
from quarterdeck.surfaces.kit import encoding
from quarterdeck.surfaces.kit.clusters import clusters, drawable
from quarterdeck.surfaces.kit.flow import Placed, Row, Text, cut, flow
from quarterdeck.surfaces.kit.fonts import EMOJI, Style, emoji, glyph, smooth
from quarterdeck.surfaces.kit.message import Line
from quarterdeck.surfaces.kit.painter import write
from quarterdeck.surfaces.kit.palette import BLACK, INK, Colour, colour, contrast

SIDE = 128
AS_PANELS_TAKE_IT = Encoding(Format.RGB565)
MARGIN = 4
EMOJI_ALONE, EMOJI_ABOVE = 104, 76  # pixels across
TEXT_TOP = 84  # where a text begins that stands below an emoji
STYLES = tuple(smooth(size, bold=True) for size in (44, 36, 28, 24, 20, 16, 12))
BELOW = STYLES[2:]
LEAST = 20  # pixels below which a word is rather parted than written smaller


def draw(icon: Icon) -> Image.Image:
    """The picture of an icon; an emoji that no font of ours has becomes a text."""
    ground = colour(icon.colour) if icon.colour else BLACK
    picture = Image.new("RGB", (SIDE, SIDE), ground)
    sign = drawable(icon.emoji)
    has_emoji = bool(sign) and _is_emoji(sign)
    text = icon.text if has_emoji or not sign else icon.text or spelled_out(sign)
    if has_emoji:
        _place(picture, sign, EMOJI_ABOVE if text else EMOJI_ALONE, TEXT_TOP if text else SIDE)
    if text:
        styles, top = (BELOW, TEXT_TOP) if has_emoji else (STYLES, 0)
        _write(picture, text, styles, top, _ink_on(ground))
    return picture


def encoded(picture: Image.Image) -> bytes:
    """A picture as the keyboard's panels take it."""
    return encoding.encoded(picture, AS_PANELS_TAKE_IT)


def spelled_out(sign: str) -> str:
    """An emoji in words, as Unicode calls it."""
    names = (unicodedata.name(c, "") for c in sign if c not in "\ufe0f\u200d")
    return shortened(" ".join(name for name in names if name) or "?")


def _is_emoji(sign: str) -> bool:
    """Whether it is one sign, and our font of emoji has it."""
    return len(clusters(sign)) == 1 and glyph(_as_picture(sign), STYLES[0]).font == EMOJI


def _as_picture(sign: str) -> str:
    """The sign, asked for as a picture: some are letters otherwise."""
    return sign if len(sign) > 1 else f"{sign}\ufe0f"


def _place(picture: Image.Image, sign: str, size: int, room: int) -> None:
    small = emoji(_as_picture(sign), size)
    picture.paste(small, ((SIDE - size) // 2, (room - small.height) // 2), small)


def _write(picture: Image.Image, text: str, styles: Sequence[Style], top: int, ink: Colour) -> None:
    """Words in the middle of what is left, in the largest letters in which all of them fit."""
    style, found = _fitted(Text(text), styles, SIDE - top - 2 * MARGIN)
    room = SIDE - top - len({sign.y for sign in found}) * style.height
    lines = (list(line) for _, line in groupby(found, key=lambda sign: sign.y))
    placed = [moved for line in lines for moved in _centred(line, top + room // 2)]
    write(picture, Line(style, tuple(placed)), ink)


def _fitted(words: Text, styles: Sequence[Style], height: int) -> tuple[Style, Sequence[Placed]]:
    """The words in lines from the top; whole words in large letters, else all of them, else cut."""
    parted: tuple[Style, Sequence[Placed]] | None = None
    for style in styles:
        found = flow(words, _rows(style, height), style)
        if found.end < len(words):
            continue
        if not found.parted and (style.height >= LEAST or parted is None):
            return style, found.placed
        parted = parted or (style, found.placed)
    smallest = styles[-1]
    rows = _rows(smallest, height)
    return parted or (smallest, cut(flow(words, rows, smallest), rows, smallest))


def _rows(style: Style, height: int) -> list[Row]:
    tops = range(0, height - style.height + 1, style.height)
    return [Row(y, ((0, SIDE - 2 * MARGIN),)) for y in tops]


def _ink_on(ground: Colour) -> Colour:
    return max((INK, BLACK), key=lambda ink: contrast(ink, ground))


def _centred(line: Sequence[Placed], down: int) -> list[Placed]:
    width = line[-1].x + line[-1].glyph.advance
    across = (SIDE - width) // 2
    return [Placed(sign.glyph, sign.x + across, sign.y + down, sign.at) for sign in line]
