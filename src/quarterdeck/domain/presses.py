"""A press of a key for which there is no session to type into."""

from dataclasses import dataclass

from quarterdeck.domain.ids import PressId


@dataclass(frozen=True, slots=True)
class QueuedPress:
    """It waits until a program takes it."""

    id: PressId
    key: int  # counted from 1, as on the keyboard
    text: str  # what it would have typed, or a word that means a key
    at: float
