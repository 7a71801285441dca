"""By which name and pid a session goes among keyboards, and the daemon where there is none."""

import os

import psutil

from quarterdeck.domain.sessions import Session
from quarterdeck.doors.keyboard_api.wire import Identity
from quarterdeck.processes import Vanished, look

LONGEST_NAME = 200  # characters of an id that somebody set


def of_session(session: Session) -> Identity:
    """A session's; its agent's environment may have given it."""
    pid = session.process.pid
    created = _created(pid) if is_alive(session) else session.since
    named = session.facts.keyboard_id or f"tk-{int(created)}-{pid}"
    seen = (sighting.at for sighting in session.sightings)
    return Identity(named, pid, created, max((session.since, *seen)))


def of_daemon() -> Identity:
    """The daemon's own, for when there is no session; its environment may give another."""
    pid = os.getpid()
    created = _created(pid)
    given = os.environ.get("CLAUDE_PID", "")
    named = os.environ.get("CLAUDE_SESSION_ID", "")[:LONGEST_NAME]
    known = int(given) if given.isdecimal() else pid
    return Identity(named or f"tk-{int(created)}-{known}", known, created, created)


def is_alive(session: Session) -> bool:
    """Whether a session's process is there."""
    try:
        return look(session.process.pid).start == session.process.start
    except Vanished:
        return False


def _created(pid: int) -> float:
    try:
        return psutil.Process(pid).create_time()
    except psutil.Error:
        return 0.0
