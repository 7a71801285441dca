"""One open deck: shows pictures, hears fingers. What fails closes it; it is then found again."""

import asyncio
import logging
import struct
import threading
import time
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from StreamDeck.Devices.StreamDeck import DialEventType, StreamDeck, TouchscreenEventType
from StreamDeck.Transport.Transport import TransportError

from quarterdeck.boards.models import Model, Size
from quarterdeck.surfaces.streamdeck.glass import STRIP, Glass, Place
from quarterdeck.surfaces.streamdeck.products import PRODUCTS
from quarterdeck.surfaces.streamdeck.reports import black_bmp

log = logging.getLogger(__name__)

POLL_HZ = 100  # keys; 20, as the library has it, adds 50 ms to a press
SLOW = 2.0  # seconds that a whole board may take; then something is wrong with the deck
NO_ANSWER = "The deck does not take pictures."
LOOK_AGAIN = 0.5  # seconds between two looks whether it is still there


@dataclass(frozen=True, slots=True)
class KeyMoved:
    """A key went down or was let go."""

    key: int
    down: bool
    at: float


@dataclass(frozen=True, slots=True)
class DialTurned:
    """A dial was turned; to the left where it is less than nothing."""

    dial: int
    steps: int


Touch = KeyMoved | DialTurned


class Deck:
    """A deck that is open. Its methods are for the event loop; writing happens beside it."""

    def __init__(self, driver: StreamDeck, serial: str, *, emulated: bool) -> None:
        self._driver = driver
        self._emulated = emulated
        self.model: Model = PRODUCTS[driver.product_id()]
        self.path = driver.id()
        self.serial = serial
        self.lost = asyncio.Event()
        self.touched: asyncio.Queue[Touch] = asyncio.Queue()
        self.written: Callable[[int], None] = lambda _: None  # a board is there as a whole
        self.unwell: Callable[[str], None] = lambda _: None  # what is wrong; nothing any more
        self._glass = Glass()
        self._lock = threading.Lock()  # the glass is used by the writer and by us
        self._wake = asyncio.Event()
        self._brightness: int | None = None
        self._bright: int | None = None  # what it was told
        self._writer = ThreadPoolExecutor(1, f"deck {self.serial}")
        self._loop = asyncio.get_running_loop()
        self._black = _black(driver, self.model)
        driver.set_poll_frequency(POLL_HZ)
        driver.set_key_callback(self._key_moved)
        driver.set_dial_callback(self._dial_moved)
        driver.set_touchscreen_callback(self._strip_touched)

    def profile(self) -> dict[str, object]:
        """What it can do, for the daemon."""
        known: dict[str, object] = {
            "kind": "deck",
            "hold": True,
            "emulated": self._emulated,
            "model": self.model.name,
            "id": "".join(c for c in self.serial if c.isascii() and c.isalnum())[:40],
            "title": self.model.title,
        }
        if self.model.key:
            known["picture"] = _format(self._driver.key_image_format())
        if self.model.strip:
            known["strip_picture"] = _format(_strip_format(self._driver))
        return known

    # What it shows

    def show(self, board: int, pictures: Mapping[Place, bytes | None], brightness: int) -> None:
        """Show a board from now on; `written` is called when all of it is there."""
        self._brightness = brightness
        self._show(board, pictures)

    def _show(self, board: int, pictures: Mapping[Place, bytes | None]) -> None:
        with self._lock:
            self._glass.show(board, pictures)
        self._wake.set()

    def replace(self, key: int, picture: bytes) -> None:
        """Show another picture on one key, before everything else."""
        with self._lock:
            self._glass.replace(key, picture)
        self._wake.set()

    def blank(self) -> None:
        """Show nothing."""
        self._show(0, self._black)

    def void(self) -> None:
        """Let what is shown mean nothing any more, until another board comes."""
        with self._lock:
            self._glass.void()

    def board_at(self, key: int) -> int:
        """The board that a person sees on this key."""
        with self._lock:
            return self._glass.board_at(key)

    # What it does all the time

    async def run(self) -> None:
        """Write what should be shown, until it is lost."""
        async with asyncio.TaskGroup() as group:
            tasks = [group.create_task(self._write()), group.create_task(self._watch())]
            await self.lost.wait()
            for task in tasks:
                task.cancel()

    async def close(self, *, logo: bool) -> None:
        """Let go of it, with its maker's logo where it is still there."""
        self.lost.set()
        await self._loop.run_in_executor(self._writer, self._let_go, logo)
        self._writer.shutdown(wait=False)

    async def _write(self) -> None:
        while True:
            await self._wake.wait()
            self._wake.clear()
            try:
                board = await self._written()
            except TransportError as error:
                log.warning("The %s does not take pictures: %s", self.model.title, error)
                self.lost.set()
                return
            if board and not self._wake.is_set():
                self.written(board)

    async def _written(self) -> int:
        """The board that is there once nothing is missing; one that takes long is told."""
        writing = self._loop.run_in_executor(self._writer, self._write_all)
        try:
            _, late = await asyncio.wait({writing}, timeout=SLOW)
            if late:
                self.unwell(NO_ANSWER)
            board = await writing
        except asyncio.CancelledError:
            writing.cancel()
            raise
        if late:
            self.unwell("")
        return board

    def _write_all(self) -> int:
        """Write until nothing is missing, and tell which board is there; in the writer."""
        while todo := self._next():
            place, picture = todo
            self._draw(place, picture)
            with self._lock:
                self._glass.written(place, picture)
        wanted = self._brightness
        if wanted is not None and wanted != self._bright:
            self._driver.set_brightness(wanted)
            self._bright = wanted
        with self._lock:
            return self._glass.complete()

    def _next(self) -> tuple[Place, bytes] | None:
        with self._lock:
            return self._glass.next()

    def _draw(self, place: Place, picture: bytes) -> None:
        if place != STRIP:
            if place < self.model.keys:
                self._driver.set_key_image(place, picture)
            else:
                self._driver.set_key_color(place, *picture)
        elif self.model.touch_keys:
            self._driver.set_screen_image(picture)
        elif size := self.model.strip:
            self._driver.set_touchscreen_image(picture, 0, 0, size.width, size.height)

    async def _watch(self) -> None:
        """The library closes a deck that it cannot read, and tells nobody."""
        while not self.lost.is_set():
            await asyncio.sleep(LOOK_AGAIN)
            if not self._driver.is_open():
                self.lost.set()

    def _let_go(self, logo: bool) -> None:
        with suppress(TransportError):
            if logo and self._driver.is_open():
                self._driver.reset()
        self._driver.run_read_thread = False
        with suppress(TransportError):
            self._driver.close()

    # What fingers do; the library calls these in a thread of its own

    def _key_moved(self, _: StreamDeck, key: int, down: bool) -> None:
        at = time.monotonic()
        if down and key < self.model.keys:
            with self._lock:
                self._glass.hurry(key)
        self._tell(KeyMoved(key, down, at))

    def _dial_moved(self, _: StreamDeck, dial: int, what: DialEventType, value: int) -> None:
        if what is DialEventType.TURN:
            self._tell(DialTurned(dial, value))

    def _strip_touched(self, _: StreamDeck, what: TouchscreenEventType, where: Any) -> None:  # noqa: ANN401 - as the library has it
        if what is TouchscreenEventType.DRAG:
            forward = where["x_out"] < where["x"]
            self._tell(DialTurned(0, 1 if forward else -1))

    def _tell(self, touch: Touch) -> None:
        with suppress(RuntimeError):  # the loop is gone
            self._loop.call_soon_threadsafe(self.touched.put_nowait, touch)


