"""Waiting for something that nobody announces."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import TypeVar

# For how long a test waits for what must come. What comes is seen at once, so patience costs
# nothing; impatience is a test that fails on a busy machine.
PATIENCE = 45.0

T = TypeVar("T")


def until(found: Callable[[], T | None], timeout: float, failure: Callable[[], str]) -> T:
    """Look again and again until `found` gives something true; fail with a sentence.

    Nobody holds a time by this: whoever waits is as patient as all of us, or more.
    """
    end = time.monotonic() + max(timeout, PATIENCE)
    while not (value := found()):
        assert time.monotonic() < end, failure()
        time.sleep(0.02)
    return value


def within(seconds: float, found: Callable[[], T | None]) -> T | None:
    """What is found in so many seconds; None where it may as well not come."""
    end = time.monotonic() + seconds
    while not (value := found()) and time.monotonic() < end:
        time.sleep(0.02)
    return value or None
