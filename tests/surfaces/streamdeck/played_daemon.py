"""A daemon that says what a test tells it to, over a real WebSocket."""

import asyncio
import hashlib
import json
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from tests.stage.until import PATIENCE
from websockets.asyncio.client import unix_connect
from websockets.asyncio.server import ServerConnection, unix_serve

from quarterdeck.boards.models import Size
from quarterdeck.surfaces.streamdeck.link import Connect
from quarterdeck.surfaces.streamdeck.reports import black_bmp

Json = dict[str, Any]


class Talk:
    """One connection of a deck."""

    def __init__(self, socket: ServerConnection) -> None:
        self._socket = socket
        self.profile: Json = {}
        self.token = ""

    async def begin(self) -> None:
        hello = await self.heard("hello")
        self.profile, self.token = hello["profile"], hello["token"]

    async def heard(self, kind: str) -> Json:
        """The next message of this type."""
        async with asyncio.timeout(PATIENCE):
            while True:
                message: Json = json.loads(await self._socket.recv())
                if message["type"] == kind:
                    return message

    async def say(self, **message: object) -> None:
        await self._socket.send(json.dumps(message))

    async def picture(self, data: bytes) -> str:
        """Send a picture; its name."""
        name = hashlib.blake2b(data, digest_size=16).digest()
        await self._socket.send(name + data)
        return name.hex()

    async def board(
        self, number: int, letters: str, faces: Sequence[tuple[str | None, str | None]]
    ) -> None:
        """Give a Mini a board: a picture for each letter, and what its first keys mean."""
        keys = []
        for key, letter in enumerate(letters):
            press, hold = faces[key] if key < len(faces) else (None, None)
            name = await self.picture(mini_picture(letter))
            keys.append({"key": key, "picture": name, "press": press, "hold": hold})
        await self.say(type="board", n=number, brightness=60, hold_ms=1000, keys=keys, strip=None)

    async def close(self) -> None:
        await self._socket.close()

    def abort(self) -> None:
        """End it without a word."""
        self._socket.transport.abort()


class PlayedDaemon:
    """Decks come to it one after the other."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._talks: asyncio.Queue[Talk] = asyncio.Queue()

    @asynccontextmanager
    async def up(self) -> AsyncIterator[None]:
        async with unix_serve(self._serve, str(self._path)):
            yield

    async def _serve(self, socket: ServerConnection) -> None:
        talk = Talk(socket)
        await talk.begin()
        self._talks.put_nowait(talk)
        await socket.wait_closed()

    async def talk(self) -> Talk:
        """The next deck that comes."""
        async with asyncio.timeout(PATIENCE):
            return await self._talks.get()

    @property
    def connect(self) -> Connect:
        return lambda: unix_connect(str(self._path), "ws://localhost/surface")


def mini_picture(letter: str) -> bytes:
    """A picture for a Mini, all of one letter."""
    return black_bmp(Size(80, 80))[:54] + letter.encode() * (80 * 80 * 3)
