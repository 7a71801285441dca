"""A pane for a live viewer: the exact screen first, then its output, corrected now and then."""

import asyncio
from collections.abc import AsyncGenerator
from contextlib import suppress
from functools import partial

from quarterdeck.ports import Drawn, Written
from quarterdeck.terminals.tmux.control.commands import Request, request
from quarterdeck.terminals.tmux.control.link import STREAM, Client, happens
from quarterdeck.terminals.tmux.control.notifications import Notification, Output, PaneText, Paused
from quarterdeck.terminals.tmux.control.panes import Pane, PaneIdentity, lost
from quarterdeck.terminals.tmux.results import TmuxError
from quarterdeck.terminals.tmux.seeing.pane_streams import Hear
from quarterdeck.terminals.tmux.seeing.screen import Screen
from quarterdeck.terminals.tmux.seeing.server import Server
from quarterdeck.terminals.tmux.seeing.snapshot import paint

QUIET = 0.15  # a pane that is quiet for this long is redrawn: streams may drift
RESTLESS = 3.0  # and one that never rests, after so long
HISTORY = 1000
_PENDING = 512 * 1024  # a viewer that lags behind by more gets a new screen instead


class Viewer:
    """One viewer of one pane; what it has not read yet is its own, so a slow one delays nobody."""

    def __init__(self, server: Server, identity: PaneIdentity, within: float) -> None:
        self._server = server
        self._identity = identity
        self._within = within
        self._session = ""
        self._client: Client | None = None
        self._text = PaneText()
        self._pending: list[str] = []
        self._size = 0
        self._torn = False
        self._news = asyncio.Event()
        self._shape = (0, 0)

    async def watch(self) -> AsyncGenerator[Drawn | Written, None]:
        """Give the screen, then the stream, until the pane or its server is gone."""
        # It may be moved to another tmux session, whose clients alone hear of it then.
        while (pane := self._pane()) and pane.session != self._session:
            self._session = pane.session
            streams, name = self._server.pane_streams, self._identity.pane
            attach = partial(self._attached, pane.session)
            async with streams.listening(name, pane.session, self._hear, attach) as client:
                self._client = client
                yield await self._drawn()
                with suppress(TmuxError):  # it ends with the pane
                    async for shown in self._stream(client):
                        yield shown
                    await self._server.look()
        if not self._session:
            raise lost(self._identity)

    def _pane(self) -> Pane | None:
        """Give the pane, if it is still the one that is meant."""
        pane = self._server.panes.get(self._identity.pane)
        return pane if pane and pane.identity == self._identity else None

    def _stays(self) -> bool:
        pane = self._pane()
        return pane is not None and pane.session == self._session

    async def _attached(self, session: str, hear: Hear) -> Client:
        client = await self._server.attach(session, STREAM, hear)
        if others := self._others(session):
            client.say(others)
        return client

    def _others(self, session: str) -> Request | None:
        """Quiet the other panes: late replies of a flooded client would be out of order."""
        panes = [n for n, pane in self._server.panes.items() if pane.session == session]
        words = [("refresh-client", "-A", f"{n}:pause") for n in panes if n != self._identity.pane]
        return Request(tuple(words), len(words)) if words else None

    async def _stream(self, client: Client) -> AsyncGenerator[Drawn | Written, None]:
        loop = asyncio.get_running_loop()
        beats, dirty, drawn = 0.0, 0.0, loop.time()
        while not client.gone.is_set() and self._stays():
            came = await happens(self._news, QUIET if dirty or self._torn else 1.0)
            self._news.clear()
            if text := self._taken():
                yield Written(text)
                dirty = dirty or loop.time()
            mends = self._torn and loop.time() - drawn > QUIET
            if mends or (dirty and (not came or loop.time() - dirty > RESTLESS)):
                self._torn, dirty = False, 0.0
                yield await self._drawn()
                drawn = loop.time()
            if loop.time() - beats > 2.0:
                beats = loop.time()
                client.say(request("display-message", "-p", "beat"))

    async def _drawn(self) -> Drawn:
        screen = await self._captured(0)
        if whole := (screen.width, screen.height) != self._shape:
            screen = await self._captured(HISTORY)
        # What came before the capture is in it; what came since is corrected later.
        self._torn = bool(self._taken())
        self._shape = (screen.width, screen.height)
        return Drawn(paint(screen, whole=whole), *self._shape, whole)

    async def _captured(self, history: int) -> Screen:
        screen = await self._server.capture_one(self._identity.pane, history)
        if screen is None or screen.pane_pid != self._identity.pane_pid:
            raise lost(self._identity)
        return screen

    def _hear(self, heard: Notification) -> None:
        match heard:
            case Output(pane=pane, data=data) if pane == self._identity.pane:
                self._keep(self._text.read(data))
            case Paused(pane=pane) if pane == self._identity.pane and self._client:
                self._client.say(request("refresh-client", "-A", f"{pane}:continue"))
                self._torn = True
                self._news.set()
            case _:
                pass

    def _keep(self, text: str) -> None:
        self._pending.append(text)
        self._size += len(text)
        if self._size > _PENDING:
            self._taken()
            self._torn = True
        self._news.set()

    def _taken(self) -> str:
        text = "".join(self._pending)
        self._pending.clear()
        self._size = 0
        return text
