"""Claude Code's own record of a running session: one small file, rewritten at each change."""

import json
from dataclasses import dataclass

from quarterdeck.domain.states import State

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
    session: str
    cwd: str
    version: str
    name: str  # only a name that the person gave
    entrypoint: str
    state: State
    waiting_for: str
    changed: float  # wall time of the last change of state

    @property
    def reason(self) -> str:
        """What the state means, in the agent's words."""
        return f"waits: {self.waiting_for}" if self.waiting_for else self.state.value


def read(text: str) -> Entry | None:
    """The entry in a registry file; None for one that is half-written or of another kind."""
    try:
        data = json.loads(text)
    except ValueError:
        return None
    if not isinstance(data, dict) or not isinstance(data.get("pid"), int):
        return None
    status = data.get("status")
    stamp = data.get("statusUpdatedAt") or data.get("updatedAt") or 0
    derived = data.get("nameSource") == "derived"
    return Entry(
        data["pid"],
        _text(data, "sessionId"),
        _text(data, "cwd"),
        _text(data, "version"),
        "" if derived else _text(data, "name"),
        _text(data, "entrypoint"),
        _STATES.get(status, State.UNKNOWN) if isinstance(status, str) else State.STARTING,
        _text(data, "waitingFor"),
        stamp / 1000 if isinstance(stamp, int | float) else 0.0,
    )


def _text(data: dict[str, object], key: str) -> str:
    value = data.get(key)
    return value if isinstance(value, str) else ""
