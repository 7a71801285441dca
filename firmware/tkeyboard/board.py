"""The LilyGO T-Keyboard-S3: four GC9107 panels on one bus, four keys, four lights, Wi-Fi.

The only module that knows hardware. It was written from the vendor's documents and has not been
run on a device yet.
"""

import asyncio
import hashlib
import os
import socket
import ssl
import time
from binascii import hexlify

import machine
import neopixel
import network
from settings import NoWifi

SCLK, MOSI, DC, RESET, BACKLIGHT = 47, 48, 45, 38, 39
SELECT = (12, 13, 14, 21)
KEYS = (10, 9, 46, 3)
LIGHTS = 11
JOINED_WITHIN = 9000  # milliseconds, before whoever waits for a connection gives up
WATCHDOG = 8000  # milliseconds without a look at the keys, after which the device starts again
_WIDTH, _COLUMN, _ROW = 128, 2, 1  # the glass begins two columns and one row into its memory
_COLUMNS, _ROWS, _WRITE = 0x2A, 0x2B, 0x2C

# Command and data of each step that wakes a panel; then 120 ms, then it is on.
_WAKE = (
    "EF", "EB14", "FE", "EF", "EB14", "8440", "85FF", "86FF", "87FF", "880A", "8921", "8A00",
    "8B80", "8C01", "8D01", "8EFF", "8FFF", "B60020", "36C8", "3A05", "9008080808", "BD06", "BC00",
    "FF600104", "C313", "C413", "C922", "BE11", "E1100E", "DF210C02", "F045090808262A",
    "F143707236376F", "F245090808262A", "F343707236376F", "ED1B0B", "AE77", "CD63",
    "700707040E0F09070803", "E834", "62180D71ED7070180F71EF7070", "63181171F17070181371F37070",
    "642829F101F10007", "663C00CD67454510000000", "67003C0000000154103298",
    "7410858000004E00", "983E07", "35", "21", "11",
)  # fmt: skip
_ON = "29"


