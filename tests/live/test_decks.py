"""Everything that the real Claude Code asks, answered by fingers on a deck."""

import asyncio
from collections.abc import Iterator
from typing import Any

import pytest
from tests.live.daemon import LiveDaemon
from tests.live.lab.lab import Lab
from tests.live.lab.script import Script
from tests.live.lab.versions import NEWEST
from tests.stage.until import PATIENCE
from tests.surfaces.streamdeck.desk import Desk
from tests.surfaces.streamdeck.shown import a

from quarterdeck.boards.models import MINI, PLUS, Model
from quarterdeck.surfaces.streamdeck.emulator import EmulatedDeck

Json = dict[str, Any]

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


class Finger:
    """Presses what a deck shows, by its label."""

    def __init__(self, daemon: LiveDaemon, deck: EmulatedDeck) -> None:
        self._daemon = daemon
        self._deck = deck
        self._before: set[str] = set()  # what could be pressed when it last did

    async def presses(self, label: str, *, held: float = 0.0) -> None:
        """Press the last key with this label, once the deck shows what the last press led to."""
        key = await self._key(label)
        self._deck.press(key)
        await asyncio.sleep(held)
        self._deck.release(key)

    async def _key(self, label: str) -> int:
        while True:
            keys = await asyncio.to_thread(self._keys)
            for key in reversed(keys):
                if key["label"] == label and key["shown"] and not faces(key) & self._before:
                    self._before = {face for key in keys for face in faces(key)}
                    return int(key["key"])
            await asyncio.sleep(0.05)

    def _keys(self) -> list[Json]:
        surfaces = self._daemon.client.list("/api/surfaces")
        [name] = [s["id"] for s in surfaces if s["kind"] == "deck"] or [None]
        return list(self._daemon.get(f"/api/surfaces/{name}").get("keys", ())) if name else []


def faces(key: Json) -> set[str]:
    return {str(face) for face in (key["press"], key["hold"]) if face}


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
    finger = Finger(wired, device)

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

    answered = [h for h in wired.history() if h["kind"] != "done"]
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
