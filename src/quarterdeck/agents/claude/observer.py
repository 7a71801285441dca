"""Watches what is known of Claude Code without hooks: its registry files and processes.

Interrupts fire no hook; only the registry shows them. A process that ends is seen
through a descriptor of the kernel's, at no cost until it happens.
"""

import asyncio
import logging
import os
import time
from collections import deque
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

from quarterdeck.agent_processes import can_be_agent
from quarterdeck.agents.claude import registry
from quarterdeck.agents.claude.hook_asks import shown
from quarterdeck.agents.claude.transcripts import Follower
from quarterdeck.agents.claude.wall_time import from_wall
from quarterdeck.domain.events import Event, ProcessEnded, SessionNoted, Sighted
from quarterdeck.domain.ids import SessionId
from quarterdeck.domain.sessions import Confidence, Facts, Process, Session, Sighting, Source
from quarterdeck.domain.states import State
from quarterdeck.ports import Clock
from quarterdeck.processes import Vanished, environment, look

log = logging.getLogger(__name__)

QUICK = 0.1  # while somebody works or waits
SLOW = 1.0  # while everybody is idle
SETTLED = 20_000_000  # nanoseconds; a file may change twice within one tick of its clock
MOST_REMEMBERED = 256  # processes that ended, whose last words may be on their way
MOST_FOLLOWED = 64  # calls whose result is awaited


@dataclass(slots=True)
class Watched:
    """One process, and the last state in its registry file."""

    session: SessionId
    process: Process
    file: Path
    stamp: tuple[int, int] | None = None
    entry: registry.Entry | None = None


