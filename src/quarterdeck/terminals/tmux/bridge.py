"""Everything that can be done with tmux panes, on every server on which an agent was seen."""

import asyncio
import time
from collections.abc import AsyncGenerator, Callable, Collection, Sequence
from contextlib import aclosing, suppress
from types import TracebackType
from typing import Protocol, Self

from quarterdeck.domain.sessions import Process
from quarterdeck.domain.states import Outcome
from quarterdeck.judgement.typed_text import prepared
from quarterdeck.ports import Drawn, Script, Written
from quarterdeck.terminals.tmux.control import processes
from quarterdeck.terminals.tmux.control.commands import Landmark
from quarterdeck.terminals.tmux.control.identity import named, owner
from quarterdeck.terminals.tmux.control.panes import Pane, PaneIdentity
from quarterdeck.terminals.tmux.control.process import Address
from quarterdeck.terminals.tmux.focus import focus
from quarterdeck.terminals.tmux.results import (
    HealthResult,
    SendResult,
    TmuxBridgeErrorType,
    TmuxError,
)
from quarterdeck.terminals.tmux.seeing.screen import Screen
from quarterdeck.terminals.tmux.seeing.server import Server
from quarterdeck.terminals.tmux.seeing.terminal_events import PaneGone, TerminalEvent
from quarterdeck.terminals.tmux.seeing.viewer import Viewer
from quarterdeck.terminals.tmux.settings import BridgeSettings
from quarterdeck.terminals.tmux.typing.key_sender import KeySender
from quarterdeck.terminals.tmux.typing.keys import UnknownKey
from quarterdeck.terminals.tmux.typing.pane_input import PaneInput
from quarterdeck.terminals.tmux.typing.presser import PRESSED, Presser
from quarterdeck.terminals.tmux.typing.script_runner import ScriptRunner
from quarterdeck.terminals.tmux.typing.typist import (
    Ended,
    Reader,
    TypingRequest,
    Typist,
    wait_until_free,
)

Target = PaneIdentity | str | None


class Typing(Protocol):
    """Something on its way into one pane."""

    @property
    def acted(self) -> bool:
        """Whether the pane's program may have acted on it."""

    async def run(self) -> Ended:
        """Take it all the way, or stop where the evidence ends."""


