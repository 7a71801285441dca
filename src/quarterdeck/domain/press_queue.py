"""Presses that belong to no session: they wait for programs that come and take them."""

from collections.abc import Iterator

from quarterdeck.domain.effects import Effect, Record
from quarterdeck.domain.events import PressesHandedOut, PressQueued
from quarterdeck.domain.ids import PressId
from quarterdeck.domain.journal import PressesTaken, PressWritten
from quarterdeck.domain.presses import QueuedPress

MOST = 100  # that wait: if nobody takes them, more of them help nobody


class PressQueue:
    """What waits, oldest first; each is handed out once."""

    def __init__(self, left: tuple[QueuedPress, ...]) -> None:
        self._waiting: dict[PressId, QueuedPress] = {press.id: press for press in left}

    def all(self) -> tuple[QueuedPress, ...]:
        """Every press that waits."""
        return tuple(self._waiting.values())

    def add(self, event: PressQueued) -> Iterator[Effect]:
        """A press comes; if too many wait, it is not kept."""
        if len(self._waiting) < MOST:
            self._waiting[event.press.id] = event.press
            yield Record(PressWritten(event.press))

    def take(self, event: PressesHandedOut) -> Iterator[Effect]:
        """Presses are handed to a program, and wait no longer."""
        taken = tuple(name for name in event.presses if self._waiting.pop(name, None))
        if taken:
            yield Record(PressesTaken(taken, event.at))
