"""Runs the scripts: goes to a terminal's tab, and types into it if there is no tmux."""

import asyncio
import contextlib
from collections.abc import Callable

from quarterdeck.domain.states import Composer, Outcome, State
from quarterdeck.judgement.screens.reading import Reading
from quarterdeck.ports import Delivery, Unreachable
from quarterdeck.terminals.macos import wire
from quarterdeck.terminals.macos.applications import application_on

SCRIPT_WITHIN = 5.0
SEEN_WITHIN = 5.0  # seconds for a text to appear in the composer
TAKEN_WITHIN = 3.0  # seconds for the agent to say that it took a prompt
GLANCE = 0.1

Reader = Callable[[str], Reading]


async def focus(tty: str) -> Delivery:
    """Select a terminal's tab, if its application reveals it, and bring that to the front."""
    application = await application_on(tty)
    if application is None:
        return Delivery(Outcome.NOT_DELIVERED, f"no application is known that shows {tty}")
    try:
        tells = application in wire.TABS
        shown = tells and await run(wire.show(application, tty)) == wire.DONE
        await run(wire.activate(application))
    except Unreachable as error:
        return Delivery(Outcome.NOT_DELIVERED, str(error))
    if shown:
        return Delivery(Outcome.ACCEPTED, f"shown in {application}")
    return Delivery(Outcome.UNKNOWN, f"{application} is in front; its tab could not be selected")


async def send(
    tty: str, text: str, read: Reader, taken: asyncio.Future[str], pasted: Callable[[], None]
) -> Delivery:
    """Type a text into an idle agent's empty composer, see it there, and submit it."""
    application = await application_on(tty)
    if application not in wire.TABS:
        return _no_tabs(application, tty)
    if not wire.can_write(application, text):
        return Delivery(Outcome.NOT_DELIVERED, f"{application} cannot be given this text")
    return await Typing(tty, application, text, read, taken).done(pasted)


async def strike(tty: str, key: str) -> Delivery:
    """Press a key in a terminal's tab, whatever it shows."""
    application = await application_on(tty)
    if application not in wire.TABS:
        return _no_tabs(application, tty)
    try:
        told = await run(wire.press(application, tty, key))
    except Unreachable as error:
        return _undelivered(str(error))
    if told != wire.DONE:
        return _undelivered(f"the tab is {told}")
    return Delivery(Outcome.UNKNOWN, f"{key} was pressed in {application}")


async def strike_at_work(tty: str, key: str, read: Reader) -> Delivery:
    """Press a key in the tab of an agent that works and asks nothing."""
    application = await application_on(tty)
    if application not in wire.TABS:
        return _no_tabs(application, tty)
    try:
        shown = await run(wire.read(application, tty))
    except Unreachable as error:
        return _undelivered(str(error))
    reading = read(shown) if shown != wire.MISSING else None
    if reading is None:
        return _undelivered(f"{application} has no tab with {tty}")
    if reading.state is not State.WORKING or reading.dialog:
        return Delivery(Outcome.BLOCKED, f"the agent is {reading.state}", "blocked")
    return await strike(tty, key)


class Typing:
    """One text on its way into one tab."""

    def __init__(
        self, tty: str, application: str, text: str, read: Reader, taken: asyncio.Future[str]
    ) -> None:
        self._tty = tty
        self._application = application
        self._text = text
        self._read = read
        self._taken = taken

    async def done(self, pasted: Callable[[], None]) -> Delivery:
        """Type it, unless something is in the way; returns the outcome."""
        try:
            reading = await self._look()
            if reading.state is not State.IDLE or reading.composer is not Composer.EMPTY:
                why = f"the agent is {reading.state}, its composer {reading.composer}"
                return Delivery(Outcome.BLOCKED, why)
            await self._do(wire.write(self._application, self._tty, self._text))
            pasted()
        except Unreachable as error:
            return Delivery(Outcome.NOT_DELIVERED, str(error))
        try:
            return await self._submitted()
        except Unreachable as error:
            return Delivery(Outcome.UNKNOWN, str(error))

    async def _submitted(self) -> Delivery:
        if not await self._appears():
            why = "the text is not seen in the composer, and was not submitted"
            return Delivery(Outcome.NOT_DELIVERED, why)
        await self._do(wire.press(self._application, self._tty, "Enter"))
        try:
            async with asyncio.timeout(TAKEN_WITHIN):
                taken = await self._taken
        except TimeoutError:
            return Delivery(Outcome.UNKNOWN, "Enter was pressed; the agent did not confirm it")
        if taken.strip() != self._text.strip():
            return Delivery(Outcome.UNKNOWN, "Enter was pressed; the agent received another prompt")
        return Delivery(Outcome.ACCEPTED, "")

    async def _appears(self) -> bool:
        """Whether the composer comes to hold the text, and nothing else."""
        for _ in range(round(SEEN_WITHIN / GLANCE)):
            if _signs((await self._look()).draft) == _signs(self._text):
                return True
            await asyncio.sleep(GLANCE)
        return False

    async def _look(self) -> Reading:
        shown = await run(wire.read(self._application, self._tty))
        if shown == wire.MISSING:
            raise Unreachable(f"{self._application} has no tab with {self._tty}")
        return self._read(shown)

    async def _do(self, script: wire.Script) -> None:
        told = await run(script)
        if told != wire.DONE:
            raise Unreachable(f"the tab is {told}")


def _no_tabs(application: str | None, tty: str) -> Delivery:
    return _undelivered(f"{application or 'its application'} does not say which tab shows {tty}")


def _undelivered(why: str) -> Delivery:
    return Delivery(Outcome.NOT_DELIVERED, why, "not_delivered")


async def run(script: wire.Script) -> str:
    """What a script answers; raises Unreachable if it cannot be run."""
    pipe = asyncio.subprocess.PIPE
    try:
        process = await asyncio.create_subprocess_exec(
            "osascript", "-", stdin=pipe, stdout=pipe, stderr=pipe
        )
    except FileNotFoundError:
        raise Unreachable("osascript is not on the PATH") from None
    try:
        async with asyncio.timeout(SCRIPT_WITHIN):
            said, complaint = await process.communicate(script.encode())
    except TimeoutError:
        raise Unreachable(f"osascript did not finish within {SCRIPT_WITHIN:g} s") from None
    finally:
        if process.returncode is None:
            with contextlib.suppress(ProcessLookupError):
                process.kill()
            await process.wait()
    if process.returncode:
        raise Unreachable(f"osascript: {complaint.decode(errors='replace').strip()}")
    return said.decode(errors="replace").removesuffix("\n")


def _signs(text: str) -> str:
    """A text without the spaces and breaks that a terminal adds or swallows."""
    return "".join(text.split())
