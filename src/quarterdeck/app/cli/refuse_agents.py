"""Keeps for a person what no agent may do on the command line."""

import os

from quarterdeck.app.cli.client import Client, Trouble
from quarterdeck.app.cli.console import Exit
from quarterdeck.app.paths import Paths

PATIENCE = 2.0  # a daemon that hangs must still be stopped


def refuse_agents(where: Paths) -> None:
    """Say no below an agent, told by its mark and by the sessions that the daemon knows."""
    from quarterdeck.doors.peers import is_below_agent

    if is_below_agent(os.getpid(), _agents(where)):
        raise Trouble("An agent may not do this; a person must.", "", Exit.FAILED)


def _agents(where: Paths) -> list[int]:
    """The agents' processes, as far as a daemon tells them."""
    try:
        sessions = Client(where, PATIENCE).list("/api/sessions")
    except Trouble:
        return []
    return [int(str(s["pid"])) for s in sessions if s["state"] != "ended"]