class Board:
    """The device."""

    def __init__(self) -> None:
        self._wifi = self._password = ""
        self._own = network.WLAN(network.AP_IF)
        self._radio = network.WLAN(network.STA_IF)
        self._bus = machine.SPI(1, 40_000_000, sck=machine.Pin(SCLK), mosi=machine.Pin(MOSI))
        self._data = machine.Pin(DC, machine.Pin.OUT)
        self._select = [machine.Pin(pin, machine.Pin.OUT, value=1) for pin in SELECT]
        self._keys = [machine.Pin(pin, machine.Pin.IN, machine.Pin.PULL_UP) for pin in KEYS]
        self._lights = neopixel.NeoPixel(machine.Pin(LIGHTS), len(KEYS))
        self._backlight = machine.PWM(machine.Pin(BACKLIGHT), freq=5000, duty_u16=0)
        self._wake()
        self.brightness(80)
        self._watchdog = None  # from the first sign of life on; nobody can stop it then

    def name(self) -> str:
        """The device's own name, which stays the same."""
        return hexlify(machine.unique_id()).decode()

    def random(self, count: int) -> bytes:
        """Random bytes."""
        return os.urandom(count)

    def alive(self) -> None:
        """The keys are being watched: the watchdog need not start us again."""
        if self._watchdog is None:
            self._watchdog = machine.WDT(timeout=WATCHDOG)
        self._watchdog.feed()

    def restart(self) -> None:
        """Start again, with all of the memory."""
        machine.reset()

    # The line

    def use_wifi(self, name: str, password: str) -> None:
        """Which Wi-Fi is joined, once a connection is wanted."""
        self._wifi, self._password = name, password

    async def connect(self, host: str, port: int, tls: bool):
        """A stream to the daemon; raises OSError."""
        await self._join()
        where = socket.getaddrinfo(host, port, 0, socket.SOCK_STREAM)[0][-1]
        context = None
        if tls:
            # No name and no date is checked, for we may not know the time: the pin is compared.
            context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
            context.verify_mode = ssl.CERT_NONE
        reader, _ = await asyncio.open_connection(where[0], where[1], ssl=context)
        return reader

    async def _join(self) -> None:
        if self._radio.isconnected():
            return
        self._radio.active(True)
        self._radio.connect(self._wifi, self._password)
        end = time.ticks_add(time.ticks_ms(), JOINED_WITHIN)
        while not self._radio.isconnected():
            if time.ticks_diff(end, time.ticks_ms()) <= 0:
                self._radio.disconnect()
                raise NoWifi(self._wifi)
            await asyncio.sleep_ms(100)

    def pin(self, stream) -> str:
        """The SHA-256 of the certificate that the other end proved to be its own."""
        return hexlify(hashlib.sha256(stream.s.getpeercert(True)).digest()).decode()

    async def overhear(self, port: int, within: int):
        """What somebody calls out over UDP, and who; None if nobody does within milliseconds."""
        await self._join()
        line = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        try:
            line.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            line.bind(("", port))
            line.setblocking(False)
            end = time.ticks_add(time.ticks_ms(), within)
            while time.ticks_diff(end, time.ticks_ms()) > 0:
                try:
                    data, sender = line.recvfrom(512)
                    return data, sender[0]
                except OSError:
                    await asyncio.sleep_ms(50)  # nothing yet
            return None
        finally:
            line.close()

    # A network of our own, for the set-up

    async def open_network(self, name: str, password: str) -> str:
        """Open it, for two guests at most; gives our address in it."""
        self._radio.active(False)
        key = {"security": network.AUTH_WPA2_PSK, "key": password}
        self._own.config(ssid=name, max_clients=2, **key)
        self._own.active(True)
        while not self._own.active():
            await asyncio.sleep_ms(50)
        return self._own.ifconfig()[0]

    def close_network(self) -> None:
        """Close it."""
        self._own.active(False)

    async def serve(self, port: int, take) -> None:
        """Give every stream that somebody opens to `take`, until cancelled."""
        server = await asyncio.start_server(lambda stream, _: take(stream), "0.0.0.0", port, 4)  # noqa: S104
        try:
            await server.wait_closed()
        finally:
            server.close()

    async def answer(self, port: int, reply) -> None:
        """Answer what comes over UDP with what `reply` makes of it, until cancelled."""
        line = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        try:
            line.bind(("", port))
            line.setblocking(False)
            while True:
                pause = 0  # however much comes, others have their turn
                try:
                    asked, sender = line.recvfrom(513)
                    said = reply(asked)
                    if said:
                        line.sendto(said, sender)
                except OSError:
                    pause = 20  # milliseconds; nothing yet
                await asyncio.sleep_ms(pause)
        finally:
            line.close()

    # Keys and lights

    def contacts(self) -> list:
        """Which keys are down now; they pull their pins to ground."""
        return [not pin.value() for pin in self._keys]

    def light(self, key: int, colour: tuple) -> None:
        """The colour of a key's light, from `show_lights` on."""
        self._lights[key] = colour

    def show_lights(self) -> None:
        """Send the colours to the lights."""
        self._lights.write()

    # Panels

    def draw(self, key: int, row: int, piece) -> None:
        """Write rows of a panel, two bytes a pixel, the high one first."""
        first, last = _ROW + row, _ROW + row + len(piece) // (2 * _WIDTH) - 1
        self._select[key].value(0)
        self._send(_COLUMNS, bytes((0, _COLUMN, 0, _COLUMN + _WIDTH - 1)))
        self._send(_ROWS, bytes((0, first, 0, last)))
        self._send(_WRITE, piece)
        self._select[key].value(1)

    def brightness(self, level: int) -> None:
        """How bright all panels are, from 0 to 100."""
        self._backlight.duty_u16(65535 * max(0, min(100, level)) // 100)

    def _wake(self) -> None:
        reset = machine.Pin(RESET, machine.Pin.OUT)
        for level, pause in ((1, 100), (0, 120), (1, 120)):
            reset.value(level)
            time.sleep_ms(pause)
        for pin in self._select:  # all of them listen at once
            pin.value(0)
        for step in _WAKE:
            data = bytes.fromhex(step)
            self._send(data[0], data[1:])
        time.sleep_ms(120)
        self._send(bytes.fromhex(_ON)[0], b"")
        time.sleep_ms(20)
        for pin in self._select:
            pin.value(1)

    def _send(self, command: int, data) -> None:
        self._data.value(0)
        self._bus.write(bytes((command,)))
        if data:
            self._data.value(1)
            self._bus.write(data)
