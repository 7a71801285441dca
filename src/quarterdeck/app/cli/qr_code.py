"""A text as a QR code in the terminal; needs segno, and a terminal that is wide enough."""

import importlib
from collections.abc import Sequence
from typing import Protocol, cast

BORDER = 2
_LINE = "\x1b[97;40m{}\x1b[0m"  # white on black, whatever the terminal's own colours are
_HALVES = {(0, 0): "█", (0, 1): "▀", (1, 0): "▄", (1, 1): " "}  # light is drawn, dark is left


class _Code(Protocol):
    def matrix_iter(self, *, border: int) -> Sequence[bytearray]:
        """Its rows, with so much light around; 1 is dark."""


def qr_code(text: str, width: int) -> str:
    """The code in half blocks, two rows a line; empty if it cannot be shown."""
    try:
        made = cast(_Code, importlib.import_module("segno").make(text, error="l", micro=False))
    except ImportError:
        return ""
    rows = [list(row) for row in made.matrix_iter(border=BORDER)]
    if len(rows[0]) > width:
        return ""
    rows += [[0] * len(rows[0])] * (len(rows) % 2)
    pairs = zip(rows[::2], rows[1::2], strict=True)
    lines = ("".join(_HALVES[pair] for pair in zip(*two, strict=True)) for two in pairs)
    return "\n".join(map(_LINE.format, lines))
