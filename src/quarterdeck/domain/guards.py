"""What protects a person from a press that was not meant."""

from dataclasses import dataclass

from quarterdeck.domain.asks import Ask
from quarterdeck.domain.choices import Choice, Meaning

LATE = 0.25  # how much later than its press a surface's word of it may come, in seconds


@dataclass(frozen=True, slots=True)
class Guards:
    """How long, in seconds, a face must be in sight, and be held, before a press on it counts."""

    decision: float
    minor: float
    hold: float

    def of(self, ask: Ask) -> float:
        """How long this ask must be in sight."""
        allows = any(choice.meaning is Meaning.ALLOWS for choice in ask.choices)
        return self.decision if ask.kind.is_decision or allows else self.minor

    def was_held(self, held: float, between: float) -> bool:
        """Whether a hold was long enough, by the surface's clock and by our own."""
        return held >= self.hold and between >= held - LATE


def needs_hold(ask: Ask, choice: Choice) -> bool:
    """Whether this choice must be held, not only pressed."""
    return ask.critical and choice.meaning is Meaning.ALLOWS
