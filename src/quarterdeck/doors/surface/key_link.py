"""A surface with keys: it is given boards as pictures, one after the other."""

import asyncio
from collections.abc import Awaitable, Collection, Sequence
from contextlib import suppress
from typing import Protocol

from starlette.websockets import WebSocket, WebSocketDisconnect
from typing_extensions import override

from quarterdeck.boards.board import Board, Dial, Key, KeyFace
from quarterdeck.boards.drawing import STRIP, KeySurface
from quarterdeck.boards.given import Frame, GivenBoard, Picture
from quarterdeck.boards.spoken import announced, spoken
from quarterdeck.domain.bindings import Binding
from quarterdeck.domain.callers import Caller
from quarterdeck.domain.guards import Guards
from quarterdeck.domain.ids import AskId, FaceId, SessionId, SurfaceId
from quarterdeck.domain.surfaces import Profile
from quarterdeck.doors.facade import Facade
from quarterdeck.doors.http.hub import Stream
from quarterdeck.doors.http.wire import BadRequest
from quarterdeck.doors.surface.surface_link import SurfaceLink
from quarterdeck.ports import Unreachable

MOST_QUOTED = 20  # characters of what a key was said to show
LEADS_ON, DARK = "#5AA9FF", "#000000"  # of keys that show a colour only
PICTURES_KEPT = 256  # by the surface: the last ones that it received


class KeyBoards(Protocol):
    """What key surfaces are given, and what they say of it."""

    def join(
        self,
        name: SurfaceId,
        keys: KeySurface,
        profile: Profile,
        caller: Caller,
        remembers: SessionId | None,
    ) -> None:
        """Take a key surface in."""

    def leave(self, name: SurfaceId) -> None:
        """A key surface is gone."""

    def names(self) -> tuple[SurfaceId, ...]:
        """Those that are connected."""

    def next(self, name: SurfaceId) -> Awaitable[GivenBoard | Frame]:
        """Wait for what a surface should be sent; raises Unreachable."""

    def shown(self, name: SurfaceId, number: int) -> None:
        """A surface shows a board."""

    def hidden(self, name: SurfaceId) -> None:
        """Nobody sees a surface now."""

    def down(self, name: SurfaceId, face: FaceId) -> None:
        """A key goes down."""

    def up(self, name: SurfaceId, face: FaceId) -> None:
        """A key is let go."""

    def tell_failure(self, name: SurfaceId, face: FaceId, why: str) -> None:
        """A press on a face came to nothing."""

    def tell_health(self, name: SurfaceId, text: str) -> None:
        """What is wrong with its device."""


