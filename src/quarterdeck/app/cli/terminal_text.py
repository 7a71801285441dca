"""Text on a terminal: how wide it is, how it is cut and wrapped, and whether it has colour."""

import codecs
import io
import os
import re
import shutil
import sys
import unicodedata
from collections.abc import Collection, Iterator
from typing import TextIO

WITHOUT_TERMINAL = 100  # columns of a text that is wrapped for nobody knows what
_SGR = re.compile("(\x1b\\[[0-9;]*m)")
_RESET = "\x1b[0m"


def in_colour(stream: TextIO) -> bool:
    """Whether colours may be used: on a terminal that knows them, unless somebody said no."""
    refused = os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb"
    return not refused and stream.isatty()


def columns() -> int | None:
    """How wide the terminal is; None if the output goes elsewhere."""
    if not os.environ.get("COLUMNS", "").isdigit() and not sys.stdout.isatty():
        return None
    return max(20, shutil.get_terminal_size().columns)


def speak_any_encoding() -> None:
    """Let no character be an error: what the terminal cannot show becomes what looks like it."""
    codecs.register_error("quarterdeck", _similar)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="quarterdeck")


def cells(text: str) -> int:
    """How many cells a text takes: colours none, wide characters two."""
    return sum(_cell(c) for c in _SGR.sub("", text))


def clipped(text: str, most: int) -> str:
    """The text in at most this many cells, with a sign if it was cut."""
    if cells(text) <= most:
        return text
    kept, left, coloured = "", most - 1, False
    for piece in _SGR.split(text):
        if _SGR.fullmatch(piece):
            kept, coloured = kept + piece, piece != _RESET
            continue
        for character in piece:
            if (left := left - _cell(character)) < 0:
                return kept + "…" + (_RESET if coloured else "")
            kept += character
    return kept


def wrapped(line: str, width: int, breaks: Collection[int]) -> Iterator[tuple[int, int]]:
    """Where one long line begins and ends in rows of so many cells.

    It is broken where it is best broken, else at a space, else wherever it must.
    """
    start = 0
    while True:
        end, left = start, width
        while end < len(line) and (left := left - _cell(line[end])) >= 0:
            end += 1
        if end == len(line):
            yield start, end
            return
        end = max(end, start + 1)
        end = _break_before(line, start, end, breaks)
        yield start, end
        start = end


def _break_before(line: str, start: int, end: int, breaks: Collection[int]) -> int:
    least = start + (end - start) // 3  # an earlier break would leave most of the row empty
    if good := [at for at in breaks if least < at <= end]:
        return max(good)
    space = line.rfind(" ", least, end)
    return space + 1 if space >= 0 else end


def _cell(character: str) -> int:
    if unicodedata.combining(character):
        return 0
    return 2 if unicodedata.east_asian_width(character) in "WF" else 1


_SIMILAR = str.maketrans("●◐○⏳✕–◌✓…·→▐▌│⋮•“”‘’", "*~o%x-.+.->[]|:*\"\"''")


def _similar(error: UnicodeError) -> tuple[str, int]:
    if not isinstance(error, UnicodeEncodeError):
        raise error
    signs = error.object[error.start : error.end].translate(_SIMILAR)
    return signs.encode("ascii", "replace").decode(), error.end
