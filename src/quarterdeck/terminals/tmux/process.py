"""tmux as a process of its own: for one request, or as a client that stays."""

import asyncio
import os
from dataclasses import dataclass

from quarterdeck.terminals.tmux.commands import Request
from quarterdeck.terminals.tmux.results import TmuxBridgeErrorType, TmuxError
from quarterdeck.terminals.tmux.wire import Answer


@dataclass(frozen=True, slots=True)
class Address:
    """Where a server listens, and the program that speaks to it."""

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
    process = await _started(address.argv(*request.argv()))
    try:
        async with asyncio.timeout(within):
            out, err = await process.communicate()
    except TimeoutError:
        process.kill()
        await process.wait()
        raise TmuxError(TmuxBridgeErrorType.TIMEOUT, f"no answer within {within} s") from None
    error = err.decode(errors="replace").strip() if process.returncode else ""
    return Answer(tuple(out.decode(errors="replace").split("\n")[:-1]), error)


async def _started(argv: list[str]) -> asyncio.subprocess.Process:
    pipe = asyncio.subprocess.PIPE
    try:
        return await asyncio.create_subprocess_exec(
            *argv, stdin=asyncio.subprocess.DEVNULL, stdout=pipe, stderr=pipe, env=surroundings()
        )
    except FileNotFoundError:
        kind = TmuxBridgeErrorType.TMUX_NOT_INSTALLED
        raise TmuxError(kind, f"{argv[0]} is not on the PATH") from None
