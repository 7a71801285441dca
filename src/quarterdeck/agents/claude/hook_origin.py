"""Who sent a hook, and from where: its agent's process, terminal and branch."""

import os
from collections.abc import Mapping
from pathlib import Path

import psutil

from quarterdeck.agents.claude import wire
from quarterdeck.agents.claude.observer import start_of
from quarterdeck.domain.sessions import Facts, Process, Terminal
from quarterdeck.judgement.visible_text import plain
from quarterdeck.ports import Nonsense

LONGEST_PATH = 4096


def agent_above(head: wire.Head, host: str) -> Process:
    """The agent's process above a hook: never one that took in an orphan, nor another user's."""
    if any(process.start for process in head.ancestors):
        found = head.agent
    else:
        found = _ask_for_agent(head, host)
    if found is None or _is_anothers(found):
        raise Nonsense("the hook has no agent above it")
    return found


def _ask_for_agent(head: wire.Head, host: str) -> Process | None:
    """The agent above a hook, where the client could not read the kernel's lines."""
    try:
        chain = psutil.Process(head.ancestors[0].pid)
        named = [(process.pid, process.name()) for process in (chain, *chain.parents())]
    except (psutil.Error, IndexError):
        return None
    pid, name = next((each for each in named if not wire.is_wrapper(each[1])), (0, ""))
    start = start_of(pid) if pid else None
    return None if start is None or wire.is_reaper(pid, name) else Process(host, pid, start)


def _is_anothers(process: Process) -> bool:
    """Whether this is a process of another user; one that is gone can no more be asked."""
    try:
        owner = psutil.Process(process.pid).uids().real
    except psutil.Error:
        return False
    return owner != os.getuid() and start_of(process.pid) == process.start


def surroundings(head: wire.Head, process: Process, payload: Mapping[str, object]) -> Facts:
    """What a hook's environment and directory tell of its session."""
    keyboard = head.env.get("CLAUDE_SESSION_ID") or f"tk-{_seconds(process.pid)}-{process.pid}"
    asked = payload.get("hook_event_name") in ("SessionStart", "UserPromptSubmit")
    cwd = payload.get("cwd")
    return Facts(
        terminal=_terminal(head),
        keyboard_id=keyboard,
        branch=branch_of(Path(cwd)) if asked and isinstance(cwd, str) and cwd else None,
    )


def _terminal(head: wire.Head) -> Terminal | None:
    pane, server = head.env.get("TMUX_PANE", ""), head.env.get("TMUX", "")
    iterm = head.env.get("ITERM_SESSION_ID", "")
    if not pane:
        return Terminal(iterm_pane=iterm) if iterm else None
    path, _, rest = server.partition(",")
    pid = rest.partition(",")[0]
    return Terminal(
        socket=path, server_pid=wire.whole_number(pid) or 0, pane=pane, iterm_pane=iterm
    )


def _seconds(pid: int) -> int:
    try:
        return int(psutil.Process(pid).create_time())
    except psutil.Error:
        return 0


def branch_of(directory: Path) -> str | None:
    """The branch checked out there, read from git's own files."""
    for place in (directory, *directory.parents):
        if text := _read(_git(place / ".git") / "HEAD"):
            return plain(text.removeprefix("ref: refs/heads/") if "ref: " in text else text[:8])
    return None


def _git(found: Path) -> Path:
    """Git's directory; a working tree of its own has a file that names it."""
    named = _read(found).removeprefix("gitdir: ")
    return found.parent / named if named else found


def _read(path: Path) -> str:
    """The first words in a small file; empty where there is none."""
    try:
        if not path.is_file():
            return ""
        with path.open() as file:
            return file.read(LONGEST_PATH).strip()
    except (OSError, ValueError):
        return ""
