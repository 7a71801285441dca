"""A finger that finds keys by what a deck says on them."""

import asyncio
from typing import Any

from quarterdeck.app.cli.client import Client
from quarterdeck.surfaces.streamdeck.emulator import EmulatedDeck

Json = dict[str, Any]


class Finger:
    """Presses what a deck shows, by its label."""

    def __init__(self, client: Client, deck: EmulatedDeck) -> None:
        self._client = client
        self._deck = deck
        self._before: set[str] = set()  # what could be pressed when it last did
        self._shown: set[str] = set()  # what can be pressed, as far as it looked

    async def presses(self, label: str, *, held: float = 0.0, new: bool = True) -> None:
        """Press the last key with this label, once it is there; it may be older if not `new`.

        What could be pressed before the last press may be about to go.
        """
        key = await self._key(label, self._before if new else set())
        self._before = self._shown
        self._deck.press(key)
        await asyncio.sleep(held)
        self._deck.release(key)

    async def sees(self, label: str) -> None:
        """Wait until a key with this label is shown."""
        await self._key(label, set())

    async def _key(self, label: str, old: set[str]) -> int:
        while True:
            keys = await asyncio.to_thread(self._keys)
            for key in reversed(keys):
                if key["label"] == label and key["shown"] and not faces(key) & old:
                    self._shown = {face for key in keys for face in faces(key)}
                    return int(key["key"])
            await asyncio.sleep(0.05)

    def _keys(self) -> list[Json]:
        surfaces = self._client.list("/api/surfaces")
        names = [s["id"] for s in surfaces if s["kind"] == "deck"]
        found = self._client.get(f"/api/surfaces/{names[0]}") if names else {}
        return list(found.get("keys", ())) if isinstance(found, dict) else []


def faces(key: Json) -> set[str]:
    return {str(face) for face in (key["press"], key["hold"]) if face}
