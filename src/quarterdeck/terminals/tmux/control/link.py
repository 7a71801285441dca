"""One control client: a long-running tmux process that takes commands and reports events."""

import asyncio
from collections.abc import Callable
from dataclasses import replace
from typing import cast

from typing_extensions import override

from quarterdeck.terminals.tmux.control.commands import Request
from quarterdeck.terminals.tmux.control.commands import request as one
from quarterdeck.terminals.tmux.control.introducer import Introducer
from quarterdeck.terminals.tmux.control.notifications import Attached, Notification
from quarterdeck.terminals.tmux.control.process import Address, TmuxProcess, end, start
from quarterdeck.terminals.tmux.control.wire import Answer, Conversation
from quarterdeck.terminals.tmux.results import TmuxBridgeErrorType, TmuxError

COMMANDS = "ignore-size,no-output"
STREAM = "ignore-size,pause-after=2"
BEAT_EVERY = 2.0
LAST_WORDS = 0.2  # seconds for what a process said before it ended to arrive
_BEAT = one("display-message", "-p", "beat")


class Client(TmuxProcess):
    """The process and the talk with it."""

    def __init__(
        self, hear: Callable[[Notification], None], left: Callable[[], None] = lambda: None
    ) -> None:
        super().__init__()
        self._hear = hear
        self._left = left  # called when its process has ended
        self._talk = Conversation()
        self._waiting: dict[int, asyncio.Future[Answer]] = {}
        self._transport: asyncio.SubprocessTransport | None = None
        self._attached: asyncio.Future[str] = asyncio.get_running_loop().create_future()
        self._complaint = b""

    @property
    def pid(self) -> int | None:
        """The process, while there is one."""
        return self._transport.get_pid() if self._transport else None

    async def ask(self, request: Request, within: float) -> Answer:
        """Have a request done; the answers come in the order of the requests."""
        if self.gone.is_set() or self._transport is None:
            raise _gone()
        number, line = self._talk.ask(request)
        answer: asyncio.Future[Answer] = asyncio.get_running_loop().create_future()
        self._waiting[number] = answer
        self._input().write(line)
        try:
            async with asyncio.timeout(within):
                return await answer
        except TimeoutError:
            raise TmuxError(TmuxBridgeErrorType.TIMEOUT, f"silent for {within} s") from None

    def say(self, request: Request) -> None:
        """Have a request done without waiting for its answer."""
        if not self.gone.is_set():
            _, line = self._talk.ask(request)
            self._input().write(line)

    async def stay(self, within: float) -> None:
        """Wait for the client's end; a beat frees replies that tmux forgot, and finds it stuck."""
        while not await happens(self.gone, BEAT_EVERY):
            try:
                await self.ask(_BEAT, within)
            except TmuxError:
                self.kill()

    def kill(self) -> None:
        """End the process, even one that was stopped."""
        if self._transport is not None and not self.gone.is_set():
            self._transport.kill()

    async def close(self) -> None:
        """End the process and wait for it."""
        if self._transport is not None:
            await end(self._transport, self)

    async def ready(self, within: float) -> None:
        """Wait until tmux has attached the client, or say why it did not."""
        try:
            async with asyncio.timeout(within):
                error = await self._attached
        except TimeoutError:
            raise TmuxError(TmuxBridgeErrorType.TIMEOUT, "tmux does not attach") from None
        if error:
            raise TmuxError(TmuxBridgeErrorType.SUBPROCESS_FAILED, error)

    @override
    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast(asyncio.SubprocessTransport, transport)

    @override
    def pipe_data_received(self, fd: int, data: bytes) -> None:
        if fd == 2:
            self._complaint += data
            return
        for heard in self._talk.feed(data):
            if isinstance(heard, tuple):
                self._answered(*heard)
            elif isinstance(heard, Attached):
                self._settle(heard.error)
            else:
                self._hear(heard)

    @override
    def process_exited(self) -> None:
        super().process_exited()
        self._left()
        # Its last words may still be in the pipes, and the server may keep those open.
        asyncio.get_running_loop().call_later(LAST_WORDS, self._ended)
        waiting, self._waiting = self._waiting, {}
        for answer in waiting.values():
            if not answer.done():
                answer.set_exception(_gone())

    @override
    def connection_lost(self, exc: Exception | None) -> None:
        self._ended()
        super().connection_lost(exc)

    def _ended(self) -> None:
        self._settle(self._complaint.decode(errors="replace").strip() or "tmux ended")

    def _answered(self, number: int, answer: Answer) -> None:
        waiting = self._waiting.pop(number, None)
        if waiting is not None and not waiting.done():
            waiting.set_result(answer)

    def _settle(self, error: str) -> None:
        if not self._attached.done():
            self._attached.set_result(error)

    def _input(self) -> asyncio.WriteTransport:
        assert self._transport is not None
        return cast(asyncio.WriteTransport, self._transport.get_pipe_transport(0))


async def attach(
    address: Address,
    session: str,
    flags: str,
    hear: Callable[[Notification], None],
    within: float,
    *,
    introduced: bool = True,
) -> Client:
    """Start a control client in a tmux session; its environment stays as it is (`-E`).

    Every server survives one that is introduced, but only from 3.7 on one that is not.
    """
    words = ("-C", "attach-session", "-E", "-f", flags, "-t", session)
    if introduced:
        introducer = _introducer(address.socket)
        near, left = replace(address, socket=introducer.socket), introducer.close
    else:
        near, left = address, lambda: None
    try:
        _, client = await start(lambda: Client(hear, left), near.argv(*words))
    except BaseException:
        left()
        raise
    try:
        await client.ready(within)
    except BaseException:
        await client.close()
        raise
    return client


async def happens(event: asyncio.Event, within: float) -> bool:
    """Wait for an event, but no longer than this; true if it came."""
    try:
        async with asyncio.timeout(within):
            return await event.wait()
    except TimeoutError:
        return False


def _introducer(server: str) -> Introducer:
    try:
        return Introducer(server)
    except OSError as error:
        why = f"{server}: {error.strerror}"
        raise TmuxError(TmuxBridgeErrorType.SUBPROCESS_FAILED, why) from error


def _gone() -> TmuxError:
    return TmuxError(TmuxBridgeErrorType.SUBPROCESS_FAILED, "the control client is gone")
