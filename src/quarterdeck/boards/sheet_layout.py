"""Where keys and strip stand on the picture of a whole deck."""

from dataclasses import dataclass

from quarterdeck.boards.models import Model, Size

_GAP = 0.22  # between two keys, as a part of a key


@dataclass(frozen=True, slots=True)
class Box:
    """A part of a picture, in pixels from its upper left corner."""

    x: int
    y: int
    width: int
    height: int


@dataclass(frozen=True, slots=True)
class SheetLayout:
    """The picture of a deck as it lies on the desk."""

    size: Size
    keys: tuple[Box, ...]
    strip: Box | None


def sheet_layout(model: Model) -> SheetLayout | None:
    """The layout of a deck's picture; None for one that shows nothing."""
    if model.key is None:
        return None
    width, height = model.key.width, model.key.height
    gap = round(min(width, height) * _GAP)
    across = model.columns * (width + gap) + gap
    down = model.rows * (height + gap) + gap
    strip = model.strip
    size = Size(
        max(across, strip.width + 2 * gap if strip else 0),
        down + (strip.height + gap if strip else 0),
    )
    left = (size.width - across) // 2 + gap
    keys = tuple(
        Box(left + column * (width + gap), gap + row * (height + gap), width, height)
        for row in range(model.rows)
        for column in range(model.columns)
    )
    below = Box((size.width - strip.width) // 2, down, strip.width, strip.height) if strip else None
    return SheetLayout(size, keys, below)
