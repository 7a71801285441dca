"""Which processes are agents, and which run below one.

An agent is known by its program, or because its session is; everything below it by its parents,
and by the marks that agents leave in the environment of what they start.
"""

import tomllib
from collections.abc import Iterable, Mapping, Sequence
from enum import Enum
from pathlib import Path

from quarterdeck import processes
from quarterdeck.domain.sessions import Process
from quarterdeck.processes import Seen, Vanished

KNOWN = tomllib.loads(Path(__file__).with_suffix(".toml").read_text("utf-8"))
MARKS = tuple(KNOWN["marks"])
_NEVER = frozenset(name for names in KNOWN["never"].values() for name in names)


class Standing(Enum):
    """As whom a process calls."""

    PERSON = "person"
    AGENT = "agent"  # it runs below one, or may do so
    TMUX_JOB = "tmux job"  # tmux runs it without a pane: who told it to cannot be seen


def is_agent_program(process: Seen) -> bool:
    """Whether this process runs an agent's program."""
    if process.name in KNOWN["agents"]:
        return True
    words = processes.arguments(process.pid) if process.name in KNOWN["runtimes"] else []
    return any(KNOWN["script"] in word for word in words[1:2])


def can_be_agent(process: Seen) -> bool:
    """Whether this may be an agent at all; shells, terminals and tmux never are."""
    return process.name not in _NEVER


def standing_of(pid: int, agents: Iterable[Process]) -> Standing:
    """As whom a process calls; one that is gone may have been an agent's."""
    known = {(agent.pid, agent.start) for agent in agents}
    try:
        chain = processes.chain(pid)
        if any(_is_agent(process, known) for process in chain) or _is_marked(chain):
            return Standing.AGENT
        return Standing.TMUX_JOB if _is_job(_below_tmux(chain)) else Standing.PERSON
    except Vanished:
        return Standing.AGENT


def nearest_agent(pid: int, agents: Iterable[Process]) -> Process | None:
    """The agent that a process is, or runs below, of those that are known."""
    known = {(agent.pid, agent.start): agent for agent in agents}
    try:
        chain = processes.chain(pid)
    except Vanished:
        return None
    above = (known[key] for p in chain if (key := (p.pid, p.start)) in known and can_be_agent(p))
    return next(above, None)


def is_agents_doing(pid: int) -> bool:
    """Whether something that answers in the daemon's place runs below an agent."""
    try:
        # What has no parent left stands below the first process, be that an agent.
        above = (process for process in processes.chain(pid) if process.pid != 1)
        return any(is_agent_program(process) for process in above) or bool(_marks(pid))
    except Vanished:
        return False  # it says nothing any more


def without_marks(environment: Mapping[str, str]) -> dict[str, str]:
    """An environment for what we start ourselves: whatever it does, it does for the person."""
    return {name: value for name, value in environment.items() if name not in MARKS}


def _is_agent(process: Seen, known: set[tuple[int, int]]) -> bool:
    is_known = (process.pid, process.start) in known
    return is_agent_program(process) or (is_known and can_be_agent(process))


def _is_marked(chain: Sequence[Seen]) -> bool:
    """Whether one of these carries a mark that an agent gave it, not the tmux that it runs in."""
    below = _below_tmux(chain)
    inherited = _marks(below[-1].pid) if below else set()
    return any(_marks(process.pid) - inherited for process in below or chain)


def _below_tmux(chain: Sequence[Seen]) -> Sequence[Seen]:
    """The part of a chain below a tmux server, which runs its last one; empty without one."""
    servers = (number for number, process in enumerate(chain) if process.name in KNOWN["tmux"])
    return chain[: next(servers, 0)]


def _marks(pid: int) -> set[tuple[str, str]]:
    found = processes.environment(pid)
    return {(name, found[name]) for name in MARKS if name in found}


def _is_job(below_tmux: Sequence[Seen]) -> bool:
    """Whether tmux runs this without a pane, as a command, a pipe or a popup."""
    if not below_tmux:
        return False
    first = below_tmux[-1]
    found = processes.environment(first.pid)
    named = "TMUX_PANE" in found or not found  # into what runs as another user nobody can look
    return not (first.leads and first.terminal and named)
