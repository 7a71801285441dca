"""One tmux server: its panes, kept up to date, and a way to talk to it."""

import asyncio
import time
from collections.abc import Callable
from contextlib import suppress

from quarterdeck.terminals.tmux.control import panes as roll_call
from quarterdeck.terminals.tmux.control import process
from quarterdeck.terminals.tmux.control.backoff import STEADY, growing
from quarterdeck.terminals.tmux.control.commands import Request
from quarterdeck.terminals.tmux.control.link import COMMANDS, Client, attach, happens
from quarterdeck.terminals.tmux.control.notifications import (
    LayoutChanged,
    Notification,
    PaneModeChanged,
    SessionsChanged,
    WindowAdded,
    WindowClosed,
)
from quarterdeck.terminals.tmux.control.panes import Pane, PaneIdentity, PaneTable
from quarterdeck.terminals.tmux.control.process import Address
from quarterdeck.terminals.tmux.control.processes import started
from quarterdeck.terminals.tmux.control.versions import dies_of_news, leaks
from quarterdeck.terminals.tmux.control.wire import Answer
from quarterdeck.terminals.tmux.results import TmuxError, complaint
from quarterdeck.terminals.tmux.seeing import screen
from quarterdeck.terminals.tmux.seeing.capture_schedule import MUCH
from quarterdeck.terminals.tmux.seeing.pane_streams import PaneStreams
from quarterdeck.terminals.tmux.seeing.screen import KEPT, Screen
from quarterdeck.terminals.tmux.seeing.streams import Streams
from quarterdeck.terminals.tmux.seeing.terminal_events import (
    PaneGone,
    ScreenChanged,
    ServerUp,
    TerminalEvent,
)
from quarterdeck.terminals.tmux.seeing.watcher import BY_CHANNEL, BY_PROCESS, Watcher
from quarterdeck.terminals.tmux.settings import BridgeSettings

CALL_EVERY = 10.0  # with a control client, which also tells when to look
CALL_WITHOUT_CONTROL = 0.25
OVERVIEW_EVERY = 1.0  # whether panes of other tmux sessions changed, which no client is told
CALLS_APART = 0.05
UNHEARD_WITHIN = 2.0  # what a pane wrote without our hearing it is seen by then
_NEWS = (
    SessionsChanged,
    LayoutChanged,
    PaneModeChanged,
    WindowAdded,
    WindowClosed,
)


