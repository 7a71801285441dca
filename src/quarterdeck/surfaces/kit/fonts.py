"""Fonts: which one has a sign, how wide it is there, and where its baseline is."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from math import ceil
from pathlib import Path

from PIL import Image, ImageDraw, ImageFont

FOLDER = Path(__file__).parent / "fonts"
CODE, BOLD = "m-plus-1-code.woff2", "m-plus-1-code-bold.woff2"
WIDE, SIGNS = "m-plus-1.woff2", "dejavu-sans-mono.woff2"
PIXELS, EMOJI = "misaki.woff2", "noto-color-emoji.ttf"
EMOJI_SIZE = 109  # the only one that its pictures come in
MISSING = "□"  # stands for a sign that no font has


class NoFont(Exception):
    """A font of ours cannot be read; the message says which."""


@dataclass(frozen=True, slots=True, eq=False)
class Style:
    """How a text is written. Each is known by itself, so that looking signs up is quick."""

    height: int  # of a line
    baseline: int  # below the line's top
    chain: tuple[tuple[str, int], ...]  # fonts with their sizes, the first that has a sign is taken
    sharp: bool = False  # drawn without smoothing


def smooth(size: int, *, bold: bool) -> Style:
    """Letters of this size, drawn with smooth edges."""
    first = ((BOLD, size),) if bold else ()
    chain = (*first, (CODE, size), (WIDE, size), (SIGNS, round(size * 0.82)), (EMOJI, size))
    return Style(size, round(size * 0.82), chain)


BIG, BIG_BOLD = smooth(28, bold=False), smooth(28, bold=True)
LARGE, MIDDLE, SMALL = (smooth(size, bold=False) for size in (20, 16, 12))
LARGE_BOLD, MIDDLE_BOLD, SMALL_BOLD = (smooth(size, bold=True) for size in (20, 16, 12))
HUGE = smooth(32, bold=True)
TINY = Style(10, 8, ((PIXELS, 8), (CODE, 9), (WIDE, 9), (SIGNS, 8), (EMOJI, 9)), sharp=True)


@dataclass(frozen=True, slots=True)
class Glyph:
    """A sign as one font draws it."""

    text: str
    font: str
    size: int
    advance: float


@lru_cache(maxsize=20_000)
def glyph(cluster: str, style: Style) -> Glyph:
    """How a sign is drawn in this style."""
    # A sign that is asked for as a picture is one, also where a font has it as a letter.
    chain = style.chain[::-1] if "\ufe0f" in cluster else style.chain
    for name, size in chain:
        if _has(name, cluster):
            return Glyph(cluster, name, size, _advance(name, size, cluster))
    if "\u2400" <= cluster < "\u2420":
        # The picture of a control character, which stands for one: as a terminal writes it.
        return _caret(cluster, style)
    bare = cluster[0]
    if bare != cluster and any(_has(name, bare) for name, _ in style.chain):
        return glyph(bare, style)
    return glyph(MISSING, style) if cluster != MISSING else _last_resort(style)


def loaded(name: str, size: int) -> ImageFont.FreeTypeFont:
    """A font of ours; raises NoFont."""
    return _loaded(FOLDER / name, EMOJI_SIZE if name == EMOJI else size)


def measured(text: Sequence[str], style: Style) -> float:
    """How wide these signs are together."""
    return sum(glyph(cluster, style).advance for cluster in text)


@lru_cache(maxsize=500)
def emoji(text: str, size: int) -> Image.Image:
    """An emoji as a small picture."""
    font = loaded(EMOJI, size)
    picture = Image.new("RGBA", (136, 128))
    ImageDraw.Draw(picture).text((0, 0), text, font=font, embedded_color=True)
    return picture.resize((size, round(size * 128 / 136)), Image.Resampling.LANCZOS)


@dataclass(frozen=True, slots=True)
class Stencil:
    """The shape of a text, and where it begins beside the start of its baseline."""

    mask: Image.Image
    left: int
    top: int


@lru_cache(maxsize=200)
def stencil(text: str, name: str, size: int) -> Stencil:
    """The shape of a text in one font; labels are written again and again."""
    font, mode = loaded(name, size), "1" if name == PIXELS else "L"
    left, top, right, bottom = font.getbbox(text, mode, anchor="ls")
    mask = Image.new(mode, (max(1, ceil(right - left)), max(1, ceil(bottom - top))))
    drawn = ImageDraw.Draw(mask)
    drawn.fontmode = mode
    drawn.text((-left, -top), text, fill=255, font=font, anchor="ls")
    return Stencil(mask, int(left), int(top))


def _caret(picture: str, style: Style) -> Glyph:
    name, size = style.chain[0]
    text = f"^{chr(ord(picture) - 0x2400 + 0x40)}"
    return Glyph(text, name, size, _advance(name, size, text))


def _last_resort(style: Style) -> Glyph:
    name, size = style.chain[0]
    return Glyph("?", name, size, _advance(name, size, "?"))


def _advance(name: str, size: int, cluster: str) -> float:
    return float(size) if name == EMOJI else loaded(name, size).getlength(cluster)


def _has(name: str, cluster: str) -> bool:
    covered = _coverage(FOLDER).get(name, frozenset())
    if name == EMOJI:
        # Digits are letters here, unless something behind them says otherwise.
        shown = len(cluster) > 1 or not cluster.isascii()
        return shown and all(ord(c) in covered for c in cluster if c != "\ufe0f")
    return all(ord(c) in covered for c in cluster if c != "\ufe0e")


@cache
def _loaded(path: Path, size: int) -> ImageFont.FreeTypeFont:
    plain = path.name in (CODE, BOLD, PIXELS)
    engine = ImageFont.Layout.BASIC if plain else ImageFont.Layout.RAQM
    try:
        return ImageFont.truetype(path, size, layout_engine=engine)
    except OSError as error:
        raise NoFont(f"{path.name} cannot be read: {error}.") from None


@cache
def _coverage(folder: Path) -> dict[str, frozenset[int]]:
    """Which characters each font has; one whose file is gone has none."""
    try:
        told = json.loads((folder / "coverage.json").read_text())
    except (OSError, ValueError) as error:
        raise NoFont(f"coverage.json cannot be read: {error}.") from None
    return {name: _codes(text) for name, text in told.items() if (folder / name).exists()}


def _codes(ranges: str) -> frozenset[int]:
    found: set[int] = set()
    for part in ranges.split(","):
        first, _, last = part.partition("-")
        found.update(range(int(first, 16), int(last or first, 16) + 1))
    return frozenset(found)
