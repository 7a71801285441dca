"""A capture as rows of plain text, with the ink of every character if it has colours."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

DEEPEST = 300  # rows from the bottom that can matter; scrollback above them is history
_WIDEST = 600  # columns that can matter; no window is wider
DARK_GREY = "8"  # its number among the 256 colours
_LONGEST = 8 * _WIDEST  # characters of a raw row, escapes included
_ESCAPE = re.compile(
    r"\x1b(?:\[[0-9;:?<=>]*[ -/]*[@-~]|\][^\x07\x1b]*(?:\x07|\x1b\\)?|[()*+][0-9A-Za-z]|[ -~]|$)"
)
_SGR = re.compile(r"\x1b\[([0-9;:]*)m")
_UNSEEN = re.compile(r"[\x00-\x08\x0b-\x1a\x1c-\x1f\x7f\u200b\ufeff]")


@dataclass(frozen=True, slots=True)
class Ink:
    """How a character is drawn."""

    faint: bool
    grey: bool  # in dark grey
    inverse: bool
    back: str  # its background, as the escape names it; empty for the terminal's own

    @property
    def dim(self) -> bool:
        """Whether it is drawn as what nobody typed."""
        return self.faint or self.grey


_PLAIN = Ink(faint=False, grey=False, inverse=False, back="")


@dataclass(frozen=True, slots=True)
class Canvas:
    """The rows at the bottom of a capture that can matter."""

    rows: tuple[str, ...]
    coloured: bool
    _raw: tuple[str, ...]

    def ink(self, index: int) -> list[tuple[str, Ink]]:
        """Every character of a row with its ink; colours run on from row to row."""
        ink = _PLAIN
        for raw in self._raw[:index]:
            for escape in _SGR.finditer(raw):
                ink = _after(ink, escape[1])
        return list(_inked(self._raw[index], ink))


def canvas(screen: str) -> Canvas:
    """The canvas of a capture made with or without colours."""
    raw = [_visible(row[:_LONGEST]) for row in screen.rstrip().rsplit("\n", 2 * DEEPEST)]
    if len(raw) > 2 * DEEPEST:
        raw[0] = ""
    rows = [_ESCAPE.sub("", row)[:_WIDEST].rstrip() for row in raw]
    while rows and not rows[-1]:
        rows.pop()
    start = max(0, len(rows) - DEEPEST)
    return Canvas(tuple(rows[start:]), "\x1b[" in screen, tuple(raw[start : len(rows)]))


def _visible(row: str) -> str:
    return _UNSEEN.sub("", row).replace("\xa0", " ").expandtabs()


def _inked(raw: str, ink: Ink) -> Iterator[tuple[str, Ink]]:
    at = 0
    for escape in _ESCAPE.finditer(raw):
        yield from ((char, ink) for char in raw[at : escape.start()])
        at = escape.end()
        if sgr := _SGR.fullmatch(escape[0]):
            ink = _after(ink, sgr[1])
    yield from ((char, ink) for char in raw[at:])


@lru_cache(maxsize=1024)
def _after(ink: Ink, codes: str) -> Ink:
    numbers = iter(codes.replace(":", ";").split(";"))
    for number in numbers:
        code = number.lstrip("0")
        if code == "38":
            ink = replace(ink, grey=_colour(numbers) == DARK_GREY)
        elif code == "58":
            _colour(numbers)
        elif code == "48":
            ink = replace(ink, back=_colour(numbers))
        else:
            ink = replace(ink, **_EFFECTS.get(code, {}))
    return ink


def _colour(numbers: Iterator[str]) -> str:
    """Take the rest of an extended colour: its scheme, then one number or three."""
    scheme = next(numbers, "")
    return ";".join(next(numbers, "") for _ in range(3 if scheme == "2" else 1))


_EFFECTS: dict[str, dict[str, Any]] = {
    "": {"faint": False, "grey": False, "inverse": False, "back": ""},
    "2": {"faint": True},
    "22": {"faint": False},
    "90": {"grey": True},
    **{str(code): {"grey": False} for code in (*range(30, 38), 39, *range(91, 98))},
    "7": {"inverse": True},
    "27": {"inverse": False},
    "49": {"back": ""},
    **{str(code): {"back": str(code)} for code in (*range(40, 48), *range(100, 108))},
}
