"""The session that this keyboard belongs to, kept for the time after a power cut."""

import json
import os

import protocol


def save(path: str, session: str, name: str) -> None:
    """Keep the session's id and name, in one step; an empty id stands for all sessions."""
    try:
        with open(path + ".new", "w") as file:
            json.dump([session, name], file)
        os.rename(path + ".new", path)
    except OSError:
        pass  # without it, the daemon says it again


def load(path: str) -> tuple:
    """The id and the name; both empty if there is none."""
    try:
        with open(path) as file:
            session, name = json.load(file)
        return protocol.session_id(session), protocol.short(name)
    except (OSError, ValueError, TypeError, protocol.Nonsense):
        return "", ""
