"""Pairing: for a minute one device may get a token, by a link's code or by digits it shows."""

import asyncio
import hmac
import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from quarterdeck.domain.callers import CallerKind, Role
from quarterdeck.domain.devices import Device
from quarterdeck.domain.events import DevicePaired
from quarterdeck.domain.ids import CallerId
from quarterdeck.domain.risk import Level
from quarterdeck.doors.facade import Facade
from quarterdeck.doors.http.access import token_hash

VALID = 60.0  # seconds
MOST_WAITING = 8  # devices that show digits at the same time
MOST_TRIES = 32  # of devices, in one minute
MOST_MISTAKES = 3  # of the person, in one minute

CLOSED = "Nobody is pairing a device now; run `qd pair`."
TOO_LATE = "The minute is over; run `qd pair` again."
TOO_MANY = "Too many devices tried to be paired; run `qd pair` again."
WRONG_CODE = "This code is not valid."
OTHER_PAIRED = "Another device was paired."
REPLACED = "Somebody ran `qd pair` again."
MISTAKEN = "No device shows these digits."
NOT_WRITTEN = "It could not be written down; see `qd status`."
AMBIGUOUS = "Several devices show these digits; start over."


class NotPaired(Exception):
    """Nothing was paired; the message says why."""


@dataclass(frozen=True, slots=True)
class Grant:
    """What the device that is paired will be allowed, and its name if the person gave one."""

    name: str
    role: Role
    ceiling: Level


@dataclass(frozen=True, slots=True)
class Paired:
    """A device that was paired, and its token, which nobody learns but the device."""

    device: Device
    token: str


@dataclass(eq=False, slots=True)
class _Waiting:
    name: str
    digits: str
    paired: "asyncio.Future[Paired]"


@dataclass(eq=False, slots=True)
class _Window:
    """The minute in which one device may be paired."""

    grant: Grant
    code: str
    until: float
    tries: int = 0
    mistakes: int = 0
    waiting: list[_Waiting] = field(default_factory=list)


class Pairing:
    """Lets devices in, one for each time that a person asks for it."""

    def __init__(self, facade: Facade) -> None:
        self._facade = facade
        self._window: _Window | None = None
        self._last: Device | None = None  # who came in by the last window
        self._why = CLOSED  # nobody can be paired now

    # What the person does

    def open(self, grant: Grant) -> str:
        """Let one device in within a minute; the code of a link that does it."""
        self._close(REPLACED)
        self._last = None
        window = _Window(grant, secrets.token_urlsafe(24), self._facade.now() + VALID)
        self._window = window
        asyncio.get_running_loop().call_later(VALID, self._expire, window)
        return window.code

    async def choose(self, digits: str) -> Device:
        """Let the device in that shows these digits; raises NotPaired."""
        window = self._open_window()
        shown = [w for w in window.waiting if hmac.compare_digest(w.digits, digits)]
        if len(shown) > 1:
            self._close(AMBIGUOUS)
            raise NotPaired(AMBIGUOUS)
        if not shown:
            window.mistakes += 1
            if window.mistakes >= MOST_MISTAKES:
                self._close(MISTAKEN)
            raise NotPaired(MISTAKEN)
        [chosen] = shown
        window.waiting.remove(chosen)
        paired = await self._paired(window, chosen.name)
        if not chosen.paired.done():
            chosen.paired.set_result(paired)
        return paired.device

    def cancel(self) -> None:
        """Let nobody in any more."""
        self._close(CLOSED)

    def left(self) -> float:
        """For how many seconds a device may still come; 0 when none may."""
        return max(0.0, self._window.until - self._facade.now()) if self._window else 0.0

    def waiting(self) -> int:
        """How many devices show digits."""
        return len(self._window.waiting) if self._window else 0

    @property
    def last(self) -> Device | None:
        """The device that came in when the person last asked for one; None if none did."""
        return self._last

    # What devices do

    def attempt(self) -> None:
        """A device tries; raises NotPaired where nobody wants one, or too many try."""
        window = self._open_window()
        window.tries += 1
        if window.tries > MOST_TRIES:
            self._close(TOO_MANY)
            raise NotPaired(TOO_MANY)

    async def by_code(self, code: str, name: str) -> Paired:
        """A device has a code; raises NotPaired."""
        window = self._open_window()
        if not hmac.compare_digest(window.code.encode(), code.encode()):
            raise NotPaired(WRONG_CODE)
        return await self._paired(window, name)

    @contextmanager
    def shown(self, digits: str, name: str) -> "Iterator[asyncio.Future[Paired]]":
        """A device shows digits for as long as this lasts; raises NotPaired, then or later."""
        window = self._open_window()
        if len(window.waiting) >= MOST_WAITING:
            raise NotPaired(TOO_MANY)
        waiting = _Waiting(name, digits, asyncio.get_running_loop().create_future())
        window.waiting.append(waiting)
        try:
            yield waiting.paired
        finally:
            if not waiting.paired.cancel() and not waiting.paired.cancelled():
                waiting.paired.exception()  # it was said, whether or not somebody listened
            if waiting in window.waiting:
                window.waiting.remove(waiting)

    async def _paired(self, window: _Window, name: str) -> Paired:
        """Give out the one token of a window; it is closed before anybody else can have it."""
        self._close(OTHER_PAIRED)
        token, now = secrets.token_urlsafe(32), self._facade.now()
        device = Device(
            CallerId(f"device-{secrets.token_hex(4)}"),
            window.grant.name or name,
            CallerKind.DEVICE,
            window.grant.role,
            window.grant.ceiling,
            token_hash(token),
            created=now,
            last_seen=now,
            revoked=False,
        )
        await self._facade.tell(DevicePaired(device))
        if device not in self._facade.view().devices:
            raise NotPaired(NOT_WRITTEN)
        self._last = device
        return Paired(device, token)

    def _open_window(self) -> _Window:
        if self._window is None:
            raise NotPaired(self._why)
        return self._window

    def _expire(self, window: _Window) -> None:
        if self._window is window:
            self._close(TOO_LATE)

    def _close(self, why: str) -> None:
        """Let nobody in any more; whoever waits is told why."""
        window, self._window = self._window, None
        self._why = why if why != OTHER_PAIRED else CLOSED
        for waiting in window.waiting if window else ():
            if not waiting.paired.done():
                waiting.paired.set_exception(NotPaired(why))
