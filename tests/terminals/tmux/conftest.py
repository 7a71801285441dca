"""A real tmux server of its own for every test."""

import shutil
import tempfile
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest
import pytest_asyncio
from tests.terminals.tmux.crew import Crew, Ship

from quarterdeck.terminals.tmux.bridge import TmuxBridge
from quarterdeck.terminals.tmux.happenings import Happening
from quarterdeck.terminals.tmux.settings import Bridge


@pytest.fixture
def ship() -> Iterator[Ship]:
    """A server that starts with its first session and ends with the test."""
    root = Path(tempfile.mkdtemp(prefix="qd-tmux-"))
    ship = Ship(root)
    yield ship
    ship.close()
    shutil.rmtree(root, ignore_errors=True)


@pytest_asyncio.fixture
async def crew(ship: Ship) -> AsyncIterator[Crew]:
    """A bridge that runs for the test."""
    told: list[Happening] = []
    async with TmuxBridge(Bridge(subprocess_timeout=2), told.append) as bridge:
        yield Crew(ship, bridge, told)
