"""A real tmux server of its own for every test."""

import shutil
import tempfile
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest
import pytest_asyncio
from tests.stage.tmux import PROGRAMS, BridgedServer, TmuxServer

from quarterdeck.terminals.tmux.bridge import TmuxBridge
from quarterdeck.terminals.tmux.seeing.terminal_events import TerminalEvent
from quarterdeck.terminals.tmux.settings import BridgeSettings


@pytest.fixture
def tmux_server() -> Iterator[TmuxServer]:
    """A server that starts with its first session and ends with the test."""
    root = Path(tempfile.mkdtemp(prefix="qd-tmux-"))
    tmux_server = TmuxServer(root)
    yield tmux_server
    tmux_server.close()
    shutil.rmtree(root, ignore_errors=True)


@pytest_asyncio.fixture
async def bridged(tmux_server: TmuxServer) -> AsyncIterator[BridgedServer]:
    """A bridge that runs for the test."""
    told: list[TerminalEvent] = []
    async with TmuxBridge(BridgeSettings(subprocess_timeout=2), told.append, PROGRAMS) as bridge:
        yield BridgedServer(tmux_server, bridge, told)
