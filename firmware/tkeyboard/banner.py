"""Words on a key that no daemon drew: offline, reconnecting, set up."""

import framebuf

SIDE = 128
STRIP = 16  # rows that are drawn at once
_LETTER = 8  # pixels across, of the font that MicroPython has


def rows(lines: list, ink: int, ground: int):
    """The picture in pieces of sixteen rows; colours are RGB565."""
    piece = bytearray(SIDE * STRIP * 2)
    strip = framebuf.FrameBuffer(piece, SIDE, STRIP, framebuf.RGB565)
    top = (SIDE // STRIP - len(lines)) // 2
    for n in range(SIDE // STRIP):
        # The panel wants the high byte first, framebuf writes the low one first.
        strip.fill(_swapped(ground))
        if top <= n < top + len(lines):
            text = lines[n - top][: SIDE // _LETTER]
            x = (SIDE - len(text) * _LETTER) // 2
            strip.text(text, x, (STRIP - _LETTER) // 2, _swapped(ink))
        yield n * STRIP, piece


def _swapped(colour: int) -> int:
    return (colour & 0xFF) << 8 | colour >> 8
