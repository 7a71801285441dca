"""The board that was shown last, kept for the time without a daemon."""

import json
import os

import protocol


def save(path: str, pictures: list) -> None:
    """Keep the ids of what each key shows, in one step."""
    try:
        with open(path + ".new", "w") as file:
            json.dump(pictures, file)
        os.rename(path + ".new", path)
    except OSError:
        pass  # without it, the keys stay dark until the daemon is back


def load(path: str) -> list:
    """The ids of what each key showed; None for a key that showed nothing."""
    try:
        with open(path) as file:
            found = json.load(file)
        if isinstance(found, list) and len(found) == protocol.KEYS:
            return [protocol.picture_id(name) for name in found]
    except (OSError, ValueError, protocol.Nonsense):
        pass
    return [None] * protocol.KEYS
