"""Time for the domain: like the wall clock, but it never runs backwards."""

import time

# The counter that goes on while the machine sleeps, where there is one; hooks read the same.
COUNTER = getattr(time, "CLOCK_BOOTTIME", time.CLOCK_MONOTONIC)


class SteadyClock:
    """Wall time at the start, advanced by the machine's monotonic clock."""

    def __init__(self) -> None:
        self._wall = time.time()
        self._steady = time.clock_gettime(COUNTER)

    def __call__(self) -> float:
        """The time now."""
        return self._wall + (time.clock_gettime(COUNTER) - self._steady)

    def from_counter(self, nanoseconds: int) -> float:
        """The time of this reading of the monotonic clock; never in the future."""
        behind = time.clock_gettime(COUNTER) - nanoseconds / 1e9
        return self() - max(0.0, behind)
