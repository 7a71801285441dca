"""Loads the official SDK when somebody first wants it: until then it costs nothing."""

import asyncio
import importlib
import logging
from typing import TYPE_CHECKING

from quarterdeck.doors.facade import Facade
from quarterdeck.doors.mcp.open_calls import OpenCalls
from quarterdeck.doors.mcp.resource_changes import ResourceChanges

if TYPE_CHECKING:
    from quarterdeck.doors.mcp.keyboard import Advise
    from quarterdeck.doors.mcp.server import Served

log = logging.getLogger(__name__)

NOT_INSTALLED = "MCP is not installed here: pip install 'quarterdeck[mcp]', then `qd restart`."


class Loading:
    """The tools, from the first call on."""

    def __init__(
        self,
        facade: Facade,
        calls: OpenCalls,
        changes: ResourceChanges,
        advise: "Advise",
        stop: asyncio.Event,
    ) -> None:
        self._needs = facade, calls, changes, advise, stop
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
        async with server.serving(*self._needs) as self._served:
            self._loaded.set()
            await asyncio.Event().wait()

    async def served(self) -> "Served | None":
        """The tools; whoever comes first waits for them. None where they cannot be had."""
        self._wanted.set()
        await self._loaded.wait()
        return self._served
