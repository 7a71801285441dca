"""How many calls of one kind are taken in a second."""

from collections import deque

from quarterdeck.ports import Clock

WITHIN = 1.0  # seconds


class CallRate:
    """When there were calls lately."""

    def __init__(self, most: int, clock: Clock) -> None:
        self.most = most
        self._clock = clock
        self._lately: deque[float] = deque()

    def takes(self) -> bool:
        """Whether one more is not too many; then it counts."""
        now = self._clock()
        while self._lately and self._lately[0] <= now - WITHIN:
            self._lately.popleft()
        if len(self._lately) >= self.most:
            return False
        self._lately.append(now)
        return True
