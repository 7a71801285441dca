"""How dangerous a request is: a level, and the words that say why."""

from dataclasses import dataclass
from enum import StrEnum

from quarterdeck.domain.shown import Span


class Level(StrEnum):
    """Four levels, from surely harmless to hard to undo."""

    LOW = "low"
    MEDIUM = "medium"
    HIGH = "high"
    CRITICAL = "critical"

    @property
    def rank(self) -> int:
        """The place in the order: 0 for low, 3 for critical."""
        return _ORDER.index(self)

    def reaches(self, other: "Level") -> bool:
        """Whether this level is at least as high as the other."""
        return self.rank >= other.rank


_ORDER = (Level.LOW, Level.MEDIUM, Level.HIGH, Level.CRITICAL)


@dataclass(frozen=True, slots=True)
class Risk:
    """A verdict: the level, a reason that fits a key (20 characters), and the rule behind it."""

    level: Level
    reason: str
    rule: str
    sentence: str
    part: str  # the piece of the command that made it so; empty when it is the whole
    span: Span | None = None  # where exactly that stands in the command; None for other calls
    others: tuple[Span, ...] = ()  # where else something high or critical stands in it
