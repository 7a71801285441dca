"""The HTTP interface: one application, put together from its parts."""

from collections.abc import Callable

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, Response
from starlette.routing import BaseRoute, Route

from quarterdeck.doors.http import metrics
from quarterdeck.doors.http.asks import AskCalls
from quarterdeck.doors.http.guard import Guard
from quarterdeck.doors.http.hooks import HookCalls
from quarterdeck.doors.http.house import House
from quarterdeck.doors.http.respond import RespondCalls
from quarterdeck.doors.http.sessions import SessionCalls
from quarterdeck.doors.http.speech import bad_request, body_of, http_error, refusal
from quarterdeck.doors.http.stream import EventStream
from quarterdeck.doors.http.terminal import TerminalCalls
from quarterdeck.doors.http.wire import BadRequest


class Application(Starlette):
    """The application, with the services that others find by name in `extensions`."""

    extensions: dict[str, object]


def build(
    house: House, more: list[BaseRoute], open_paths: Callable[[str, str], bool]
) -> Application:
    """The application; `more` are routes of surfaces that live on the same port."""
    routes = [route for part in PARTS for route in part(house).routes()]
    app = Application(
        routes=[*routes, *more],
        middleware=[Middleware(Guard, keys=house.keys, open_to_all=open_paths)],
        exception_handlers={BadRequest: bad_request, HTTPException: http_error},
    )
    app.extensions = house.extensions
    return app


def open_by_default(method: str, path: str) -> bool:
    """The few calls that need no token."""
    return path == "/healthz" or (method, path) == ("POST", "/api/token")


class HouseCalls:
    """The calls about the daemon itself."""

    def __init__(self, house: House) -> None:
        self._house = house

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
        trouble = self._house.trouble()
        body = {"ok": not trouble, "version": self._house.version}
        return JSONResponse(body | ({"trouble": trouble} if trouble else {}))

    async def status(self, _: Request) -> Response:
        """A few numbers for `qd status`."""
        view = self._house.view()
        return JSONResponse(
            {
                "version": self._house.version,
                "run": self._house.run,
                "sessions": len([s for s in view.sessions if not s.ended]),
                "asks": len(view.asks),
                "waiting": len([a for a in view.asks if a.kind.priority > 1]),
                "listeners": self._house.hub.listeners,
                "trouble": self._house.trouble() or None,
            }
        )

    async def stop(self, request: Request) -> Response:
        """Stop the daemon."""
        await self._house.refuse_agents(request)
        self._house.stop()
        return JSONResponse({"status": "ok"})

    async def token(self, request: Request) -> Response:
        """The token for a single-use code."""
        code = (await body_of(request)).get("code")
        token = self._house.keys.exchange(code) if isinstance(code, str) else None
        if token is None:
            return refusal(403, "bad_code", "This link was used or is older than a minute.")
        return JSONResponse({"token": token})

    async def codes(self, request: Request) -> Response:
        """A new single-use code, for a link."""
        await self._house.refuse_agents(request)
        return JSONResponse({"code": self._house.keys.new_code()})

    async def metrics(self, _: Request) -> Response:
        """Numbers for Prometheus."""
        text = metrics.exposition(self._house.view(), self._house.hub.listeners)
        return PlainTextResponse(text, media_type="text/plain; version=0.0.4")


PARTS = (
    HouseCalls,
    SessionCalls,
    TerminalCalls,
    AskCalls,
    RespondCalls,
    HookCalls,
    EventStream,
)