class TmuxBridge:
    """The tmux servers of one user; use it as an async context manager."""

    def __init__(
        self,
        bridge: BridgeSettings,
        tell: Callable[[TerminalEvent], None],
        programs: Collection[str],  # by their names: they are agents
    ) -> None:
        self.bridge = bridge
        self._programs = programs
        self.servers: dict[str, Server] = {}
        self._tell = tell
        self._inputs: dict[PaneIdentity, PaneInput] = {}
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._group = asyncio.TaskGroup()

    async def __aenter__(self) -> Self:
        await self._group.__aenter__()
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        for task in self._tasks.values():
            task.cancel()
        await self._group.__aexit__(kind, error, trace)

    # Finding.

    def add_server(self, socket: str) -> Server:
        """Watch the server on this socket, now and whenever it comes back."""
        if socket not in self.servers:
            server = Server(Address(socket), self._told, self.bridge)
            self.servers[socket] = server
            self._tasks[socket] = self._group.create_task(server.run())
        return self.servers[socket]

    async def find(self, pid: int) -> Pane | None:
        """Find the pane in which a process runs; its server is watched from then on."""
        told = named(processes.environment(pid))
        if told:
            self.add_server(told[0])
        tty, lineage = processes.terminal(pid), list(processes.with_parents(pid))
        for socket, server in self.servers.items():
            name = told[1] if told and told[0] == socket else ""
            panes = await self._known(server)
            if found := owner(panes, tty=tty, lineage=lineage, told=name):
                return found
        return None

    async def list_panes(self) -> list[Pane]:
        """List the panes of every known server that answers."""
        return [pane for server in self.servers.values() for pane in await self._known(server)]

    def seen(self, identity: PaneIdentity) -> Screen | None:
        """The last screen of a followed pane, without asking for it."""
        server = self.servers.get(identity.socket)
        screen = server.watcher.screen(identity.pane) if server else None
        return screen if screen and screen.pane_pid == identity.pane_pid else None

    async def check_health(self, target: Target) -> HealthResult:
        """Tell whether a pane exists, and whether an agent runs in it."""
        try:
            pane = await self._pane(target)
        except TmuxError as error:
            return HealthResult(False, False, error.kind, str(error))
        return HealthResult(True, not pane.dead and pane.command in self._programs)

    # Looking.

    async def capture_pane(self, target: Target) -> Screen:
        """Capture a pane's screen with its colours; raises `TmuxError`."""
        pane = await self._input(target)
        return await pane.look()

    async def view(self, target: Target) -> AsyncGenerator[Drawn | Written, None]:
        """Give a pane's screen with its history, then what it writes; raises `TmuxError`."""
        pane = await self._pane(target)
        server = self.servers[pane.identity.socket]
        viewer = Viewer(server, pane.identity, self.bridge.subprocess_timeout)
        async with aclosing(viewer.watch()) as shown:
            async for one in shown:
                yield one

    async def wait_until_free(self, target: Target, read: Reader) -> None:
        """Wait until a text can be typed into a pane's composer; raises `TmuxError`."""
        await wait_until_free(await self._input(target), read)

    # Typing.

    async def send_text(
        self,
        target: Target,
        text: str,
        read: Reader,
        *,
        own_queue: bool = False,
        shell: bool = False,
        process: Process | None = None,
        prompted: asyncio.Future[str] | None = None,
        pasted: Callable[[], None] = lambda: None,
    ) -> SendResult:
        """Type a text into an idle agent's empty composer and submit it, verified throughout."""
        wish = TypingRequest(prepared(text, shell=shell), own_queue, prompted, pasted)
        return await self._in_turn(
            target, process, lambda pane: Typist(pane, read, self.bridge, wish)
        )

    async def send_keys(
        self,
        target: Target,
        *names: str,
        expect: tuple[Landmark, ...],
        process: Process | None = None,
    ) -> SendResult:
        """Press keys by name while these landmarks are on the screen; nothing verifies them."""
        return await self._in_turn(target, process, lambda pane: KeySender(pane, names, expect))

    async def press(
        self,
        target: Target,
        names: Sequence[str],
        read: Reader,
        *,
        process: Process | None = None,
    ) -> SendResult:
        """Press keys one by one while the dialog that is there now stays, or none comes."""
        return await self._in_turn(target, process, lambda pane: Presser(pane, names, read))

    async def run_script(
        self, target: Target, keys: Script, read: Reader, *, process: Process | None = None
    ) -> SendResult:
        """Answer a dialog with keys, each sent only while the dialog is the one expected."""
        return await self._in_turn(target, process, lambda pane: ScriptRunner(pane, keys, read))

    async def _in_turn(
        self, target: Target, process: Process | None, begin: Callable[[PaneInput], Typing]
    ) -> SendResult:
        """Type something into a pane when its turn comes; a failure on the way is no evidence."""
        began, typing = time.monotonic(), None
        try:
            pane = await self._input(target)
            async with pane.turn(process):
                began = time.monotonic()
                typing = begin(pane)
                return _result(await typing.run(), began)
        except TmuxError as error:
            return _failed(error, began, sent=typing is not None and typing.acted)
        except UnknownKey as error:
            unsendable = TmuxError(TmuxBridgeErrorType.SEND_FAILED, str(error))
            return _failed(unsendable, began, sent=False)

    async def focus(self, target: Target) -> SendResult:
        """Bring a pane to the front in the client they used last."""
        began = time.monotonic()
        try:
            pane = await self._pane(target)
            return _result(await focus(self.servers[pane.identity.socket], pane), began)
        except TmuxError as error:
            return _failed(error, began, sent=False)

    def _told(self, happened: TerminalEvent) -> None:
        if isinstance(happened, PaneGone):
            self._inputs.pop(happened.identity, None)
        self._tell(happened)

    # Which pane is meant.

    async def _input(self, target: Target) -> PaneInput:
        # Whoever names the pane itself gets its turn at once, in the order of the calls.
        if not isinstance(target, PaneIdentity):
            target = (await self._pane(target)).identity
        if target not in self._inputs:
            pause = self.bridge.sequential_send_delay_ms / 1000
            self._inputs[target] = PaneInput(self.add_server(target.socket), target, pause)
        return self._inputs[target]

    async def _pane(self, target: Target) -> Pane:
        if not target:
            raise TmuxError(TmuxBridgeErrorType.NO_PANE_ID, "no pane is known")
        if isinstance(target, PaneIdentity):
            panes = await self._panes(self.add_server(target.socket))
            return _only([pane for pane in panes if pane.identity == target], target.pane)
        if len(self.servers) == 1:
            panes = await self._panes(*self.servers.values())
        else:
            panes = await self.list_panes()
        return _only([pane for pane in panes if pane.identity.pane == target], target)

    async def _known(self, server: Server) -> list[Pane]:
        with suppress(TmuxError):
            return await self._panes(server)
        return []

    async def _panes(self, server: Server) -> list[Pane]:
        await server.look()
        return list(server.panes.values())


def _only(found: list[Pane], name: str) -> Pane:
    if len(found) == 1:
        return found[0]
    why = "is on several servers" if found else "is not there"
    raise TmuxError(TmuxBridgeErrorType.PANE_NOT_FOUND, f"pane {name} {why}")


def _result(ended: Ended, began: float) -> SendResult:
    done = ended.outcome is Outcome.ACCEPTED or ended is PRESSED
    failed = None if done else TmuxBridgeErrorType.SEND_FAILED
    return SendResult(ended.outcome, _since(began), failed, ended.why)


def _failed(error: TmuxError, began: float, *, sent: bool) -> SendResult:
    outcome = Outcome.UNKNOWN if sent else Outcome.NOT_DELIVERED
    return SendResult(outcome, _since(began), error.kind, str(error))


def _since(began: float) -> int:
    return round((time.monotonic() - began) * 1000)
