"""Decks that are not there: they speak HID reports, so that the real drivers run on them.

An emulated deck takes the reports that a deck takes, checks them, and keeps the pictures that
came out; and it gives the reports of keys, dials and fingers. The library's own drivers sit
between it and us, unmodified.
"""

import itertools
import threading
from collections import deque
from collections.abc import Iterable, Sequence

from StreamDeck.Transport.Transport import Transport, TransportError
from typing_extensions import override

from quarterdeck.boards.models import Model, Size
from quarterdeck.surfaces.streamdeck import reports
from quarterdeck.surfaces.streamdeck.products import PRODUCTS, VENDOR, product_of
from quarterdeck.surfaces.streamdeck.reports import Area, BadReport, Page, Target

FIRMWARE = "1.00.000"
BRIGHT = 100

_count = itertools.count(1)


class EmulatedDeck:
    """One deck: what it shows, and what is done to it."""

    def __init__(self, product: int, serial: str) -> None:
        self.product = product
        self.model: Model = PRODUCTS[product]
        self.serial = serial
        self.violations: list[str] = []
        self.busy = False  # another program holds it
        self.written: list[Target] = []  # in which order pictures came
        self._format = reports.FORMATS[self.model.name]
        self._lock = threading.Lock()
        self._fails_in: int | None = None
        self._start()

    def _start(self) -> None:
        """Be as a deck is that was just plugged in."""
        self.path = f"emulated-{self.product:04x}-{next(_count)}"
        self.attached = True
        self.brightness = BRIGHT
        self.reports = 0  # that were written to it
        self._down = [False] * (self.model.keys + self.model.touch_keys)
        self._to_read: deque[bytes] = deque()
        self._show_logo()

    def _show_logo(self) -> None:
        self.logo = True
        self.keys: dict[int, bytes] = {}
        self.strip: dict[Area, bytes] = {}
        self.colours: dict[int, tuple[int, int, int]] = {}
        self._begun: list[Page] = []

    # What a person does

    def press(self, key: int) -> None:
        """A key goes down; touch keys come after the others."""
        self._move(key, down=True)

    def release(self, key: int) -> None:
        """A key comes up."""
        self._move(key, down=False)

    def _move(self, key: int, *, down: bool) -> None:
        with self._lock:
            self._down[key] = down
            self._to_read.append(reports.keys_report(self.model, self._down))

    def turn(self, dial: int, steps: int) -> None:
        """A dial is turned; to the left where it is less than nothing."""
        self._say(reports.dial_report(self.model, dial, reports.TURNED, steps))

    def push(self, dial: int, *, down: bool) -> None:
        """A dial is pushed, or let go."""
        self._say(reports.dial_report(self.model, dial, reports.PUSHED, int(down)))

    def touch(self, x: int, y: int, *, long: bool = False) -> None:
        """A finger taps the strip."""
        self._say(reports.touch_report(reports.TOUCHED_LONG if long else reports.TOUCHED, x, y))

    def drag(self, start: tuple[int, int], end: tuple[int, int]) -> None:
        """A finger is drawn over the strip."""
        self._say(reports.touch_report(reports.DRAGGED, *start, *end))

    def _say(self, report: bytes) -> None:
        with self._lock:
            self._to_read.append(report)

    def unplug(self) -> None:
        """Pull the plug."""
        self.attached = False

    def plug(self) -> None:
        """Put the plug in again: it shows its logo, at another address."""
        with self._lock:
            self._fails_in = None
            self._start()

    def fail_in(self, count: int) -> None:
        """Take so many more reports, then none until it is opened again."""
        self._fails_in = count

    # What the driver does

    def opened(self) -> None:
        """Somebody opens it."""
        if self.busy or not self.attached:
            raise TransportError("Could not open HID device.")
        self._fails_in = None

    def take(self, report: bytes) -> None:
        """A report with a part of a picture."""
        with self._lock:
            self._count()
            try:
                self._draw(reports.page_of(self.model, report))
            except BadReport as error:
                self._begun = []
                self.violations.append(str(error))

    def _count(self) -> None:
        if self._fails_in is not None:
            if self._fails_in == 0:
                raise TransportError("Failed to write out report (-1)")
            self._fails_in -= 1
        self.reports += 1

    def _draw(self, page: Page | None) -> None:
        if page is None:
            self._begun = []
            return
        if self._begun and self._begun[0].target != page.target:
            raise BadReport(f"A picture for {page.target} came amid another.")
        if page.number != len(self._begun):
            raise BadReport(f"Page {page.number} came as page {len(self._begun)}.")
        self._begun.append(page)
        if page.last:
            data = b"".join(part.data for part in self._begun)
            self._begun = []
            self._keep(page.target, reports.checked_picture(self.model, page.target, data))

    def _keep(self, target: Target, picture: bytes) -> None:
        self.logo = False
        self.written.append(target)
        if isinstance(target, int):
            self.keys[target] = picture
        elif target.size == self._format.glass:
            self.strip = {target: picture}
        else:
            self.strip[target] = picture

    def set_feature(self, report: bytes) -> None:
        """Brightness, colours, and back to the logo."""
        old = self._format.old
        # Some of the library's drivers send one byte more with the brightness; decks take it.
        if len(report) not in ((17,) if old else (32, 33)):
            self.violations.append(f"A feature report cannot have {len(report)} bytes.")
        elif report[:2] == (b"\x0b\x63" if old else b"\x03\x02"):
            self._show_logo()
        elif report.startswith(b"\x05\x55\xaa\xd1\x01" if old else b"\x03\x08"):
            self.brightness = report[5 if old else 2]
        elif self._format.colours and report.startswith(b"\x03\x06"):
            self.colours[report[2]] = (report[3], report[4], report[5])
        else:
            self.violations.append(f"This feature report is not known: {report[:6].hex(' ')}.")

    def feature(self, name: int, length: int) -> bytes:
        """Its serial number, or the version of its firmware."""
        serial, firmware = (0x03, 0x04) if self._format.old else (0x06, 0x05)
        places = {
            serial: (self._format.serial_at, self.serial),
            firmware: (self._format.firmware_at, FIRMWARE),
        }
        if name not in places:
            self.violations.append(f"There is no feature {name:#04x}.")
            return bytes(length)
        at, text = places[name]
        return (bytes([name]).ljust(at, b"\0") + text.encode()).ljust(length, b"\0")[:length]

    def report(self, length: int) -> bytes | None:
        """The next report of what a person did."""
        with self._lock:
            return self._to_read.popleft().ljust(length, b"\0")[:length] if self._to_read else None

    @property
    def glass(self) -> Size | None:
        """The size of its strip, as it is mounted."""
        return self._format.glass


