"""Loads the official SDK when somebody first wants it: until then it costs nothing."""

import asyncio
import importlib
import logging
from typing import TYPE_CHECKING

from quarterdeck.doors.mcp.desk import HumanDesk
from quarterdeck.doors.mcp.keyboard import KeyboardDesk
from quarterdeck.doors.mcp.resource_changes import ResourceChanges

if TYPE_CHECKING:
    from quarterdeck.doors.mcp.server import Served

log = logging.getLogger(__name__)

NOT_INSTALLED = "MCP is not installed here: pip install 'quarterdeck[mcp]', then `qd restart`."


class Loading:
    """The tools, from the first call on."""

    def __init__(self, desk: HumanDesk, keyboard: KeyboardDesk, changes: ResourceChanges) -> None:
        self._desks = desk, keyboard, changes
        self._wanted = asyncio.Event()
        self._loaded = asyncio.Event()
        self._served: Served | None = None

    async def run(self) -> None:
        """Serve from the first call on, until cancelled."""
        await self._wanted.wait()
        try:
            module = "quarterdeck.doors.mcp.server"
            server = await asyncio.to_thread(importlib.import_module, module)
        except ImportError as error:
            log.warning("MCP cannot be served: %s", error)
            self._loaded.set()
            return
        async with server.serving(*self._desks) as self._served:
            self._loaded.set()
            await asyncio.Event().wait()

    async def served(self) -> "Served | None":
        """The tools; whoever comes first waits for them. None where they cannot be had."""
        self._wanted.set()
        await self._loaded.wait()
        return self._served
