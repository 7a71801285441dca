"""The picture of a deck has room for all of it, and nothing of it covers anything else."""

from itertools import combinations

import pytest

from quarterdeck.boards.models import MODELS, PEDAL, PLUS, Model
from quarterdeck.boards.sheet_layout import Box, sheet_layout


def apart(one: Box, other: Box) -> bool:
    beside = one.x + one.width <= other.x or other.x + other.width <= one.x
    return beside or one.y + one.height <= other.y or other.y + other.height <= one.y


@pytest.mark.parametrize("model", [m for m in MODELS.values() if m.key], ids=lambda m: m.name)
def test_every_part_has_its_own_place_within_the_picture(model: Model) -> None:
    layout = sheet_layout(model)
    assert layout
    assert len(layout.keys) == model.keys
    parts = [*layout.keys, *([layout.strip] if layout.strip else [])]
    assert all(apart(one, other) for one, other in combinations(parts, 2))
    size = layout.size
    assert all(b.x >= 0 and b.x + b.width <= size.width for b in parts)
    assert all(b.y >= 0 and b.y + b.height <= size.height for b in parts)


def test_a_strip_stands_below_the_keys() -> None:
    layout = sheet_layout(PLUS)
    assert layout
    assert layout.strip
    assert layout.strip.y >= max(box.y + box.height for box in layout.keys)


def test_what_shows_nothing_has_no_picture() -> None:
    assert sheet_layout(PEDAL) is None
