"""The HTTP interface: one application, put together from its parts."""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, Response
from starlette.routing import BaseRoute, Route

from quarterdeck.domain.callers import Right
from quarterdeck.doors.facade import Facade, NotFound, Refused
from quarterdeck.doors.http import metrics
from quarterdeck.doors.http.access import AccessControl, Tokens
from quarterdeck.doors.http.alerts import AlertChannels, AlertRoutes
from quarterdeck.doors.http.asks import AskRoutes
from quarterdeck.doors.http.bodies import (
    bad_request,
    http_error,
    not_found,
    refused,
)
from quarterdeck.doors.http.buttons import ButtonRoutes
from quarterdeck.doors.http.connections import permitted
from quarterdeck.doors.http.devices import DeviceRoutes
from quarterdeck.doors.http.event_stream import EventStream
from quarterdeck.doors.http.history import HistoryRoutes
from quarterdeck.doors.http.hooks import HookRoutes, TakeHook
from quarterdeck.doors.http.hub import Hub
from quarterdeck.doors.http.previews import PreviewRoutes
from quarterdeck.doors.http.respond import Health, RespondRoutes
from quarterdeck.doors.http.service_workers import NoServiceWorkers
from quarterdeck.doors.http.sessions import SessionRoutes
from quarterdeck.doors.http.suggestions import SuggestionDesk, SuggestionRoutes
from quarterdeck.doors.http.terminal import TerminalRoutes
from quarterdeck.doors.http.timeline import TimelineRoutes
from quarterdeck.doors.http.visitors import Visitors
from quarterdeck.doors.http.wire import BadRequest


class Application(Starlette):
    """The application, with the services that others find by name in `extensions`."""

    extensions: dict[str, object]


@dataclass(frozen=True, slots=True)
class Services:
    """What this door needs besides the facade."""

    hub: Hub
    tokens: Tokens
    visitors: Visitors
    alerts: AlertChannels
    take_hook: TakeHook
    health: Health
    suggestions: SuggestionDesk
    stop: asyncio.Event
    extensions: dict[str, object]


def build(
    facade: Facade,
    services: Services,
    more: list[BaseRoute],
    open_paths: Callable[[str, str], bool],
) -> Application:
    """The application; `more` are routes of surfaces that live on the same port."""
    hub, tokens, stop = services.hub, services.tokens, services.stop
    routes = [
        *DaemonRoutes(facade, hub, stop).routes(),
        *DeviceRoutes(facade, tokens, services.visitors).routes(),
        *SessionRoutes(facade).routes(),
        *ButtonRoutes(facade).routes(),
        *TerminalRoutes(facade, tokens, stop).routes(),
        *PreviewRoutes(facade, stop).routes(),
        *TimelineRoutes(facade).routes(),
        *AskRoutes(facade).routes(),
        *AlertRoutes(facade, services.alerts).routes(),
        *HistoryRoutes(facade).routes(),
        *SuggestionRoutes(facade, services.suggestions).routes(),
        *RespondRoutes(facade, hub, services.health).routes(),
        *HookRoutes(facade, services.take_hook).routes(),
        *EventStream(facade, hub, stop).routes(),
    ]
    app = Application(
        routes=[*routes, *more],
        middleware=[
            Middleware(NoServiceWorkers),
            Middleware(
                AccessControl, keys=tokens, visitors=services.visitors, open_to_all=open_paths
            ),
        ],
        exception_handlers={
            BadRequest: bad_request,
            NotFound: not_found,
            Refused: refused,
            HTTPException: http_error,
        },
    )
    app.extensions = services.extensions
    return app


def open_by_default(method: str, path: str) -> bool:
    """The few calls that need no token."""
    return path == "/healthz" or (method, path) in _OPEN


_OPEN = (("POST", "/api/hello"), ("POST", "/api/pages"), ("WS", "/surface"))


class DaemonRoutes:
    """The calls about the daemon itself."""

    def __init__(self, facade: Facade, hub: Hub, stop: asyncio.Event) -> None:
        self._facade = facade
        self._hub = hub
        self._stop = stop

    def routes(self) -> list[BaseRoute]:
        """Where these calls are found."""
        return [
            Route("/healthz", self.health),
            Route("/metrics", self.metrics),
            Route("/api/status", self.status),
            Route("/api/stop", self.stop, methods=["POST"]),
        ]

    async def health(self, _: Request) -> Response:
        """Whether the daemon is healthy and can write."""
        trouble = self._facade.core.trouble
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
                "listeners": self._hub.listeners,
                "keyboards": len([s for s in view.surfaces if s.profile.kind == "keyboard"]),
                "queued": len(view.presses),
                "trouble": self._facade.core.trouble or None,
            }
        )

    async def stop(self, request: Request) -> Response:
        """Stop the daemon."""
        await permitted(self._facade, request, Right.CONFIGURE)
        self._stop.set()
        return JSONResponse({"status": "ok"})

    async def metrics(self, _: Request) -> Response:
        """Numbers for Prometheus."""
        text = metrics.exposition(self._facade.view(), self._hub.listeners)
        return PlainTextResponse(text, media_type="text/plain; version=0.0.4")
