"""Refuses to agents what only a person may do on the command line."""

import contextlib
import os
from collections.abc import Iterator

from quarterdeck.app.cli.client import Client, Trouble
from quarterdeck.app.cli.console import Exit
from quarterdeck.app.paths import Paths
from quarterdeck.domain.sessions import Process

PATIENCE = 2.0  # a daemon that hangs must still be stopped


def refuse_agents(where: Paths) -> None:
    """Refuse below an agent, recognised by its mark and by the sessions that the daemon knows."""
    from quarterdeck.agent_processes import Standing, standing_of

    standing = standing_of(os.getpid(), _agents(where))
    if standing is Standing.AGENT:
        raise Trouble("An agent may not do this; a person must.", "", Exit.FAILED)
    if standing is Standing.TMUX_JOB and not _may_jobs(where):
        problem = "tmux runs this without a pane; nobody can tell who started it."
        remedy = "[security] tmux_jobs lets such commands decide."
        raise Trouble(problem, remedy, Exit.FAILED)


def _agents(where: Paths) -> Iterator[Process]:
    """The agents' processes, as far as a daemon knows them."""
    from quarterdeck.processes import Vanished, look

    try:
        sessions = Client(where, PATIENCE).list("/api/sessions")
    except Trouble:
        return
    for pid in (int(str(s["pid"])) for s in sessions if s["state"] != "ended"):
        with contextlib.suppress(Vanished):
            yield Process("", pid, look(pid).start)


def _may_jobs(where: Paths) -> bool:
    from quarterdeck.app.settings import BadSettings, load

    try:
        return load(where.config).security.tmux_jobs
    except BadSettings:
        return False
