"""Waiting for something that nobody announces."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import TypeVar

# For how long a test waits for what must come. What comes is seen at once, so patience costs
# nothing; impatience is a test that fails on a busy machine.
PATIENCE = 45.0

# How long to rest after each look, by what the look took: whoever waits leaves the machine to what
# is awaited, and the more so the busier it is.
REST = 4
SHORTEST_REST, LONGEST_REST = 0.02, 0.5

T = TypeVar("T")


def until(found: Callable[[], T | None], timeout: float, failure: Callable[[], str]) -> T:
    """Look again and again until `found` gives something true; fail with a sentence.

    Nobody holds a time by this: whoever waits is as patient as all of us, or more.
    """
    value = within(max(timeout, PATIENCE), found)
    assert value, failure()
    return value


def within(seconds: float, found: Callable[[], T | None]) -> T | None:
    """What is found in so many seconds; None where it may as well not come."""
    end = time.monotonic() + seconds
    while True:
        began = time.monotonic()
        if (value := found()) or began >= end:
            return value or None
        took = time.monotonic() - began
        time.sleep(min(max(REST * took, SHORTEST_REST), LONGEST_REST))
