"""Set-up without a cable: a network of our own, and a page that asks for the real one.

Loaded only while it is needed; the device restarts afterwards.
"""

import asyncio
import gc
import time

import banner
import portal_dns
import settings
from pictures import Pictures
from portal_http import Pages

OPEN_FOR = 10 * 60_000  # milliseconds
LINGERS = 2000  # milliseconds in which the last page reaches its reader
LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"  # none that looks like another
PASSWORD = 10  # letters
HTTP, DNS = 80, 53
GARBAGE = 16 * 1024  # bytes that may be left over before they are collected
INK, BLACK = 0xFFFF, 0x0000


def network_name(device: str) -> str:
    """The name of our network: short enough for a line of a key."""
    return "T-Keyboard-" + device[-4:]


def password(random) -> str:
    """A new password for it; `random(n)` gives n random bytes."""
    found = ""
    while len(found) < PASSWORD:
        number = random(1)[0]
        if number < 256 // len(LETTERS) * len(LETTERS):  # each letter as likely as the others
            found += LETTERS[number % len(LETTERS)]
    return found


class Portal:
    """Asks a person for the settings, as often as it takes."""

    def __init__(self, board, known: dict, path: str = settings.FILE) -> None:
        self._board = board
        self._known = known
        self._path = path
        self._pictures = Pictures(known.get("folder", "") + "/pictures")
        self._kept = asyncio.Event()

    async def run(self) -> None:
        """Return once there are new settings; between two attempts somebody has to press a key."""
        gc.threshold(GARBAGE)
        while not await self._attempt():
            await self._show(("set-up is over",), ("press a key", "to try again"), (), ())
            while not any(self._board.contacts()):
                await asyncio.sleep_ms(20)

    async def _attempt(self) -> bool:
        """Be open until there are settings, or for ten minutes; whether there are."""
        board = self._board
        name, secret = network_name(board.name()), password(board.random)
        address = await board.open_network(name, secret)
        pages = Pages(address, self._take)

        def reply(asked: bytes):
            return portal_dns.answer(asked, address)

        work = (
            board.serve(HTTP, pages.serve),
            board.answer(DNS, reply),
            self._say(name, secret, address),
        )
        serving = [asyncio.create_task(one) for one in work]  # noqa: TID251 - MicroPython has no groups
        try:
            await asyncio.wait_for_ms(self._kept.wait(), OPEN_FOR)
            await asyncio.sleep_ms(LINGERS)
        except asyncio.TimeoutError:
            pass
        finally:
            for task in serving:
                task.cancel()
            board.close_network()
        return self._kept.is_set()

    def _take(self, given: dict) -> str:
        """Keep what the form brought; what is wrong with it, in plain words."""
        try:
            found = settings.checked(settings.changed(self._known, given))
        except settings.NotSetUp as error:
            return str(error)
        if not self._keep(found):
            self._pictures.clear()  # they come again
            if not self._keep(found):
                return "The flash cannot be written: the keyboard cannot keep this."
        self._kept.set()
        return ""

    def _keep(self, found: dict) -> bool:
        try:
            settings.keep(found, self._path)
        except OSError:
            return False
        return True

    async def _say(self, name: str, secret: str, address: str) -> None:
        """Tell a person what to do, and for how long."""
        end = time.ticks_add(time.ticks_ms(), OPEN_FOR)
        while (left := time.ticks_diff(end, time.ticks_ms())) > 0:
            minutes = f"{(left + 59_999) // 60_000} min"
            await self._show(
                ("join the Wi-Fi", name), ("password", secret), ("then open", address), (minutes,)
            )
            await asyncio.sleep_ms(60_000)

    async def _show(self, *keys) -> None:
        for key, lines in enumerate(keys):
            for row, piece in banner.rows(list(lines), INK, BLACK):
                self._board.draw(key, row, piece)
                await asyncio.sleep_ms(0)
