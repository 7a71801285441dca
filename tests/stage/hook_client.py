"""The real hook client as an agent runs it, with patience for a busy machine."""

import sys
from collections.abc import Mapping
from pathlib import Path

from tests.stage.until import PATIENCE

import quarterdeck.hook
from quarterdeck.agents.claude.install import RUN, Client

HOOK = str(Path(quarterdeck.hook.__file__).resolve())
# What an agent's turn does not allow: a daemon that is this slow is as good as none.
WAITS = ("SEND_WITHIN", "FIRST_WORD_WITHIN", "VERDICT_WITHIN", "START_WITHIN")
PATIENT = dict.fromkeys(WAITS, PATIENCE)


def words(socket: Path, *more: str, limits: Mapping[str, float] = PATIENT) -> list[str]:
    """What the line in the agent's settings runs, with these times for which it waits."""
    changes = "".join(f"hook.{name} = {limit}; " for name, limit in limits.items())
    said = Client(sys.executable, HOOK, str(socket), "", "-").words(*more)
    return [word.replace(RUN, f"import hook; {changes}{RUN}") for word in said]