class EmulatedHandle(Transport.Device):
    """A deck as the library sees it."""

    def __init__(self, deck: EmulatedDeck) -> None:
        self._deck = deck
        self._path = deck.path
        self._open = False

    @override
    def open(self) -> None:
        self._deck.opened()
        self._open = True

    @override
    def close(self) -> None:
        self._open = False

    @override
    def is_open(self) -> bool:
        return self._open

    @override
    def connected(self) -> bool:
        return self._deck.attached and self._deck.path == self._path

    @override
    def path(self) -> str:
        return self._path

    @override
    def vendor_id(self) -> int:
        return VENDOR

    @override
    def product_id(self) -> int:
        return self._deck.product

    @override
    def write_feature(self, payload: bytes | bytearray) -> int:
        self._there().set_feature(bytes(payload))
        return len(payload)

    @override
    def read_feature(self, report_id: int, length: int) -> bytes:
        return self._there().feature(report_id, length)

    @override
    def write(self, payload: bytes | bytearray) -> int:
        self._there().take(bytes(payload))
        return len(payload)

    @override
    def read(self, length: int) -> bytes:
        return self._there().report(length)  # type: ignore[return-value]  # None: nothing to read

    def _there(self) -> EmulatedDeck:
        if not self._open or not self.connected():
            raise TransportError("No HID device.")
        return self._deck


class EmulatedTransport(Transport):
    """The decks of a machine that has none."""

    def __init__(self, decks: Iterable[EmulatedDeck]) -> None:
        self.decks = list(decks)

    @override
    @staticmethod
    def probe() -> None:
        """It is always there."""

    @override
    def enumerate(self, vid: int, pid: int) -> Sequence[Transport.Device]:
        wanted = [d for d in self.decks if d.attached and vid == VENDOR and pid in (0, d.product)]
        return [EmulatedHandle(deck) for deck in wanted]


def emulated(models: Iterable[Model]) -> EmulatedTransport:
    """A deck of each of these models."""
    numbers = itertools.count(1)
    return EmulatedTransport(
        EmulatedDeck(product_of(model), f"EM{next(numbers):02}{model.name.upper()[:8]}")
        for model in models
    )
