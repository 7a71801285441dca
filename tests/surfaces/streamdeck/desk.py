"""The decks on a desk, served for a real daemon; what is said for each is overheard."""

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from tests.stage.soon import soon
from tests.surfaces.streamdeck.shown import finder
from typing_extensions import override
from websockets.asyncio.client import ClientConnection, unix_connect

from quarterdeck.app.paths import Paths
from quarterdeck.surfaces.streamdeck.emulator import EmulatedDeck
from quarterdeck.surfaces.streamdeck.runner import Runner

Json = dict[str, Any]


class Overheard(ClientConnection):
    """A connection on which we listen."""

    def __init__(self, *given: Any, **more: Any) -> None:
        super().__init__(*given, **more)
        self.heard: list[Json] = []
        self.said: list[Json] = []
        self.spoke = asyncio.Event()

    @override
    async def recv(self, *more: Any, **named: Any) -> Any:
        message = await super().recv(*more, **named)
        if isinstance(message, str):
            self.heard.append(json.loads(message))
        return message

    @override
    async def send(self, message: Any, *more: Any, **named: Any) -> None:
        await super().send(message, *more, **named)
        self.said.append(json.loads(message))
        self.spoke.set()

    def shows(self, board: str) -> bool:
        """Whether the daemon was told that a board of this name is seen."""
        boards = [message for message in self.heard if message["type"] == "board"]
        newest = boards[-1] if boards else {"name": "", "n": 0}
        told = {"type": "shown", "n": newest["n"]}
        return bool(newest["name"] == board and told in self.said)

    def says(self, kind: str) -> bool:
        """Whether the deck has said something of this type."""
        return any(message["type"] == kind for message in self.said)

    def face_on(self, key: int) -> str | None:
        """The face of a key on the newest board, once the daemon was told that it is seen."""
        boards = [message for message in self.heard if message["type"] == "board"]
        seen = boards and {"type": "shown", "n": boards[-1]["n"]} in self.said
        return str(boards[-1]["keys"][key]["press"]) if seen else None

    def feels(self, times: int = 1) -> bool:
        """Whether the daemon knows of so many fingers that hold something."""
        return len([1 for message in self.heard if message["type"] == "began"]) >= times

    def outcomes(self) -> list[Json]:
        return [message for message in self.heard if message["type"] == "outcome"]

    @property
    def model(self) -> str:
        return str(self.said[0]["profile"]["model"]) if self.said else ""


class Desk:
    """The decks on a desk, and what is said for each."""

    def __init__(self, paths: Paths, *decks: EmulatedDeck) -> None:
        self._path = str(paths.api)
        self._token = paths.token.read_text().strip()
        self._finder = finder(*decks)
        self.lines: list[Overheard] = []

    def connect(self) -> unix_connect:  # type: ignore[valid-type]  # it is a class, though it is called
        """As `qd deck run` connects: without compression, which costs more than it saves here."""
        return unix_connect(
            self._path, "ws://localhost/surface", compression=None, create_connection=self._line
        )

    def _line(self, *given: Any, **more: Any) -> Overheard:
        self.lines.append(Overheard(*given, **more))
        return self.lines[-1]

    @asynccontextmanager
    async def served(self) -> AsyncIterator[None]:
        stop = asyncio.Event()
        async with asyncio.TaskGroup() as group:
            runner = Runner(self._finder, self.connect, self._token, emulated=False)
            group.create_task(runner.run(stop))
            yield
            stop.set()

    async def shows(self, board: str, model: str = "mini", lines: int = 1) -> Overheard:
        """The newest line of a deck, once it shows a board; at least so many came."""

        def found() -> Overheard | None:
            of_it = [line for line in self.lines if line.model == model]
            newest = of_it[-1] if len(of_it) >= lines else None
            return newest if newest and newest.shows(board) else None

        return await soon(found, f"no {board} is shown")
