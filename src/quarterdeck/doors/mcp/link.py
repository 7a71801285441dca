"""The door at `/mcp`. What stands behind it is loaded when somebody first knocks."""

import asyncio
import importlib
import logging
from typing import TYPE_CHECKING

from starlette.responses import JSONResponse
from starlette.routing import BaseRoute, Route
from starlette.types import Receive, Scope, Send

from quarterdeck.doors.mcp.desk import HumanDesk
from quarterdeck.doors.mcp.http_lines import HttpLine, on_line
from quarterdeck.doors.mcp.open_calls import OpenCalls

if TYPE_CHECKING:
    from quarterdeck.doors.mcp.server import Served

log = logging.getLogger(__name__)

NOT_INSTALLED = "MCP is not installed here: pip install 'quarterdeck[mcp]', then `qd restart`."


class McpDoor:
    """Takes MCP clients in, over HTTP."""

    def __init__(self, desk: HumanDesk, calls: OpenCalls) -> None:
        self._desk = desk
        self._calls = calls
        self._wanted = asyncio.Event()
        self._loaded = asyncio.Event()
        self._served: Served | None = None

    def routes(self) -> list[BaseRoute]:
        """Where clients knock."""
        return [Route("/mcp", self, methods=["GET", "POST", "DELETE"])]

    async def run(self) -> None:
        """Serve from the first knock on, until cancelled."""
        await self._wanted.wait()
        try:
            server = await asyncio.to_thread(
                importlib.import_module, "quarterdeck.doors.mcp.server"
            )
        except ImportError as error:
            log.warning("MCP cannot be served: %s", error)
            self._loaded.set()
            return
        async with server.serving(self._desk) as self._served:
            self._loaded.set()
            await asyncio.Event().wait()

    async def served(self) -> "Served | None":
        """The tools, once they are loaded; None where they cannot be."""
        self._wanted.set()
        await self._loaded.wait()
        return self._served

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Take one request."""
        served = await self.served()
        if served is None:
            missing = {"status": "error", "error_type": "not_installed", "message": NOT_INSTALLED}
            await JSONResponse(missing, 501)(scope, receive, send)
            return
        line = HttpLine(receive, send)
        try:
            await served.http(on_line(scope, line), line.receive, line.send)
        finally:
            self._over(line)

    def _over(self, line: HttpLine) -> None:
        """The request is over: what was told on it was taken, if its other end stayed."""
        if line.complete and not line.gone.is_set():
            for request in self._calls.on(line):
                self._desk.taken(line, request)
        line.gone.set()
        self._desk.lost(line)
