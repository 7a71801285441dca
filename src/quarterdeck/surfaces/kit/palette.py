"""Colours: what each tone looks like, and how far two of them are apart."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from quarterdeck.boards import hues
from quarterdeck.boards.looks import Tone
from quarterdeck.domain.risk import Level
from quarterdeck.domain.states import State

READABLE = 4.5  # the least contrast of a text to its ground

Colour = tuple[int, int, int]


def colour(text: str) -> Colour:
    """A colour from `#RRGGBB`."""
    return int(text[1:3], 16), int(text[3:5], 16), int(text[5:7], 16)


@dataclass(frozen=True, slots=True)
class Pair:
    """A ground and the ink on it."""

    ground: Colour
    ink: Colour


def _pair(ground: str, ink: str) -> Pair:
    return Pair(colour(ground), colour(ink))


BLACK = colour("#000000")
INK, QUIET = colour("#E6EAF0"), colour("#9AA5B4")
CHANGES = {"+": colour("#7BD88F"), "-": colour("#FF8A8A")}
RAISED, PICKED = colour("#1B222C"), colour("#7FB2FF")

SESSIONS = tuple(map(colour, hues.SESSIONS))
RISKS = {
    Level.CRITICAL: _pair(*hues.CRITICAL),
    Level.HIGH: _pair(*hues.HIGH),
    Level.MEDIUM: _pair(*hues.MEDIUM),
    Level.LOW: _pair(*hues.LOW),
}
NEUTRAL = _pair("#242B35", "#E6EAF0")
TONES = {
    Tone.ALLOW: _pair("#14602F", "#FFFFFF"),
    Tone.ALWAYS: _pair("#1F4A86", "#FFFFFF"),
    Tone.DENY: _pair("#8E1B1B", "#FFFFFF"),
    Tone.GO: _pair("#37424F", "#FFFFFF"),
    Tone.STOP: _pair("#B00020", "#FFFFFF"),
    Tone.PLAIN: _pair("#2E3743", "#E6EAF0"),
}
UNLIT = _pair("#20262E", "#9AA5B4")
STATES = {
    State.STARTING: colour("#9AA5B4"),
    State.WAITING: colour("#F5B83D"),
    State.WORKING: colour("#5AA9FF"),
    State.IDLE: colour("#7BD88F"),
    State.LIMITED: colour("#C79BFF"),
    State.FAILED: colour("#FF6B6B"),
    State.UNKNOWN: colour("#9AA5B4"),
    State.ENDED: colour("#8C8C8C"),
}


@dataclass(frozen=True, slots=True)
class Palette:
    """The colours that a person can set; inks that cannot be read are lightened."""

    sessions: tuple[Colour, ...] = SESSIONS
    risks: tuple[tuple[Level, Pair], ...] = tuple(RISKS.items())

    def session(self, place: int) -> Colour:
        """The ground of a session."""
        return self.sessions[place % len(self.sessions)]

    def header(self, level: Level | None) -> Pair:
        """Ground and ink of a header."""
        found = dict(self.risks).get(level, NEUTRAL) if level else NEUTRAL
        return Pair(found.ground, readable(found.ink, found.ground))


def palette_of(sessions: Sequence[str], risks: Mapping[Level, Sequence[str]]) -> Palette:
    """A palette from colours as they are written, `#RRGGBB`; of a risk its ground and its ink."""
    pairs = ((level, _pair(ground, ink)) for level, (ground, ink) in risks.items())
    return Palette(tuple(map(colour, sessions)), tuple(pairs))


def readable(ink: Colour, ground: Colour) -> Colour:
    """The ink, moved away from its ground until it can be read."""
    towards = 255 if luminance(ground) < 0.18 else 0
    for step in range(21):
        part = step / 20
        moved = _mixed(ink, (towards,) * 3, part)
        if contrast(moved, ground) >= READABLE:
            return moved
    return (towards,) * 3


def dimmed(pair: Pair) -> Pair:
    """The same, darker, as far as it can still be read."""
    ground = _mixed(pair.ground, BLACK, 0.5)
    return Pair(ground, readable(_mixed(pair.ink, ground, 0.5), ground))


def pressed(pair: Pair) -> Pair:
    """The same as it looks under a finger."""
    ground = _mixed(pair.ground, (255, 255, 255), 0.2)
    return Pair(ground, readable(pair.ink, ground))


def contrast(one: Colour, other: Colour) -> float:
    """How far two colours are apart, as the WCAG counts it: from 1 to 21."""
    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def luminance(given: Colour) -> float:
    """How bright a colour is, from 0 to 1."""
    parts = [c / 255 for c in given]
    red, green, blue = (c / 12.92 if c <= 0.03928 else ((c + 0.055) / 1.055) ** 2.4 for c in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def _mixed(one: Colour, other: Colour, part: float) -> Colour:
    red, green, blue = (round(a + (b - a) * part) for a, b in zip(one, other, strict=True))
    return red, green, blue
