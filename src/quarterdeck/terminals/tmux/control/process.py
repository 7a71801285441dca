"""tmux as a process: for one request, or as a long-running client."""

import asyncio
import os
from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeVar

from typing_extensions import override

from quarterdeck.terminals.tmux.control.commands import Request
from quarterdeck.terminals.tmux.control.wire import Answer
from quarterdeck.terminals.tmux.results import TmuxBridgeErrorType, TmuxError

_Process = TypeVar("_Process", bound="TmuxProcess")


@dataclass(frozen=True, slots=True)
class Address:
    """Where a server listens, and the program that talks to it."""

    socket: str
    binary: str = "tmux"

    def argv(self, *words: str) -> list[str]:
        """Give the arguments of a tmux process that never starts a server."""
        return [self.binary, "-u", "-N", "-S", self.socket, *words]


def surroundings() -> dict[str, str]:
    """Give an environment in which tmux does not think that it runs inside itself."""
    return {k: v for k, v in os.environ.items() if k not in {"TMUX", "TMUX_PANE"}}


async def run(address: Address, request: Request, within: float) -> Answer:
    """Have one tmux process do a request."""
    transport, once = await start(_Once, address.argv(*request.argv()))
    try:
        async with asyncio.timeout(within):
            await once.closed.wait()
    except TimeoutError:
        raise TmuxError(TmuxBridgeErrorType.TIMEOUT, f"no answer within {within} s") from None
    finally:
        await end(transport, once)
    return once.answer(transport.get_returncode())


async def end(transport: asyncio.SubprocessTransport, process: "TmuxProcess") -> None:
    """Leave neither the process nor its pipes; the server may hold their other ends."""
    try:
        if not process.gone.is_set():
            transport.kill()
            await surely(process.gone)
    finally:
        transport.close()
        await surely(process.closed)


async def start(
    made: Callable[[], _Process], argv: list[str]
) -> tuple[asyncio.SubprocessTransport, _Process]:
    """Start a tmux process; whoever is cancelled meanwhile leaves none, however often."""
    loop, begun = asyncio.get_running_loop(), asyncio.Event()
    starting = loop.create_task(
        loop.subprocess_exec(made, *argv, env=surroundings(), start_new_session=True)
    )
    starting.add_done_callback(lambda _: begun.set())
    try:
        await surely(begun)
    except asyncio.CancelledError:
        if starting.exception() is None:
            await end(*starting.result())
        raise
    try:
        return starting.result()
    except FileNotFoundError:
        kind = TmuxBridgeErrorType.TMUX_NOT_INSTALLED
        raise TmuxError(kind, f"{argv[0]} is not on the PATH") from None
    except OSError as error:
        raise TmuxError(TmuxBridgeErrorType.UNKNOWN, str(error)) from error


async def surely(event: asyncio.Event) -> None:
    """Wait for an event that is sure to come soon, and be cancelled only after it."""
    cancelled: asyncio.CancelledError | None = None
    while not event.is_set():
        try:
            await event.wait()
        except asyncio.CancelledError as error:
            cancelled = error
    if cancelled is not None:
        raise cancelled


class TmuxProcess(asyncio.SubprocessProtocol):
    """A process of ours whose end can be awaited."""

    def __init__(self) -> None:
        self.gone = asyncio.Event()
        self.closed = asyncio.Event()  # its pipes too

    @override
    def process_exited(self) -> None:
        self.gone.set()

    @override
    def connection_lost(self, exc: Exception | None) -> None:
        self.closed.set()


class _Once(TmuxProcess):
    """Collects what one process says."""

    def __init__(self) -> None:
        super().__init__()
        self._said = {1: bytearray(), 2: bytearray()}

    def answer(self, code: int | None) -> Answer:
        """Give the output; errors count only if the process failed."""
        out, err = (self._said[fd].decode(errors="replace") for fd in (1, 2))
        return Answer(tuple(out.split("\n")[:-1]), err.strip() if code else "")

    @override
    def pipe_data_received(self, fd: int, data: bytes) -> None:
        self._said[fd] += data
