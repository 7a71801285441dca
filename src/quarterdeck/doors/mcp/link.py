"""The door at `/mcp`, for agents that call over HTTP."""

from starlette.responses import JSONResponse
from starlette.routing import BaseRoute, Route
from starlette.types import Receive, Scope, Send

from quarterdeck.doors.mcp.loading import NOT_INSTALLED, Loading


class McpDoor:
    """Takes requests in, the first of which has the tools loaded."""

    def __init__(self, loading: Loading) -> None:
        self._loading = loading

    def routes(self) -> list[BaseRoute]:
        """Where clients knock."""
        return [Route("/mcp", self, methods=["GET", "POST", "DELETE"])]

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Take one request."""
        served = await self._loading.served()
        if served is None:
            missing = {"status": "error", "error_type": "not_installed", "message": NOT_INSTALLED}
            await JSONResponse(missing, 501)(scope, receive, send)
        else:
            await served.http(scope, receive, send)
