"""A surface of the protocol's own: says what it shows, and presses."""

import itertools
import json
import time
from contextlib import ExitStack, suppress
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from websockets.sync.client import ClientConnection, unix_connect

Json = dict[str, Any]

PATIENCE = 20.0
DECK = {"kind": "deck", "hold": True}


def connected(api: Path) -> ClientConnection:
    """A socket on which nothing was said yet; to be used as a context manager."""
    return unix_connect(str(api), "ws://localhost/surface")


class SurfaceClient:
    """One surface, connected; use it as a context manager."""

    def __init__(self, api: Path, *, profile: Json = DECK, **given: str) -> None:
        self._stack = ExitStack()
        self._socket = self._stack.enter_context(connected(api))
        self._count = itertools.count(1)
        self.asks: dict[str, Json] = {}
        self.sessions: dict[str, Json] = {}
        self.cards: Json = {}
        self.say(type="hello", v=1, profile=profile, **given)
        self.name = str(self.heard("welcome")["surface"])
        self.heard("cards")

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        self._stack.close()

    def say(self, **message: object) -> None:
        self._socket.send(json.dumps(message))

    def heard(self, kind: str) -> Json:
        """The next message of this type; what comes before it is taken in."""
        while (message := self._next(PATIENCE))["type"] != kind:
            pass
        return message

    def listen(self, seconds: float) -> None:
        """Take in what comes meanwhile: whoever does not read is cut off after a while."""
        until = time.monotonic() + seconds
        with suppress(TimeoutError):
            while (left := until - time.monotonic()) > 0:
                self._next(left)

    def _next(self, within: float) -> Json:
        message: Json = json.loads(self._socket.recv(within))
        match message["type"]:
            case "ask":
                self.asks[message["ask"]["id"]] = message["ask"]
            case "session":
                self.sessions[message["session"]["id"]] = message["session"]
            case "cards":
                self.cards = message
            case _:
                pass
        return message

    def wait_ask(self, name: str) -> Json:
        """Wait until it is told to show an ask."""
        while name not in self.cards["order"]:
            self.heard("cards")
        return self.asks[name]

    def acknowledge(self, *asks: str) -> None:
        """Say that it shows these."""
        self.say(type="shown", n=self.cards["n"], asks=asks)

    def show(self, *asks: str) -> Json:
        """Say that it shows these, others than before, and hear when each can be pressed."""
        self.acknowledge(*asks)
        return dict(self.heard("cards")["armed_in"])

    def face(self, ask: str, choice: str) -> str:
        faces = self.asks[ask]["faces"]
        return str(next(face["face"] for face in faces if face["choice"] == choice))

    def press(self, ask: str, choice: str) -> Json:
        """Press a choice, and hear what became of it."""
        return self.press_face(self.face(ask, choice))

    def press_face(self, face: str, kind: str = "press", **more: object) -> Json:
        name = str(next(self._count))
        self.say(type=kind, id=name, face=face, **more)
        return self.outcome(name)

    def outcome(self, name: str) -> Json:
        while (told := self.heard("outcome"))["press"] != name:
            pass
        return told
