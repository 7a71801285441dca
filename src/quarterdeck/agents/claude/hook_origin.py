"""Who sent a hook, and from where: its agent's process, terminal and branch."""

import os
import re
import socket
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

import psutil

from quarterdeck.agent_processes import can_be_agent, is_agent_program
from quarterdeck.agents.claude import registry, wire
from quarterdeck.agents.claude.observer import config_of, start_of
from quarterdeck.agents.claude.wire import LONGEST_NAME, LONGEST_PATH
from quarterdeck.domain.sessions import Facts, Process, Terminal
from quarterdeck.judgement.visible_text import plain
from quarterdeck.ports import Nonsense
from quarterdeck.processes import Seen, Vanished, above, at_other_end, chain, look, owner
from quarterdeck.regular_files import read_regular

PANE = re.compile(r"%[0-9]{1,9}")


@dataclass(frozen=True, slots=True)
class SendingProcess:
    """Who is at the other end of a hook's connection, as the kernel said when it arrived."""

    uid: int | None  # none where the kernel names nobody
    pid: int
    name: str  # which no other process has, nor had; empty where it was gone already
    agent: Seen | None  # the nearest agent above it


NOBODY = SendingProcess(None, 0, "", None)


def sender_of(connection: socket.socket) -> SendingProcess:
    """Who sends a hook; it and its agent must still be there."""
    pid, uid = at_other_end(connection)
    if uid is None:
        return NOBODY
    try:
        sender = look(pid)
    except Vanished:
        return SendingProcess(uid, pid, "", None)
    agent = sender if is_agent(sender) else nearest_agent(above(sender))
    return SendingProcess(uid, pid, f"{pid}.{sender.start}-", agent)


def agent_above(
    sender: SendingProcess, head: wire.Head, host: str, is_known: Callable[[Process], bool]
) -> Process:
    """The agent whose hook this is: the nearest one above the sender, whatever that claims."""
    found = sender.agent if sender.pid else nearest_agent(_told(head))
    if found:
        return Process(host, found.pid, found.start)
    # An agent's last word may come after its end.
    for last in head.ancestors:
        if is_known(last) and start_of(last.pid) != last.start:
            return last
    raise Nonsense("the hook has no agent above it")


def nearest_agent(processes: Iterable[Seen]) -> Seen | None:
    """The first agent among these processes."""
    return next(filter(is_agent, processes), None)


def is_agent(process: Seen) -> bool:
    """Whether this is an agent of ours: by its program, or because its registry says so."""
    if not can_be_agent(process):
        return False
    is_one = is_agent_program(process) or _is_registered(process)
    return is_one and not _is_anothers(process.pid)


def _told(head: wire.Head) -> Sequence[Seen]:
    """Who is above a hook by its own claim, if the kernel does not name its sender."""
    try:
        return chain(head.ancestors[0].pid)
    except (Vanished, IndexError):
        return ()


def _is_registered(process: Seen) -> bool:
    """Whether a process has an entry where it keeps its own files."""
    entry = registry.read_file(registry.file_of(config_of(process.pid), process.pid))
    return entry is not None and (entry.pid, entry.start) == (process.pid, process.start)


def _is_anothers(pid: int) -> bool:
    try:
        return owner(pid) != os.getuid()
    except Vanished:
        return True


def surroundings(head: wire.Head, process: Process, payload: Mapping[str, object]) -> Facts:
    """What a hook's environment and directory say about its session."""
    given = plain(head.env.get("CLAUDE_SESSION_ID", ""))[:LONGEST_NAME]
    pid = wire.whole_number(head.env.get("CLAUDE_PID", "")) or process.pid
    keyboard = given or f"tk-{_seconds(process)}-{pid}"
    asked = payload.get("hook_event_name") in ("SessionStart", "UserPromptSubmit")
    cwd = payload.get("cwd")
    return Facts(
        terminal=_terminal(head),
        keyboard_id=keyboard,
        branch=branch_of(Path(cwd)) if asked and isinstance(cwd, str) and cwd else None,
    )


def _terminal(head: wire.Head) -> Terminal | None:
    pane, server = head.env.get("TMUX_PANE", ""), head.env.get("TMUX", "")
    iterm = plain(head.env.get("ITERM_SESSION_ID", ""))[:LONGEST_NAME]
    if not PANE.fullmatch(pane):
        return Terminal(iterm_pane=iterm) if iterm else None
    path, _, rest = server[:LONGEST_PATH].partition(",")
    pid = rest.partition(",")[0]
    return Terminal(
        socket=path, server_pid=wire.whole_number(pid) or 0, pane=pane, iterm_pane=iterm
    )


@lru_cache(maxsize=100)
def _seconds(process: Process) -> int:
    """When a process began, on the wall's clock; it is wanted with every hook."""
    try:
        return int(psutil.Process(process.pid).create_time())
    except psutil.Error:
        return 0


def branch_of(directory: Path) -> str | None:
    """The branch checked out there, read from git's own files."""
    for place in (directory, *directory.parents):
        if text := _read(_git(place / ".git") / "HEAD"):
            name = text.removeprefix("ref: refs/heads/") if "ref: " in text else text[:8]
            return plain(name)[:LONGEST_NAME]
    return None


def _git(found: Path) -> Path:
    """Git's directory; a linked working tree has a file that names it."""
    named = _read(found).removeprefix("gitdir: ")
    return found.parent / named if named else found


def _read(path: Path) -> str:
    """The first words in a small file; empty if there is none."""
    try:
        return read_regular(path, LONGEST_PATH).decode().strip()
    except (OSError, ValueError):
        return ""
