"""Waiting for something that nobody announces."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import TypeVar

import psutil

T = TypeVar("T")


def until(found: Callable[[], T | None], timeout: float, failure: Callable[[], str]) -> T:
    """Look again and again until `found` gives something true; fail with a sentence."""
    end = time.monotonic() + timeout
    while not (value := found()):
        assert time.monotonic() < end, failure()
        time.sleep(0.02)
    return value


def is_gone(process: psutil.Process) -> bool:
    """Whether it has ended, though its parent may not have taken notice yet."""
    try:
        return process.status() == psutil.STATUS_ZOMBIE
    except psutil.NoSuchProcess:
        return True
