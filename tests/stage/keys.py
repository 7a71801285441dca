"""A key surface: shows what it is given, says so, and is pressed."""

import itertools
import json
import time
from contextlib import ExitStack
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from websockets.sync.client import ClientConnection, unix_connect

Json = dict[str, Any]

PATIENCE = 45.0
GUARD = 0.5  # as the settings have it
MINI: Json = {"kind": "deck", "hold": True, "model": "mini", "picture": {"format": "bmp"}}

KEYBOARD: Json = {
    "kind": "keyboard",
    "hold": True,
    "columns": 4,
    "rows": 1,
    "key": [128, 128],
    "picture": {"format": "rgb565"},
}


class KeyClient:
    """One key surface, connected; use it as a context manager."""

    def __init__(self, api: Path, *, profile: Json = MINI, **given: str) -> None:
        self._stack = ExitStack()
        self._socket = self._stack.enter_context(self._connected(api))
        self._count = itertools.count(1)
        self.pictures: dict[str, bytes] = {}
        self.pushed = 0
        self.acknowledges = True
        self.board: Json = {}
        self.keys: dict[int, str | None] = {}  # the picture on each key
        self.say(type="hello", v=1, profile=profile, **given)
        self.name = str(self.heard("welcome")["surface"])

    def _connected(self, api: Path) -> ClientConnection:
        # What nobody reads any more is taken in all the same: else it could not be closed.
        return unix_connect(str(api), "ws://localhost/surface", max_queue=None)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._stack.close()

    def say(self, **message: object) -> None:
        self._socket.send(json.dumps(message))

    def heard(self, kind: str) -> Json:
        """The next message of this type; what comes before it is taken in."""
        end = time.monotonic() + PATIENCE
        while True:
            said = self._socket.recv(max(0.0, end - time.monotonic()))
            if isinstance(said, bytes):
                self.pictures[said[:16].hex()] = said[16:]
                self.pushed += 1
                continue
            message: Json = json.loads(said)
            match message["type"]:
                case "board":
                    self.board = message
                    self.keys = {key["key"]: key["picture"] for key in message["keys"]}
                    if self.acknowledges:
                        self.acknowledge()
                case "frame":
                    self.keys[message["key"]] = message["picture"]
                case _:
                    pass
            if message["type"] == kind:
                return message

    def acknowledge(self) -> None:
        self.say(type="shown", n=self.board["n"])

    def wait_board(self, name: str) -> Json:
        """Wait until it is given such a board."""
        while self.board.get("name") != name:
            self.heard("board")
        return self.board

    def wait_after(self, number: int) -> Json:
        """Wait until it is given a later board than this."""
        while self.board["n"] <= number:
            self.heard("board")
        return self.board

    def down(self, key: int) -> None:
        for kind in ("press", "hold"):
            if face := self.board["keys"][key][kind]:
                self.say(type="down", face=face)

    def arm(self) -> None:
        """Wait until a press on what it shows counts."""
        # What comes after it is known to have been shown: a word that had to wait behind it.
        assert self.pressed_face("made up")["error_type"] == "not_shown"
        time.sleep(GUARD)

    def press(self, key: int) -> Json:
        """Press a key shortly, and hear what became of it."""
        return self.outcome(self.tap(key))

    def tap(self, key: int) -> str:
        """Press a key shortly; gives the name of the press."""
        self.down(key)
        return self.let_go("press", self.board["keys"][key]["press"])

    def pressed_face(self, face: str) -> Json:
        return self.outcome(self.let_go("press", face))

    def hold(self, key: int) -> str:
        """Hold a key for as long as it takes; gives the name of the press."""
        face = self.board["keys"][key]["hold"]
        self.down(key)
        while self.heard("began")["face"] != face:
            pass
        time.sleep(self.board["hold_ms"] / 1000)
        return self.let_go("up", face, held=self.board["hold_ms"])

    def let_go(self, kind: str, face: str, **more: object) -> str:
        name = str(next(self._count))
        self.say(type=kind, id=name, face=face, **more)
        return name

    def outcome(self, press: str) -> Json:
        while (told := self.heard("outcome"))["press"] != press:
            pass
        return told