def _format(known: Mapping[str, Any]) -> dict[str, object]:
    return {
        "format": known["format"].lower(),
        "rotate": known["rotation"] % 360,
        "flip": list(known["flip"]),
    }


def _strip_format(driver: StreamDeck) -> Mapping[str, Any]:
    touch: Mapping[str, Any] = driver.touchscreen_image_format()
    return touch if touch["format"] else driver.screen_image_format()


def _black(driver: StreamDeck, model: Model) -> dict[Place, bytes | None]:
    """Nothing, everywhere."""
    if model.key is None:
        return {}
    is_bmp = driver.key_image_format()["format"] == "BMP"
    key = black_bmp(model.key) if is_bmp else bytes(getattr(driver, "BLANK_KEY_IMAGE"))  # noqa: B009 - not declared by the library
    black: dict[Place, bytes | None] = dict.fromkeys(range(model.keys), key)
    black |= dict.fromkeys(range(model.keys, model.keys + model.touch_keys), bytes(3))
    if model.strip:
        upright = _strip_format(driver)["rotation"] in (90, 270)
        wide, high = model.strip.width, model.strip.height
        black[STRIP] = _black_strip(driver, Size(high, wide) if upright else Size(wide, high))
    return black


def _black_strip(driver: StreamDeck, size: Size) -> bytes:
    """The library's black strip, whose header tells another size on some models."""
    name = "BLANK_SCREEN_IMAGE" if driver.touch_key_count() else "BLANK_TOUCHSCREEN_IMAGE"
    picture = bytearray(getattr(driver, name))
    at = picture.index(b"\xff\xc0") + 5
    picture[at : at + 4] = struct.pack(">HH", size.height, size.width)
    return bytes(picture)
