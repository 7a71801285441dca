"""The moments that Claude Code writes into its files."""

import time


def from_wall(stamp: float, now: float) -> float:
    """The moment of a stamp of the wall's clock on ours, where it is `now`; never later."""
    return min(now, stamp + (now - time.time()))
