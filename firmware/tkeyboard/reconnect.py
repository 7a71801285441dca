"""How long to wait before trying again: longer each time, and not when all others do."""

FIRST, LONGEST = 500, 30_000  # milliseconds


class Pauses:
    """Growing pauses; `random(n)` gives n random bytes."""

    def __init__(self, random) -> None:
        self._random = random
        self._next = FIRST

    def next(self) -> int:
        """How many milliseconds to wait now: up to a quarter more than the last doubling."""
        pause = self._next
        self._next = min(LONGEST, pause * 2)
        return pause + pause * self._random(1)[0] // 1024

    def reset(self) -> None:
        """It worked: the next pause is short again."""
        self._next = FIRST