class KeyLink(SurfaceLink):
    """One key surface that is connected."""

    def __init__(
        self,
        name: SurfaceId,
        facade: Facade,
        boards: KeyBoards,
        guards: Guards,
        socket: WebSocket,
        keys: KeySurface,
        remembers: SessionId | None,
        *,
        fetches: bool,
    ) -> None:
        super().__init__(name, facade, socket, Stream())
        self._boards = boards
        self._guards = guards
        self._keys = keys
        self._told: SessionId | None = remembers  # the session that the surface takes for its own
        self._remembers = remembers
        self._fetches = fetches  # pictures, when it lacks them
        self._welcomed = asyncio.Event()
        self._sent: dict[bytes, None] = {}  # pictures that the surface has
        self._board: Board | None = None  # the newest that it was given

    @override
    def _join(self, profile: Profile, caller: Caller) -> None:
        self._boards.join(self._name, self._keys, profile, caller, self._remembers)

    @override
    def _leave(self) -> None:
        self._boards.leave(self._name)

    @override
    async def _begin(self) -> None:
        self._welcomed.set()

    @override
    def _more(self) -> tuple[Awaitable[None], ...]:
        return (self._show(),)

    async def _show(self) -> None:
        """Send boards and frames, each after the pictures that it names."""
        await self._welcomed.wait()
        with suppress(WebSocketDisconnect):
            while True:
                try:
                    given = await self._boards.next(self._name)
                except Unreachable as error:
                    await self._say({"type": "refused", "message": str(error)})
                    return
                if isinstance(given, Frame):
                    await self._push([given.picture])
                    await self._say(_frame_json(given))
                else:
                    await self._tell_session(given.bound)
                    await self._push(given.pictures.values())
                    self._board = given.board
                    await self._say(_board_json(given, self._guards))

    async def _tell_session(self, bound: Binding | None) -> None:
        """Say whose boards follow, if the surface takes another session for its own."""
        session = bound.session if bound else None
        if session != self._told:
            self._told = session
            await self._say({"type": "bound", "session": _session_json(bound)})

    async def _push(self, pictures: Collection[Picture]) -> None:
        """Send those that the surface lacks; some that it had may be pushed out by others."""
        if self._fetches:
            return
        while missing := [p for p in pictures if p.id not in self._sent]:
            for picture in missing:
                if picture.id not in self._sent:
                    self._sent[picture.id] = None
                    if len(self._sent) > PICTURES_KEPT:
                        del self._sent[next(iter(self._sent))]
                    await self._socket.send_bytes(picture.id + picture.data)

    @override
    def _shown(self, number: int, asks: Sequence[AskId]) -> None:
        self._boards.shown(self._name, number)

    @override
    def _hidden(self) -> None:
        self._boards.hidden(self._name)

    @override
    def _went_down(self, face: FaceId) -> None:
        self._boards.down(self._name, face)

    @override
    def _let_go(self, face: FaceId) -> None:
        self._boards.up(self._name, face)

    @override
    def _face_on(self, number: int, text: str) -> FaceId:
        keys = self._board.keys if self._board else ()
        key = keys[number - 1] if number <= len(keys) else None
        if key is None or key.label != text or not (key.press or key.hold):
            raise BadRequest(f"Key {number} does not show {text[:MOST_QUOTED]!r}.")
        if key.press is None:
            raise BadRequest(f"Key {number} must be held.")
        return key.press.id

    @override
    def _came_to_nothing(self, face: FaceId, why: str) -> None:
        self._boards.tell_failure(self._name, face, why)

    @override
    def _is_unwell(self, text: str) -> None:
        self._boards.tell_health(self._name, text)


def _board_json(given: GivenBoard, guards: Guards) -> dict[str, object]:
    board, pictures = given.board, given.pictures
    return {
        "type": "board",
        "n": given.number,
        "name": board.name,
        "session": given.bound.session if given.bound else None,
        "brightness": given.brightness,
        "hold_ms": round(guards.hold * 1000),
        "says": announced(board),
        "keys": [
            _key_json(place, key, pictures.get(place)) for place, key in enumerate(board.keys)
        ],
        "strip": _id(pictures.get(STRIP)),
        "dials": [{"left": _face(dial.left), "right": _face(dial.right)} for dial in board.dials],
        "touch": [_touch_json(dial, lit=given.brightness > 0) for dial in board.touch],
    }


def _key_json(place: int, key: Key, picture: Picture | None) -> dict[str, object]:
    faces = {"press": _face(key.press), "hold": _face(key.hold)}
    return {"key": place, "picture": _id(picture), **faces, "says": spoken(key)}


def _session_json(bound: Binding | None) -> dict[str, object] | None:
    if bound is None:
        return None
    return {"id": bound.session, "keyboard_id": bound.keyboard_id, "name": bound.name}


def _touch_json(dial: Dial, *, lit: bool) -> dict[str, object]:
    """A key that shows a colour only: lit where it leads somewhere."""
    colour = LEADS_ON if lit and dial.right else DARK
    return {"press": _face(dial.right), "colour": colour}


def _frame_json(frame: Frame) -> dict[str, object]:
    return {"type": "frame", "key": frame.key, "picture": _id(frame.picture)}


def _face(face: KeyFace | None) -> FaceId | None:
    return face.id if face else None


def _id(picture: Picture | None) -> str | None:
    return picture.id.hex() if picture else None
