"""What a board and its keys look like: words and tones, no pixels."""

from dataclasses import dataclass
from enum import StrEnum

from quarterdeck.domain.risk import Level
from quarterdeck.domain.shown import Shown
from quarterdeck.domain.states import State

NOTHING = Shown("", (), (), 0)


class Tone(StrEnum):
    """What a label is about; its colours follow from it."""

    ALLOW = "allow"
    ALWAYS = "always"
    DENY = "deny"
    GO = "go"
    STOP = "stop"
    PLAIN = "plain"


class Ground(StrEnum):
    """What a key is filled with."""

    BLACK = "black"
    MESSAGE = "message"  # the message runs over it
    SESSION = "session"  # the session's colour
    OPTION = "option"
    PICKED = "picked"


@dataclass(frozen=True, slots=True)
class Bar:
    """A label at an edge of a key."""

    text: str
    tone: Tone
    top: bool = False
    lit: bool = True  # its words are bright; a toggle that is off has grey ones
    hold: bool = False  # it must be held


@dataclass(frozen=True, slots=True)
class Look:
    """What one key shows."""

    ground: Ground = Ground.BLACK
    bar: Bar | None = None
    title: str = ""
    detail: str = ""
    quiet: bool = False  # its words are grey
    colour: int = 0  # the place of its session in the palette
    state: State | None = None  # drawn as a shape
    since: float | None = None  # its age is shown, as a frame of the same face
    emoji: str = ""  # drawn large, above the words
    tint: str = ""  # `#RRGGBB`, instead of the ground's own colour
    moves: bool = False  # something on it moves, as frames of the same face

    @property
    def words(self) -> str:
        """All that it says, for its face's name; what only grows older is left out."""
        bar = f"{self.bar.text}\1{self.bar.lit}\1{self.bar.hold}" if self.bar else ""
        return "\1".join((self.title, self.detail, bar, self.ground, self.emoji, self.tint))


@dataclass(frozen=True, slots=True, kw_only=True)
class Message:
    """What runs over all keys whose ground is the message."""

    header: tuple[str, ...]  # the most important first
    level: Level | None  # the header has this risk's colours
    colour: int  # the place of the session in the palette
    text: Shown
    note: str = ""  # what a choice would do beside, such as the rule that Always adds
    deadline: float | None = None  # counted down
    page: int = 0  # of a text that is longer than the keys; beyond the last it starts again
    quiet: bool = False
    change: bool = False  # its lines are what a file loses and gains


BLACK = Look()
ON_MESSAGE = Look(Ground.MESSAGE)
