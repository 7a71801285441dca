"""Agent processes: who they are, and what is known about them."""

from dataclasses import dataclass, fields, replace
from enum import StrEnum

from quarterdeck.domain.buttons import Buttons
from quarterdeck.domain.ids import SessionId
from quarterdeck.domain.states import Mode, State


@dataclass(frozen=True, slots=True)
class Process:
    """One process of one machine; its start time tells it from a later one with the same pid."""

    host: str
    pid: int
    start: int  # the kernel's start time of the process, in its own unit


@dataclass(frozen=True, slots=True)
class Terminal:
    """Where a session's screen is: a tmux pane, and iTerm's own name for it beside."""

    socket: str = ""
    server_pid: int = 0
    server_start: int = 0
    pane: str = ""
    pane_pid: int = 0
    pane_start: int = 0
    tty: str = ""
    iterm_pane: str = ""

    @property
    def was_found(self) -> bool:
        """Whether tmux showed the process in this pane; a hook only names one."""
        return bool(self.pane_pid)


@dataclass(frozen=True, slots=True)
class Facts:
    """What a source knows of a session; `None` says that this source does not know it."""

    agent_session: str | None = None
    cwd: str | None = None
    branch: str | None = None
    model: str | None = None
    mode: Mode | None = None
    version: str | None = None
    title: str | None = None
    given_name: str | None = None  # by the person; empty when they want its own again
    last_message: str | None = None
    activity: str | None = None
    cost: float | None = None
    context: float | None = None
    limits: str | None = None
    limited_until: float | None = None  # as somebody stated it; 0 when that is over
    background: int | None = None
    terminal: Terminal | None = None
    keyboard_id: str | None = None

    def merged(self, newer: "Facts") -> "Facts":
        """These facts with everything that the newer ones know."""
        known = {f.name: v for f in fields(newer) if (v := getattr(newer, f.name)) is not None}
        if (seen := known.get("terminal")) and self.terminal:
            known["terminal"] = _better(self.terminal, seen)
        return replace(self, **known)


class Source(StrEnum):
    """Who says what a session is doing."""

    HOOK = "hook"
    TOLD = "told"  # by a program, over the calls of the keyboard
    REGISTRY = "registry"
    SCREEN = "screen"
    PROCESS = "process"


class Confidence(StrEnum):
    """How far a sighting can be trusted."""

    LOW = "low"
    MEDIUM = "medium"
    HIGH = "high"


OWN_MENU = "a menu is open at its terminal"  # the person opened it, and nothing waits for them


@dataclass(frozen=True, slots=True)
class Sighting:
    """What one source says a session is doing, and since when."""

    source: Source
    state: State
    at: float
    reason: str
    confidence: Confidence


@dataclass(frozen=True, slots=True)
class Session:
    """One agent process. Its agent's session id may change; it does not."""

    id: SessionId
    process: Process
    agent: str
    name: str
    colour: int  # place in the palette, in order of appearance
    facts: Facts
    state: State
    since: float
    reason: str
    sightings: tuple[Sighting, ...]  # the newest of each source
    buttons: Buttons | None = None  # for when it is idle
    stopped: bool = False  # a person stopped it, and gave it nothing to do since

    def sighting(self, source: Source) -> Sighting | None:
        """The newest word of one source."""
        return next((s for s in self.sightings if s.source is source), None)

    def seeing(self, sighting: Sighting) -> "Session":
        """The session with a source's newer word; an older one changes nothing."""
        before = self.sighting(sighting.source)
        if before and before.at > sighting.at:
            return self
        others = tuple(s for s in self.sightings if s.source is not sighting.source)
        return replace(self, sightings=(*others, sighting))

    @property
    def buttons_shown(self) -> Buttons | None:
        """The buttons that can be pressed now: an agent that works or asks takes no texts."""
        return self.buttons if self.state is State.IDLE else None

    @property
    def ended(self) -> bool:
        """Whether the process is over."""
        return self.state is State.ENDED


def name_for(facts: Facts, taken: set[str]) -> str:
    """A short name that no other living session has: the given one, its title, or its directory."""
    directory = (facts.cwd or "").rstrip("/").rpartition("/")[2]
    wanted = facts.given_name or facts.title or directory or "session"
    number = 2
    name = wanted
    while name in taken:
        name = f"{wanted} {number}"
        number += 1
    return name


def _better(old: Terminal, new: Terminal) -> Terminal:
    """The newer terminal, keeping what only the older one knows of the same pane."""
    if new.pane and (old.socket, old.pane) != (new.socket, new.pane):
        return old if old.was_found and not new.was_found else new
    known = {f.name: getattr(new, f.name) or getattr(old, f.name) for f in fields(Terminal)}
    return Terminal(**known)
