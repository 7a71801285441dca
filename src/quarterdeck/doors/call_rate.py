"""How many calls of one kind are taken in some time; the rest is refused, or waits."""

from collections import deque


class CallRate:
    """When there were calls lately."""

    def __init__(self, most: int, within: float) -> None:
        self._most = most
        self._within = within  # seconds
        self._lately: deque[float] = deque()

    def takes(self, now: float) -> bool:
        """Whether one more is not too many; then it counts."""
        if self.wait(now) > 0:
            return False
        self._lately.append(now)
        return True

    def wait(self, now: float) -> float:
        """In how many seconds one more is taken; 0 if it is taken now."""
        while self._lately and self._lately[0] + self._within <= now:
            self._lately.popleft()
        full = len(self._lately) >= self._most
        return self._lately[0] + self._within - now if full else 0.0

    def is_quiet(self, now: float) -> bool:
        """Whether nothing that counts was taken lately."""
        return not self._lately or self._lately[-1] + self._within <= now
