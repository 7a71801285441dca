"""Alerts inside tmux: a message and the bell in the client that was used last."""

import asyncio
import os
from collections.abc import Callable

from quarterdeck.domain.ids import AskId
from quarterdeck.ports import REFUSED, AlertMessage, Unreachable
from quarterdeck.terminals.tmux.bridge import TmuxBridge
from quarterdeck.terminals.tmux.control.commands import Request, request
from quarterdeck.terminals.tmux.focus import CLIENTS, Window, windows
from quarterdeck.terminals.tmux.results import TmuxError, complaint
from quarterdeck.terminals.tmux.seeing.server import Server

SHOWN_MS = "4000"  # the client is not redrawn meanwhile, until a key is pressed


class TmuxAlerter:
    """All tmux servers on which agents live."""

    where = "the tmux client you used last"

    def __init__(self, bridge: Callable[[], TmuxBridge], *, bell: bool) -> None:
        self._bridge = bridge
        self._bell = bell

    async def alert(self, message: AlertMessage) -> None:
        """Show a message, and ring the bell."""
        server, window = await self._used_last()
        try:
            answer = await server.ask(_message(window, f"{message.title} ({message.text})"))
            if answer.error:
                raise complaint(answer.error)
        except TmuxError as error:
            raise Unreachable(str(error)) from None
        if self._bell and window.name.startswith("/dev/"):
            await asyncio.to_thread(_ring, window.name)

    async def update(self, message: AlertMessage) -> None:
        """The message is gone by now."""
        del message

    async def withdraw(self, ask: AskId) -> None:
        """The message is gone by now."""
        del ask

    async def _used_last(self) -> tuple[Server, Window]:
        found: list[tuple[int, Server, Window]] = []
        for server in self._bridge().servers.values():
            try:
                listed = await server.ask(CLIENTS)
            except TmuxError:
                continue  # it has ended or does not answer
            found += [(window.used, server, window) for window in windows(listed.lines)]
        if not found:
            raise Unreachable("No terminal is attached to a tmux server with agents.", REFUSED)
        _, server, window = max(found, key=lambda one: one[0])
        return server, window


def _message(window: Window, text: str) -> Request:
    # tmux would expand `#` as a format and `%` as a time.
    line = " ".join(text.split()).replace("#", "##").replace("%", "%%")
    return request("display-message", "-c", window.name, "-d", SHOWN_MS, line)


def _ring(tty: str) -> None:
    """Ring the bell of a terminal; tmux has no command for it."""
    try:
        line = os.open(tty, os.O_WRONLY | os.O_NOCTTY | os.O_NONBLOCK)
    except OSError:
        return  # it is gone
    try:
        os.write(line, b"\a")
    except OSError:
        pass
    finally:
        os.close(line)