class Observer:
    """Follows every session's registry file and process."""

    def __init__(self, put: Callable[[Event], None], clock: Clock) -> None:
        self._put = put
        self._clock = clock
        self._watched: dict[SessionId, Watched] = {}
        self._descriptors: dict[SessionId, int] = {}
        self._followers: list[Follower] = []
        self._ended: deque[Process] = deque(maxlen=MOST_REMEMBERED)
        self._stir = asyncio.Event()

    def follow(self, follower: Follower | None) -> None:
        """Read on in a record until the result of a call is there."""
        if follower:
            self._followers = [*self._followers, follower][-MOST_FOLLOWED:]
            self._stir.set()

    def watch(self, session: SessionId, process: Process, config: Path) -> None:
        """Begin to follow a session; again and again is harmless."""
        known = self._watched.get(session)
        if known is None:
            file = registry.file_of(config, process.pid)
            self._watched[session] = Watched(session, process, file)
            self._await_end(session, process)
        self._stir.set()

    def resume(self, session: Session) -> None:
        """Follow a session of an earlier run; what cannot be an agent never was one."""
        if not is_alive(session.process) or not _can_be_agent(session.process.pid):
            self._put(ProcessEnded(session.id, self._clock()))
            return
        self.watch(session.id, session.process, config_of(session.process.pid))

    def knows(self, process: Process) -> bool:
        """Whether a process is followed, or was until it ended."""
        followed = (watched.process for watched in self._watched.values())
        return process in self._ended or process in followed

    def entry(self, session: SessionId) -> registry.Entry | None:
        """The newest registry entry of a session."""
        watched = self._watched.get(session)
        return watched.entry if watched else None

    def look(self, session: SessionId) -> None:
        """Read a session's registry file now."""
        if watched := self._watched.get(session):
            self._read(watched)

    async def run(self) -> None:
        """Follow the registry files for ever."""
        while True:
            for watched in list(self._watched.values()):
                self._read(watched)
            self._read_records()
            self._stir.clear()
            try:
                async with asyncio.timeout(self._pause()):
                    await self._stir.wait()
            except TimeoutError:
                continue

    def close(self) -> None:
        """Stop following processes."""
        loop = asyncio.get_running_loop()
        for descriptor in self._descriptors.values():
            loop.remove_reader(descriptor)
            os.close(descriptor)
        self._descriptors.clear()

    def _pause(self) -> float | None:
        if not self._watched:
            return None
        calm = all(w.entry and w.entry.state is State.IDLE for w in self._watched.values())
        return SLOW if calm and not self._followers else QUICK

    def _read_records(self) -> None:
        for follower in self._followers:
            for event in follower.look(self._clock()):
                self._put(event)
        self._followers = [
            f for f in self._followers if not f.done and f.ask.session in self._watched
        ]

    def _read(self, watched: Watched) -> None:
        try:
            stat = watched.file.stat()
            stamp = (stat.st_mtime_ns, stat.st_ino)
            if stamp == watched.stamp:
                return
            settled = time.time_ns() - stat.st_mtime_ns > SETTLED
        except OSError:
            return
        entry = registry.read_file(watched.file)
        if entry is None or not _is_of(entry, watched.process):
            return
        watched.stamp = stamp if settled else None
        if entry != watched.entry:
            self._tell(watched, entry)

    def _tell(self, watched: Watched, entry: registry.Entry) -> None:
        before, watched.entry = watched.entry, entry
        if before is None or _notes(before) != _notes(entry):
            self._put(
                SessionNoted(
                    watched.session, watched.process, "claude", _facts(entry), self._clock()
                )
            )
        # A first file has no state yet, and the state that follows is dated before it.
        if entry.state is not State.STARTING:
            self._put(Sighted(watched.session, self._sighting(entry)))

    def _sighting(self, entry: registry.Entry) -> Sighting:
        now = self._clock()
        at = from_wall(entry.changed, now) if entry.changed else now
        reason = shown(entry.reason)
        return Sighting(Source.REGISTRY, entry.state, at, reason, Confidence.HIGH)

    def _await_end(self, session: SessionId, process: Process) -> None:
        loop = asyncio.get_running_loop()
        if not hasattr(os, "pidfd_open"):
            loop.call_later(SLOW, self._check_end, session, process)
            return
        try:
            descriptor = os.pidfd_open(process.pid)
        except OSError:
            loop.call_soon(self._end, session)
            return
        if not is_alive(process):  # another one may have taken its pid meanwhile
            os.close(descriptor)
            loop.call_soon(self._end, session)
            return
        self._descriptors[session] = descriptor
        loop.add_reader(descriptor, self._end, session)

    def _check_end(self, session: SessionId, process: Process) -> None:
        """The same by asking again and again, where the kernel has no descriptors for it."""
        if session not in self._watched:
            return
        if is_alive(process):
            asyncio.get_running_loop().call_later(SLOW, self._check_end, session, process)
        else:
            self._end(session)

    def _end(self, session: SessionId) -> None:
        descriptor = self._descriptors.pop(session, None)
        if descriptor is not None:
            asyncio.get_running_loop().remove_reader(descriptor)
            os.close(descriptor)
        if watched := self._watched.pop(session, None):
            self._ended.append(watched.process)
        self._put(ProcessEnded(session, self._clock()))


def is_alive(process: Process) -> bool:
    """Whether this very process is there, not a later one with its pid."""
    return start_of(process.pid) == process.start


def _can_be_agent(pid: int) -> bool:
    try:
        return can_be_agent(look(pid))
    except Vanished:
        return False


def start_of(pid: int) -> int | None:
    """The kernel's start time of a process; None when there is none, or it is a zombie."""
    try:
        return look(pid).start
    except Vanished:
        return None


def config_of(pid: int) -> Path:
    """Where the agent with this pid keeps its files."""
    try:
        return config_from(environment(pid))
    except Vanished:
        return config_from({})


def config_from(env: Mapping[str, str]) -> Path:
    """Where an agent with this environment keeps its files."""
    if given := env.get("CLAUDE_CONFIG_DIR"):
        return Path(given)
    return Path(env.get("HOME") or Path.home()) / ".claude"


def _is_of(entry: registry.Entry, process: Process) -> bool:
    """Whether an entry is about this process, not an earlier one with its pid."""
    return entry.pid == process.pid and entry.start in (None, process.start)


def _notes(entry: registry.Entry) -> tuple[str, str, str]:
    return entry.name, entry.version, entry.session


def _facts(entry: registry.Entry) -> Facts:
    return Facts(
        title=shown(entry.name) or None if entry.name else None,
        version=shown(entry.version) or None,
        agent_session=entry.session or None,
        cwd=entry.cwd or None,
    )
