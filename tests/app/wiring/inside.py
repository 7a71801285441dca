"""A daemon that runs in the test's own process."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

from tests.stage.until import PATIENCE

from quarterdeck.app.cli.client import Client
from quarterdeck.app.paths import Paths
from quarterdeck.app.settings import load
from quarterdeck.app.wiring.daemon import Daemon


@dataclass(frozen=True)
class Inside:
    """A running daemon."""

    daemon: Daemon
    paths: Paths

    async def get(self, path: str) -> object:
        """The answer to a GET."""
        return await asyncio.to_thread(Client(self.paths, PATIENCE).get, path)


@asynccontextmanager
async def running(place: Path, settings: str = "") -> AsyncIterator[Inside]:
    """A daemon with these settings, until the block ends."""
    (place / "config.toml").write_text(f"[http]\nport = 0\n{settings}")
    paths = Paths(place / "config.toml", place, place, place)
    daemon = Daemon(paths, load(paths.config), ends_unused=False)
    run = asyncio.ensure_future(daemon.run())
    try:
        yield Inside(daemon, paths)
    finally:
        daemon.stop.set()
        await run
