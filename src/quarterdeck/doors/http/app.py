"""The HTTP interface: one application, put together from its parts."""

from collections.abc import Callable

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, Response
from starlette.routing import BaseRoute, Route

from quarterdeck.doors.http import metrics
from quarterdeck.doors.http.access import AccessControl
from quarterdeck.doors.http.asks import AskRoutes
from quarterdeck.doors.http.bodies import bad_request, body_of, http_error, refusal
from quarterdeck.doors.http.event_stream import EventStream
from quarterdeck.doors.http.facade import Facade
from quarterdeck.doors.http.hooks import HookRoutes
from quarterdeck.doors.http.respond import RespondRoutes
from quarterdeck.doors.http.sessions import SessionRoutes
from quarterdeck.doors.http.terminal import TerminalRoutes
from quarterdeck.doors.http.wire import BadRequest


class Application(Starlette):
    """The application, with the services that others find by name in `extensions`."""

    extensions: dict[str, object]


def build(
    facade: Facade, more: list[BaseRoute], open_paths: Callable[[str, str], bool]
) -> Application:
    """The application; `more` are routes of surfaces that live on the same port."""
    routes = [route for part in PARTS for route in part(facade).routes()]
    app = Application(
        routes=[*routes, *more],
        middleware=[Middleware(AccessControl, keys=facade.keys, open_to_all=open_paths)],
        exception_handlers={BadRequest: bad_request, HTTPException: http_error},
    )
    app.extensions = facade.extensions
    return app


def open_by_default(method: str, path: str) -> bool:
    """The few calls that need no token."""
    return path == "/healthz" or (method, path) == ("POST", "/api/token")


class DaemonRoutes:
    """The calls about the daemon itself."""

    def __init__(self, facade: Facade) -> None:
        self._facade = facade

    def routes(self) -> list[BaseRoute]:
        """Where these calls are found."""
        return [
            Route("/healthz", self.health),
            Route("/metrics", self.metrics),
            Route("/api/status", self.status),
            Route("/api/stop", self.stop, methods=["POST"]),
            Route("/api/token", self.token, methods=["POST"]),
            Route("/api/codes", self.codes, methods=["POST"]),
        ]

    async def health(self, _: Request) -> Response:
        """Whether the daemon lives and can write."""
        trouble = self._facade.trouble()
        body = {"ok": not trouble, "version": self._facade.version}
        return JSONResponse(body | ({"trouble": trouble} if trouble else {}))

    async def status(self, _: Request) -> Response:
        """A few numbers for `qd status`."""
        view = self._facade.view()
        return JSONResponse(
            {
                "version": self._facade.version,
                "run": self._facade.run,
                "sessions": len([s for s in view.sessions if not s.ended]),
                "asks": len(view.asks),
                "waiting": len([a for a in view.asks if a.kind.priority > 1]),
                "listeners": self._facade.hub.listeners,
                "trouble": self._facade.trouble() or None,
            }
        )

    async def stop(self, request: Request) -> Response:
        """Stop the daemon."""
        await self._facade.refuse_agents(request)
        self._facade.stop()
        return JSONResponse({"status": "ok"})

    async def token(self, request: Request) -> Response:
        """The token for a single-use code."""
        code = (await body_of(request)).get("code")
        token = self._facade.keys.exchange(code) if isinstance(code, str) else None
        if token is None:
            return refusal(403, "bad_code", "This link was used or is older than a minute.")
        return JSONResponse({"token": token})

    async def codes(self, request: Request) -> Response:
        """A new single-use code, for a link."""
        await self._facade.refuse_agents(request)
        return JSONResponse({"code": self._facade.keys.new_code()})

    async def metrics(self, _: Request) -> Response:
        """Numbers for Prometheus."""
        text = metrics.exposition(self._facade.view(), self._facade.hub.listeners)
        return PlainTextResponse(text, media_type="text/plain; version=0.0.4")


PARTS = (
    DaemonRoutes,
    SessionRoutes,
    TerminalRoutes,
    AskRoutes,
    RespondRoutes,
    HookRoutes,
    EventStream,
)
