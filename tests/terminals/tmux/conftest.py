"""A real tmux server of its own for every test."""

from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
import pytest_asyncio
from tests.stage.tmux import PROGRAMS, BridgedServer, TmuxServer, tmux_server_in
from tests.stage.until import PATIENCE

from quarterdeck.terminals.tmux.bridge import TmuxBridge
from quarterdeck.terminals.tmux.seeing.terminal_events import TerminalEvent
from quarterdeck.terminals.tmux.settings import BridgeSettings


@pytest.fixture
def tmux_server(place: Path) -> Iterator[TmuxServer]:
    """A server that starts with its first session and ends with the test."""
    with tmux_server_in(place) as tmux_server:
        yield tmux_server


@asynccontextmanager
async def _bridged(tmux_server: TmuxServer, within: float) -> AsyncIterator[BridgedServer]:
    told: list[TerminalEvent] = []
    settings = BridgeSettings(subprocess_timeout=within)
    async with TmuxBridge(settings, told.append, PROGRAMS) as bridge:
        yield BridgedServer(tmux_server, bridge, told)


@pytest_asyncio.fixture
async def bridged(tmux_server: TmuxServer) -> AsyncIterator[BridgedServer]:
    """A bridge that runs for the test, and waits even for a busy machine."""
    async with _bridged(tmux_server, PATIENCE) as bridged:
        yield bridged


@pytest_asyncio.fixture
async def impatient(tmux_server: TmuxServer) -> AsyncIterator[BridgedServer]:
    """A bridge that gives up soon, where that is what a test waits for."""
    async with _bridged(tmux_server, 3) as bridged:
        yield bridged
