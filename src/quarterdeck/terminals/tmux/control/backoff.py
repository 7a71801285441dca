"""Growing pauses between failed attempts."""

from collections.abc import Iterator

FIRST = 0.25
LONGEST = 8.0
STEADY = 5.0  # what lived so long was no false start: the next pause is the first again


def growing() -> Iterator[float]:
    """Give pauses that grow from a quarter of a second to eight seconds."""
    pause = FIRST
    while True:
        yield pause
        pause = min(pause * 2, LONGEST)
