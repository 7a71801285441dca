"""The door at `/mcp`, for agents that call over HTTP."""

from starlette.responses import JSONResponse
from starlette.routing import BaseRoute, Route
from starlette.types import Receive, Scope, Send

from quarterdeck.doors.mcp.desk import HumanDesk
from quarterdeck.doors.mcp.http_lines import HttpLine, on_line
from quarterdeck.doors.mcp.loading import NOT_INSTALLED, Loading
from quarterdeck.doors.mcp.open_calls import OpenCalls


class McpDoor:
    """Takes requests in, and looks on whether their responses are taken."""

    def __init__(self, loading: Loading, desk: HumanDesk, calls: OpenCalls) -> None:
        self._loading = loading
        self._desk = desk
        self._calls = calls

    def routes(self) -> list[BaseRoute]:
        """Where clients knock."""
        return [Route("/mcp", self, methods=["GET", "POST", "DELETE"])]

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Take one request."""
        served = await self._loading.served()
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
            for request, _ in self._calls.on(line):
                self._desk.taken(line, request)
        line.gone.set()
        self._desk.lost(line)
