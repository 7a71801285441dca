"""An agent that asks about a command, and goes on."""

import itertools
from dataclasses import dataclass

from tests.stage.daemon import Agent, Hook, Json, StagedDaemon
from tests.stage.until import until

NUMBERS = itertools.count()


@dataclass(frozen=True)
class Asked:
    """An open ask about a command, and the hook that waits for its answer."""

    agent: Agent
    hook: Hook
    ask: Json
    call: str

    @property
    def id(self) -> str:
        return str(self.ask["id"])

    def ran(self) -> None:
        """It was allowed at the terminal: its hook is let go, and nothing is printed."""
        given = {"command": self.ask["text"]}
        self.agent.tell("PostToolUse", tool_name="Bash", tool_input=given, tool_use_id=self.call)
        assert self.hook.reply() == {}

    def is_open(self, daemon: StagedDaemon) -> bool:
        return self.id in [a["id"] for a in daemon.asks()]


def asked(daemon: StagedDaemon, agent: Agent, command: str = "", says: str = "") -> Asked:
    """A new ask."""
    call = f"t{next(NUMBERS)}"
    command = command or f"ls {call}"
    hook = agent.bash(command, says, tool_use_id=call)
    ask = until(
        lambda: next((a for a in daemon.asks() if a["text"] == command), None),
        10,
        lambda: f"no ask about {command}",
    )
    return Asked(agent, hook, ask, call)


def present(daemon: StagedDaemon, name: str) -> Agent:
    """A session of this name that the daemon knows already."""
    agent = daemon.agent(name)
    until(
        lambda: name in [s["name"] for s in daemon.client.list("/api/sessions")],
        10,
        lambda: f"{name} is not known",
    )
    return agent
