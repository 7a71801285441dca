"""Finds decks that are plugged in, and says once why one cannot be used."""

import logging
from collections.abc import Collection
from dataclasses import dataclass

from StreamDeck.DeviceManager import DeviceManager
from StreamDeck.Devices.StreamDeck import StreamDeck
from StreamDeck.Transport.LibUSBHIDAPI import LibUSBHIDAPI
from StreamDeck.Transport.Transport import Transport, TransportError

from quarterdeck.surfaces.streamdeck.products import VENDOR
from quarterdeck.surfaces.streamdeck.usb import Usb

HIDAPI = "Install it: apt install libhidapi-libusb0, or on a Mac: brew install hidapi"

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Found:
    """A deck that was just opened."""

    driver: StreamDeck
    serial: str


class NoLibrary(Exception):
    """There is no library by which USB devices can be reached."""

    def __init__(self) -> None:
        super().__init__("The library hidapi is missing, through which decks are reached.")
        self.remedy = HIDAPI


def usb_transport() -> Transport:
    """The decks on this machine's USB ports; raises NoLibrary."""
    try:
        LibUSBHIDAPI.probe()
    except TransportError:
        raise NoLibrary from None
    return LibUSBHIDAPI()


class Finder:
    """Looks for decks; what it does may take a while, so it belongs beside the event loop."""

    def __init__(self, transport: Transport, usb: Usb) -> None:
        self._manager = DeviceManager("dummy")
        self._manager.transport = transport
        self._usb = usb
        self._told: dict[str, str] = {}  # by path, why it cannot be opened

    def look(self, known: Collection[str]) -> list[Found]:
        """The decks that are not known yet, open."""
        # One question to the bus where nothing changed, instead of one for each product.
        paths = {device.path() for device in self._manager.transport.enumerate(VENDOR, 0)}
        self._told = {path: why for path, why in self._told.items() if path in paths}
        if paths <= set(known):
            return []
        # A product that the library lists twice is one deck all the same.
        drivers = {driver.id(): driver for driver in self._manager.enumerate()}
        opened = [self._open(driver) for path, driver in drivers.items() if path not in known]
        return [found for found in opened if found]

    def _open(self, driver: StreamDeck) -> Found | None:
        path = driver.id()
        try:
            driver.open()
            serial = driver.get_serial_number()
        except TransportError:
            driver.run_read_thread = False
            driver.close()
            why = self._usb.why_not(driver.product_id())
            if self._told.get(path) != why:
                log.warning("%s", why)
            self._told[path] = why
            return None
        self._told.pop(path, None)
        return Found(driver, serial)