class Server:
    """A server that may come and go; a control client talks to it where possible."""

    def __init__(
        self, address: Address, tell: Callable[[TerminalEvent], None], bridge: BridgeSettings
    ) -> None:
        self.address = address
        self.panes: dict[str, Pane] = {}
        self.watcher = Watcher(self.capture, self._screen_changed)
        self._tell = tell
        self._within = bridge.subprocess_timeout
        self._attaches = bridge.control_mode
        self._pane_table: PaneTable | None = None
        self._client: Client | None = None
        self._followed: set[str] = set()
        self._news = asyncio.Event()
        self._called = asyncio.Event()
        self.pane_streams = PaneStreams()
        self._streams = Streams(
            self.attach,
            bridge.subprocess_timeout,
            stirred=self.watcher.stirred,
            news=self._news.set,
            changed=self._streams_changed,
        )

    @property
    def version(self) -> str:
        """The server's version; empty while it is down."""
        return self._pane_table.version if self._pane_table else ""

    @property
    def control_pids(self) -> list[int]:
        """Our own tmux processes on this server."""
        clients = [self._client, *self._streams.running.values()]
        return [client.pid for client in clients if client is not None and client.pid]

    async def run(self) -> None:
        """Keep watching the server, through its ends and beginnings."""
        async with asyncio.TaskGroup() as group:
            group.create_task(self._call_the_roll())
            group.create_task(self._keep_a_client())
            group.create_task(self.watcher.run())
            group.create_task(self._notice_the_unheard())

    async def ask(self, asked: Request) -> Answer:
        """Have a request done, by the control client if there is one."""
        if self._client is not None and not self._client.gone.is_set():
            return await self._client.ask(asked, self._within)
        return await process.run(self.address, asked, self._within)

    async def attach(
        self, session: str, flags: str, hear: Callable[[Notification], None]
    ) -> Client:
        """Attach a control client of ours, in a way that this server survives."""
        careful = not self.version or dies_of_news(self.version)
        return await attach(self.address, session, flags, hear, self._within, introduced=careful)

    async def look(self) -> None:
        """Ask which panes there are."""
        answer = await self._harmless(roll_call.CALL, by_channel=True)
        if answer.error:
            raise complaint(answer.error)
        self._note(roll_call.read(self.address.socket, answer.lines, started))

    async def capture(self, wanted: list[str]) -> list[Screen]:
        """Capture the screens of panes; those that are gone are left out."""
        began, found, left = time.monotonic(), list[Screen](), wanted
        while left:
            asked = screen.request((pane, self._history(pane)) for pane in left)
            answer = await self._harmless(asked, by_channel=not self._leaks())
            got = list(screen.read(answer.lines))
            if answer.error and "find pane" not in answer.error:
                raise complaint(answer.error)
            found += got
            left = left[len(got) + 1 :] if answer.error else []
        for one in found:
            self.watcher.saw(one, began)
        return found

    async def capture_one(self, pane: str, history: int) -> Screen | None:
        """Capture a pane with this many lines of its history, for a live viewer."""
        asked = screen.request([(pane, history)])
        answer = await self._harmless(asked, by_channel=not self._leaks())
        return next(screen.read(answer.lines), None)

    def follow(self, pane: str) -> None:
        """Watch a pane's screen."""
        self._followed.add(pane)
        self.watcher.follow(pane)
        self._arrange()

    def forget(self, pane: str) -> None:
        """Watch a pane's screen no more."""
        self._followed.discard(pane)
        self.watcher.forget(pane)
        self._arrange()

    def told(self, pane: str) -> bool:
        """Tell whether we are notified when this pane writes something."""
        seen = self.panes.get(pane)
        return seen is not None and seen.session in self._streams.running

    async def _harmless(self, asked: Request, *, by_channel: bool) -> Answer:
        """Have a request done that may be done twice: if the client fails, by a process."""
        if by_channel and self._client is not None:
            with suppress(TmuxError):
                return await self._client.ask(asked, self._within)
        return await process.run(self.address, asked, self._within)

    async def _notice_the_unheard(self) -> None:
        """Look at panes that wrote something, should a stream have failed to tell us.

        One short question for all of them; panes that wrote nothing cannot look otherwise.
        """
        since = int(time.time())
        while True:
            await asyncio.sleep(UNHEARD_WITHIN)
            told = [pane for pane in self._followed if self.told(pane)]
            if not told or self._client is None:
                continue
            asked, before = int(time.time()), since
            with suppress(TmuxError):
                answer = await self._client.ask(roll_call.ACTIVITY, self._within)
                wrote = roll_call.wrote_since(answer.lines, before - 1)
                for pane in told:
                    if (seen := self.panes.get(pane)) and seen.window in wrote:
                        self.watcher.stirred(pane, 0)
                since = asked

    # The roll: which panes there are.

    async def _call_the_roll(self) -> None:
        pauses = growing()
        while True:
            self._news.clear()
            try:
                await self.look()
                pauses = growing()
                pause = CALL_EVERY if self._client else CALL_WITHOUT_CONTROL
            except TmuxError:
                self._down()
                pause = next(pauses)
            await happens(self._news, pause)
            await asyncio.sleep(CALLS_APART)

    def _note(self, roll: PaneTable) -> None:
        was_silent = self._pane_table is None
        before, self._pane_table, self.panes = self.panes, roll, roll.panes
        present = {pane.identity for pane in roll.panes.values()}
        for pane in before.values():
            if pane.identity not in present:
                self._gone(pane.identity)
        if was_silent:
            self._tell(ServerUp(self.address.socket))
        self._arrange()
        self._called.set()

    def _gone(self, identity: PaneIdentity) -> None:
        self.forget(identity.pane)
        self._tell(PaneGone(identity))

    def _down(self) -> None:
        if self._pane_table is None:
            return
        gone, self.panes, self._pane_table = self.panes, {}, None
        for pane in gone.values():
            self._gone(pane.identity)

    # The command client. It asks for no output: so the server counts it as able to take any,
    # and never stops reading the panes because the stream clients are slow.

    async def _keep_a_client(self) -> None:
        pauses = growing()
        while True:
            self._called.clear()
            began = time.monotonic()
            if session := self._sturdy():
                with suppress(TmuxError):
                    await self._hold(session)
                self._news.set()
                if time.monotonic() - began > STEADY:
                    pauses = growing()
                await asyncio.sleep(next(pauses))
            else:
                await self._called.wait()

    def _sturdy(self) -> str | None:
        """A tmux session that a client of ours may attach to."""
        sturdy = (pane.session for pane in self.panes.values() if not pane.fragile)
        return next(sturdy, None) if self._attaches else None

    async def _hold(self, session: str) -> None:
        client = await self.attach(session, COMMANDS, self._hear)
        try:
            self._client = client
            self.watcher.pace.limit(BY_PROCESS if self._leaks() else BY_CHANNEL)
            async with asyncio.TaskGroup() as group:
                beside = [self._streams.run(), self._notice_other_panes(client)]
                tasks = [group.create_task(one) for one in beside]
                await client.stay(self._within)
                for task in tasks:
                    task.cancel()
        finally:
            self._client = None
            await client.close()

    async def _notice_other_panes(self, client: Client) -> None:
        """Call the roll when panes of any tmux session come, go, or run something else."""
        before = None
        while not await happens(client.gone, OVERVIEW_EVERY):
            with suppress(TmuxError):
                now = (await client.ask(roll_call.OVERVIEW, self._within)).lines
                if now != before:
                    before = now
                    self._news.set()

    def _hear(self, heard: Notification) -> None:
        if isinstance(heard, _NEWS):
            self._news.set()

    # Screens.

    def _arrange(self) -> None:
        followed = {p.session for name, p in self.panes.items() if name in self._followed}
        fragile = {p.session for p in self.panes.values() if p.fragile}
        self._streams.want(followed - fragile)
        for pane in self._followed:
            self.watcher.pace.polled(pane, not self.told(pane))

    def _streams_changed(self) -> None:
        self._arrange()
        for pane in self._followed:
            # It may have written something before its stream began, or after it ended.
            self.watcher.stirred(pane, MUCH)

    def _screen_changed(self, changed: Screen) -> None:
        seen = self.panes.get(changed.pane)
        same = seen is not None and seen.identity.pane_pid == changed.pane_pid
        if seen is None or not same or seen.dead is not changed.dead:
            self._news.set()
        if seen is not None and same and changed.pane in self._followed:
            self._tell(ScreenChanged(seen.identity, changed))

    def _history(self, pane: str) -> int:
        height = self.panes[pane].height if pane in self.panes else KEPT // 2
        return max(0, KEPT - height)

    def _leaks(self) -> bool:
        """Whether every capture over the channel leaks memory in this server."""
        return leaks(self.version)
