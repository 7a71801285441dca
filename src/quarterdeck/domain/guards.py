"""What protects a person from a press that was not meant."""

from dataclasses import dataclass

from quarterdeck.domain.actions import Interrupt, Keys, Send
from quarterdeck.domain.agenda import Agenda
from quarterdeck.domain.asks import Ask
from quarterdeck.domain.choices import Choice, Meaning
from quarterdeck.domain.meanings import Act, Choose, Means

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

    def of_press(self, means: Means, agenda: Agenda) -> float:
        """How long the face must be in sight on which a press means this."""
        match means:
            case Choose(name):
                ask = agenda.get(name)
                return self.of(ask) if ask else 0.0
            case Act(_, Keys() | Send() | Interrupt()):
                # Keys may answer a dialog; and each may stand where a choice stood just now.
                return self.decision
            case _:
                return self.minor

    def was_held(self, held: float, between: float) -> bool:
        """Whether a hold was long enough, by the surface's clock and by our own."""
        return held >= self.hold and between >= held - LATE


def needs_hold(ask: Ask, choice: Choice) -> bool:
    """Whether this choice must be held, not only pressed."""
    return ask.critical and choice.meaning is Meaning.ALLOWS
