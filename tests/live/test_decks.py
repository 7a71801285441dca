"""Everything that the real Claude Code asks, answered by fingers on a deck."""

import asyncio
from collections.abc import Iterator

import pytest
from tests.live.daemon import Json, LiveDaemon
from tests.live.lab.lab import Lab
from tests.live.lab.script import Script
from tests.live.lab.versions import NEWEST
from tests.stage.soon import soon
from tests.stage.until import PATIENCE
from tests.surfaces.streamdeck.desk import Desk
from tests.surfaces.streamdeck.finger import Finger
from tests.surfaces.streamdeck.shown import a

from quarterdeck.boards.models import MINI, PLUS, Model

HELD = 1.3  # seconds, longer than a critical choice must be held


@pytest.fixture
def wired(lab: Lab) -> Iterator[LiveDaemon]:
    """A Quarterdeck whose tripwire is set to critical."""
    daemon = LiveDaemon(lab)
    daemon.configure("[http]\nport = 0\n[display]\nguard_ms = 0\n")
    daemon.qd("setup", "claude", "--tripwire", "critical")
    daemon.up()
    yield daemon
    daemon.close()


def outcomes(daemon: LiveDaemon) -> list[Json] | None:
    """What was asked, newest first, once all of it has its outcome: that comes by a hook."""
    answered = [h for h in daemon.history() if h["kind"] != "done"]
    return answered if all(h["outcome"] for h in answered) else None


@pytest.mark.parametrize("model", [MINI, PLUS], ids=lambda model: model.name)
async def test_everything_an_agent_asks_is_answered_from_a_deck(
    lab: Lab, wired: LiveDaemon, model: Model
) -> None:
    lab.model.on(
        "go",
        Script()
        .bash("touch first")
        .bash("npm run nothing")
        .bash("npm run nothing")
        .ask("Which database?", "SQLite", "Postgres")
        .bash("sudo -n true; rm -rf ../elsewhere")
        .tool("EnterPlanMode", {})
        .plan("# Paint\n\nPaint it blue.")
        .say("All is answered."),
    )
    agent = await asyncio.to_thread(lab.agent, NEWEST)
    device = a(model)
    finger = Finger(wired.client, device)

    async with Desk(wired.paths, device).served(), asyncio.timeout(4 * PATIENCE):
        await asyncio.to_thread(agent.prompt, "go")
        await finger.presses("Allow")
        await finger.presses("Always")
        await finger.presses("Always")
        await finger.presses("Postgres")
        await finger.presses("Submit")
        await finger.presses("Allow", held=HELD)
        await finger.presses("Approve")
        await asyncio.to_thread(agent.wait_screen, "All is answered.")

    answered = await soon(lambda: outcomes(wired), "an answer has no outcome")
    assert [(h["kind"], h["choice"], h["outcome"]) for h in reversed(answered)] == [
        ("permission", "allow", "accepted"),
        ("permission", "always", "accepted"),
        ("question", "submit", "accepted"),
        ("permission", "allow", "accepted"),
        ("plan", "approve", "accepted"),
    ]
    assert {h["by"] for h in answered} == {f"deck-{device.serial}"}
    assert "npm run" in (agent.cwd / ".claude" / "settings.local.json").read_text()
    assert not device.violations
