"""What every surface has in common: it is told what changes, and says what is seen and pressed."""

import asyncio
import itertools
import json
import secrets
from abc import ABC, abstractmethod
from collections.abc import Awaitable, Iterable, Sequence
from contextlib import suppress

from starlette.websockets import WebSocket, WebSocketDisconnect

from quarterdeck.domain.asks import NO_ANSWERS
from quarterdeck.domain.callers import Caller
from quarterdeck.domain.events import PressBegan, Pressed
from quarterdeck.domain.ids import AnswerId, AskId, FaceId, SurfaceId
from quarterdeck.domain.surfaces import Profile
from quarterdeck.doors.call_rate import CallRate
from quarterdeck.doors.facade import Facade
from quarterdeck.doors.http.hub import Stream
from quarterdeck.doors.http.wire import BadRequest
from quarterdeck.doors.surface import wire

HEARTBEAT = 15.0
_REDRAWN = ("not_shown", "guarded", "needs_confirmation")  # nothing was wanted, or not yet
MOST_PRESSES = 32  # of one surface that wait for what becomes of them
MOST_REPLIES = 256  # that wait until a surface takes them
MOST_A_SECOND = 200  # messages of one surface; more are read later
MOST_UNREAD = 1000  # things that a surface was told and did not read


class SurfaceLink(ABC):
    """One surface that is connected."""

    def __init__(self, name: SurfaceId, facade: Facade, socket: WebSocket, stream: Stream) -> None:
        self._name = name
        self._facade = facade
        self._socket = socket
        self._stream = stream
        # A surface that comes back under its name counts its presses from the beginning.
        self._connection = secrets.token_hex(4)
        self._presses: set[asyncio.Task[None]] = set()
        self._key_presses = itertools.count(1)
        self._replies = itertools.count()

    async def serve(self, profile: Profile, caller: Caller, ends: Iterable[asyncio.Event]) -> None:
        """Send the state and every change, and take what is seen and pressed, until it ends."""
        self._join(profile, caller)
        try:
            async with asyncio.TaskGroup() as group:
                ways = (self._tell(), self._hear(group), *map(_wait, ends), *self._more())
                tasks = [group.create_task(_run(way)) for way in ways]
                await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
                for task in (*tasks, *self._presses):
                    task.cancel()
        finally:
            self._leave()

    # What differs

    @abstractmethod
    def _join(self, profile: Profile, caller: Caller) -> None:
        """Say that it is there."""

    @abstractmethod
    def _leave(self) -> None:
        """Say that it is gone."""

    @abstractmethod
    async def _begin(self) -> None:
        """Send what it gets first."""

    def _more(self) -> tuple[Awaitable[None], ...]:
        """What else is sent to it as long as it is there."""
        return ()

    @abstractmethod
    def _shown(self, number: int, asks: Sequence[AskId]) -> None:
        """It shows a board."""

    @abstractmethod
    def _hidden(self) -> None:
        """Nobody sees it now."""

    @abstractmethod
    def _went_down(self, face: FaceId) -> None:
        """A face is pressed, and not yet let go."""

    @abstractmethod
    def _let_go(self, face: FaceId) -> None:
        """A face is let go."""

    def _came_to_nothing(self, face: FaceId, why: str) -> None:  # noqa: B027 - cards show it themselves
        """What a press on a face wanted was not done."""

    @abstractmethod
    def _is_unwell(self, text: str) -> None:
        """Something is wrong with its device, or nothing any more."""

    # Down

    async def _tell(self) -> None:
        # The surface joined an instant ago: its board is laid out once that is known.
        await self._facade.core.handled()
        welcome = {"type": "welcome", "v": wire.VERSION, "surface": self._name}
        told = {"run": self._facade.run, "now": self._facade.now()}
        with suppress(WebSocketDisconnect):
            await self._say(welcome | told)
            await self._begin()
            while True:
                for name, content in await self._stream.next(HEARTBEAT) or [("alive", None)]:
                    await self._say(self._message(name, content))

    def _message(self, name: str, content: object) -> dict[str, object]:
        return {"type": name, **(content if isinstance(content, dict) else {})}

    async def _say(self, message: dict[str, object]) -> None:
        await self._socket.send_text(json.dumps(message))

    # Up

    async def _hear(self, group: asyncio.TaskGroup) -> None:
        rate = CallRate(MOST_A_SECOND, within=1.0)
        while (message := await self._socket.receive())["type"] == "websocket.receive":
            if not rate.takes(self._facade.now()):
                await asyncio.sleep(rate.wait(self._facade.now()))
                rate.takes(self._facade.now())
            if self._stream.unsent > MOST_UNREAD:
                return  # it talks and does not listen
            try:
                self._take(wire.read(message.get("text") or ""), group)
            except BadRequest as error:
                self._reply("refused", {"message": str(error)})

    def _take(self, message: wire.Message, group: asyncio.TaskGroup) -> None:
        match message:
            case wire.Shown(number, asks):
                self._shown(number, asks)
            case wire.Hidden():
                self._hidden()
            case wire.Down(face):
                self._facade.put(PressBegan(self._name, face, self._facade.now()))
                self._went_down(face)
                self._reply("began", {"face": face})
            case wire.Press():
                self._let_go(message.face)
                self._begin_press(message, group)
            case wire.KeyPress(number, text):
                face = self._face_on(number, text)
                name = f"key-press-{next(self._key_presses)}"
                self._begin_press(wire.Press(name, face, None, "", NO_ANSWERS), group)
            case wire.Health(text):
                self._is_unwell(text)
            case wire.Ping():
                self._reply("alive", {})
            case wire.Hello():
                raise BadRequest("'hello' is sent only once.")

    def _face_on(self, number: int, text: str) -> FaceId:
        """The face of a short press on the key that shows this text; raises BadRequest."""
        raise BadRequest("This surface has no keys.")

    def _reply(self, kind: str, content: dict[str, object]) -> None:
        """Answer what was said; whoever floods us and does not listen misses the oldest."""
        self._stream.put(("reply", next(self._replies) % MOST_REPLIES), (kind, content))

    def _begin_press(self, press: wire.Press, group: asyncio.TaskGroup) -> None:
        if len(self._presses) >= MOST_PRESSES:
            raise BadRequest(f"More than {MOST_PRESSES} presses wait for their outcome.")
        task = group.create_task(self._press(press))
        self._presses.add(task)
        task.add_done_callback(self._presses.discard)

    async def _press(self, press: wire.Press) -> None:
        # To be able to say it again; it counts on this connection alone.
        name = AnswerId(f"{self._name}-{self._connection}-{press.id}")
        now = self._facade.now()
        event = Pressed(name, self._name, press.face, press.held, press.text, press.answers, now)
        told = wire.pressed_json(await self._facade.pressed(name, event), self._facade.view())
        if told["status"] != "ok" and told.get("error_type") not in _REDRAWN:
            self._came_to_nothing(press.face, str(told.get("message") or told["status"]))
        self._reply("outcome", {"press": press.id, **told})


async def _wait(end: asyncio.Event) -> None:
    await end.wait()


async def _run(way: Awaitable[None]) -> None:
    await way
