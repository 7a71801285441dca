"""Claude Code's own record of a running session: one small file, rewritten at each change."""

from dataclasses import dataclass
from pathlib import Path

from quarterdeck.agents.claude.wire import (
    directory_of,
    id_of,
    read_json,
    text_of,
    whole_number,
)
from quarterdeck.domain.sessions import OWN_MENU
from quarterdeck.domain.states import State
from quarterdeck.ports import Nonsense
from quarterdeck.regular_files import read_regular

LARGEST = 64 * 1024  # bytes; the agent's own have one

_STATES = {
    "idle": State.IDLE,
    "shell": State.IDLE,  # idle, with a shell of its own in the background
    "busy": State.WORKING,
    "waiting": State.WAITING,
}


@dataclass(frozen=True, slots=True)
class Entry:
    """What a registry file says."""

    pid: int
    start: int | None  # of the process, where it is told
    session: str
    cwd: str
    version: str
    name: str  # only a name that the person gave
    state: State
    waiting_for: str
    changed: float  # wall time of the last change of state

    @property
    def reason(self) -> str:
        """What the state means, in the agent's words."""
        if self.waiting_for == "dialog open":  # /model, /help and the like
            return OWN_MENU
        return f"waits: {self.waiting_for}" if self.waiting_for else self.state.value


def file_of(config: Path, pid: int) -> Path:
    """Where the agent with this pid writes its entry."""
    return config / "sessions" / f"{pid}.json"


def read_file(path: Path) -> Entry | None:
    """The entry in a registry file; None if there is none to read."""
    try:
        return read(read_regular(path, LARGEST))
    except OSError:
        return None


def read(data: bytes) -> Entry | None:
    """The entry in a registry file; None for one that is half-written or of another kind."""
    try:
        found = read_json(data)
    except Nonsense:
        return None
    if not isinstance(found, dict) or not isinstance(found.get("pid"), int):
        return None
    status = found.get("status")
    stamp = found.get("statusUpdatedAt") or found.get("updatedAt") or 0
    derived = found.get("nameSource") == "derived"
    return Entry(
        found["pid"],
        whole_number(text_of(found, "procStart")),
        id_of(found, "sessionId"),
        directory_of(found),
        id_of(found, "version"),
        "" if derived else id_of(found, "name"),
        _STATES.get(status, State.UNKNOWN) if isinstance(status, str) else State.STARTING,
        id_of(found, "waitingFor"),
        stamp / 1000 if isinstance(stamp, int | float) else 0.0,
    )
