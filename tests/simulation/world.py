"""Simulated time: things happen in order, each at its moment, all drawn from one seed."""

import heapq
import itertools
from collections import deque
from collections.abc import Callable
from random import Random

BEGIN = 1_000_000.0
DIARY = 60  # lines that a failure shows


class World:
    """A clock, what is to come, and a diary of what was."""

    def __init__(self, seed: int) -> None:
        self.now = BEGIN
        self.random = Random(seed)
        self.slow = seed % 8 == 6  # one schedule in eight: hooks print late, terminals are busy
        self.decks = seed % 8 == 2  # one schedule in eight: there are decks on the desk
        self.calm = False  # no more faults, nobody begins anything
        self.diary: deque[str] = deque(maxlen=DIARY)
        self._coming: list[tuple[float, int, Callable[[], None]]] = []
        self._count = itertools.count()

    def clock(self) -> float:
        """The time now."""
        return self.now

    def later(self, delay: float, action: Callable[[], None]) -> None:
        """Do this after a while."""
        heapq.heappush(self._coming, (self.now + delay, next(self._count), action))

    def soon(self, least: float, most: float, action: Callable[[], None]) -> None:
        """Do this after a while between two bounds."""
        self.later(self.random.uniform(least, most), action)

    def next(self) -> float | None:
        """When the next thing happens."""
        return self._coming[0][0] if self._coming else None

    def advance(self) -> None:
        """Let the next thing happen."""
        at, _, action = heapq.heappop(self._coming)
        self.now = max(self.now, at)
        action()

    def chance(self, probability: float) -> bool:
        """Whether something rare happens now; never when all is calm."""
        return not self.calm and self.random.random() < probability

    def note(self, line: str) -> None:
        """Remember what happened, for whoever reads of a failure."""
        self.diary.append(f"{self.now - BEGIN:9.3f}  {line}")
