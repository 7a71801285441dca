"""A deck's conversation with the daemon: pictures come down, fingers go up."""

import asyncio
import logging
import time
from collections.abc import Callable
from contextlib import AbstractAsyncContextManager

from websockets.asyncio.client import ClientConnection
from websockets.exceptions import ConnectionClosed, InvalidHandshake

from quarterdeck.surfaces.streamdeck import wire
from quarterdeck.surfaces.streamdeck.deck import Deck, KeyMoved
from quarterdeck.surfaces.streamdeck.fingers import Fingers
from quarterdeck.surfaces.streamdeck.wire import Began, Board, Frame, Nonsense, Reader

log = logging.getLogger(__name__)

FIRST_PAUSE, LONGEST_PAUSE = 0.2, 5.0
GOOD_AFTER = 10.0  # seconds after which a connection that breaks is tried again at once
BLANK_AFTER = 2.0  # seconds for which a deck shows what was, while nobody can take a press
SAY_AGAIN = 5.0  # seconds after which it says again what it shows

Connect = Callable[[], AbstractAsyncContextManager[ClientConnection]]


class DeckLink:
    """One deck and its connection, which is made again when it breaks."""

    def __init__(self, deck: Deck, connect: Connect, token: str) -> None:
        self._deck = deck
        self._connect = connect
        self._token = token
        self._said = ""  # the last trouble, so that it is told once

    async def run(self) -> None:
        """Serve the deck until it is lost."""
        loop = asyncio.get_running_loop()
        pause, blank = FIRST_PAUSE, loop.call_later(BLANK_AFTER, self._deck.blank)
        # Not only until it is cancelled: a task group whose connection breaks in the same
        # instant tells of that alone.
        while not self._deck.lost.is_set():
            began = loop.time()
            try:
                async with self._connect() as connection:
                    await connection.send(wire.hello(self._token, self._deck.profile()))
                    await self._converse(connection, blank)
            except (OSError, ConnectionClosed, InvalidHandshake, Nonsense, TimeoutError) as error:
                self._complain(error)
            self._deck.void()
            blank.cancel()
            blank = loop.call_later(BLANK_AFTER, self._deck.blank)
            if loop.time() - began > GOOD_AFTER:
                pause = FIRST_PAUSE
            await asyncio.sleep(pause)
            pause = min(pause * 2, LONGEST_PAUSE)

    async def _converse(self, connection: ClientConnection, blank: asyncio.TimerHandle) -> None:
        fingers = Fingers(self._deck.board_at)
        while not self._deck.touched.empty():
            self._deck.touched.get_nowait()  # what was pressed for nobody
        try:
            async with asyncio.TaskGroup() as group:
                ways = (self._hear(connection, fingers, blank), self._feel(connection, fingers))
                tasks = [group.create_task(way) for way in (*ways, self._acknowledge(connection))]
                await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
                for task in tasks:
                    task.cancel()
        except* (ConnectionClosed, Nonsense) as errors:
            raise errors.exceptions[0] from None

    async def _hear(
        self, connection: ClientConnection, fingers: Fingers, blank: asyncio.TimerHandle
    ) -> None:
        reader, keys = Reader(), self._deck.model.keys
        async for said in connection:
            match reader.read(said):
                case Board() as board:
                    if len(board.keys) != keys + self._deck.model.touch_keys:
                        raise Nonsense(f"A board of {len(board.keys)} keys does not fit.")
                    blank.cancel()
                    self._recover()
                    fingers.board(board)
                    self._deck.show(board.number, board.pictures, board.brightness)
                case Frame(key, picture) if 0 <= key < keys:
                    self._deck.replace(key, picture)
                case Began(face):
                    fingers.began(face, time.monotonic())
                case wire.Refused(message):
                    log.warning("The daemon refused a message: %s", message)
                case _:
                    pass

    async def _feel(self, connection: ClientConnection, fingers: Fingers) -> None:
        while True:
            touch = await self._deck.touched.get()
            if not isinstance(touch, KeyMoved):
                messages = fingers.turned(touch.dial, touch.steps)
            elif touch.down:
                messages = fingers.key_down(touch.key, touch.at)
            else:
                messages = fingers.key_up(touch.key, touch.at)
            for message in messages:
                await connection.send(message)

    async def _acknowledge(self, connection: ClientConnection) -> None:
        """Say which board is there, at once and then again and again, and what is wrong."""
        changed, board = asyncio.Event(), 0
        health: list[str] = []

        def written(number: int) -> None:
            nonlocal board
            board = number
            changed.set()

        def unwell(text: str) -> None:
            health.append(text)
            changed.set()

        self._deck.written, self._deck.unwell = written, unwell
        while True:
            try:
                async with asyncio.timeout(SAY_AGAIN):
                    await changed.wait()
            except TimeoutError:
                pass
            changed.clear()
            while health:
                await connection.send(wire.health(health.pop(0)))
            if board:
                await connection.send(wire.shown(board))

    def _complain(self, error: Exception) -> None:
        said = f"{type(error).__name__}: {error}"
        if said != self._said:
            log.warning("The daemon cannot be reached (%s)", said)
        self._said = said

    def _recover(self) -> None:
        if self._said:
            log.info("The daemon is back.")
        self._said = ""
