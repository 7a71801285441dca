"""What the versions of tmux can and cannot do."""

import re

OLDEST = (3, 2)

_LACKS = (
    ((3, 2), "control clients cannot be paused: this tmux is too old to be watched"),
    ((3, 4), "a paste into a pane whose program has ended would crash the server (we never paste)"),
    ((3, 6), "captures over a control client leak memory (we capture by processes)"),
    ((3, 7), "a client that attaches while sessions change can crash the server (ours cannot)"),
    ((3, 7), "a client's subscription can crash the server when its session ends (we have none)"),
)


def numbered(version: str) -> tuple[int, int]:
    """Give a version as numbers; one without is taken for the newest."""
    found = re.search(r"(\d+)\.(\d+)", version)
    return (int(found[1]), int(found[2])) if found else (99, 0)


def leaks(version: str) -> bool:
    """Tell whether every capture over a control client leaks memory in the server."""
    return numbered(version) < (3, 6)


def dies_of_news(version: str) -> bool:
    """Tell whether changes during the attach of a control client crash the server."""
    return numbered(version) < (3, 7)


def lacks(version: str) -> tuple[str, ...]:
    """Say what this version lacks, for people who wonder why."""
    return tuple(what for since, what in _LACKS if numbered(version) < since)
