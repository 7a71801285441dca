"""Shows notifications on the desktop: with `notify-send`, on a Mac with `osascript`."""

import asyncio
import shutil
from collections.abc import Sequence
from subprocess import DEVNULL, PIPE

from quarterdeck.domain.ids import AskId
from quarterdeck.ports import REFUSED, AlertMessage, Unreachable
from quarterdeck.surfaces.desktop import wire

MOST = 100  # notifications whose numbers are remembered


class NotifySend:
    """The desktop of a Linux or BSD machine."""

    where = "this desktop, with notify-send"

    def __init__(self) -> None:
        self._numbers: dict[AskId, int] = {}
        self._tells_numbers = True

    async def alert(self, message: AlertMessage) -> None:
        """Show a notification; one about the same ask takes its place."""
        before = self._numbers.get(message.ask)
        words = wire.notify_send(message, replaces=before, numbered=self._tells_numbers)
        try:
            printed = await _run(words)
        except Unreachable as error:
            if not (self._tells_numbers and wire.knows_no_numbers(str(error))):
                raise
            self._tells_numbers = False
            printed = await _run(wire.notify_send(message, replaces=None, numbered=False))
        if (number := wire.number_in(printed)) is not None:
            self._numbers[message.ask] = number
            while len(self._numbers) > MOST:
                self._numbers.pop(next(iter(self._numbers)))

    async def update(self, message: AlertMessage) -> None:
        """Replace it, if its number is known."""
        if message.ask in self._numbers:
            await self.alert(message)

    async def withdraw(self, ask: AskId) -> None:
        """Close it, if its number is known and `gdbus` is installed."""
        number = self._numbers.pop(ask, None)
        if number is not None and shutil.which("gdbus"):
            await _run(wire.close(number))


class Osascript:
    """The desktop of a Mac, which withdraws nothing."""

    where = "this desktop, with osascript"

    async def alert(self, message: AlertMessage) -> None:
        """Show a notification."""
        await _run(wire.osascript(message))

    async def update(self, message: AlertMessage) -> None:
        """It stays as it is."""
        del message

    async def withdraw(self, ask: AskId) -> None:
        """It stays until the person closes it."""
        del ask


async def _run(words: Sequence[str]) -> str:
    """What a program printed; it is killed if we are cancelled."""
    try:
        program = await asyncio.create_subprocess_exec(
            *words, stdin=DEVNULL, stdout=PIPE, stderr=PIPE
        )
    except FileNotFoundError:
        raise Unreachable(f"{words[0]} is not installed.", REFUSED) from None
    except OSError as error:
        raise Unreachable(f"{words[0]} cannot be run: {error}.", REFUSED) from None
    try:
        printed, complaint = await program.communicate()
    finally:
        if program.returncode is None:
            program.kill()
            await program.wait()
    if program.returncode:
        said = complaint.decode(errors="replace").strip().splitlines()
        raise Unreachable(f"{words[0]}: {said[-1] if said else 'it failed'}")
    return printed.decode(errors="replace")
