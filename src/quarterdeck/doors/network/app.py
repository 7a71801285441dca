"""All that the network is served: surfaces, pairing, and pictures by their names."""

from collections.abc import Callable

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.routing import BaseRoute, Route
from starlette.types import ASGIApp

from quarterdeck.domain.callers import Caller
from quarterdeck.doors.http.bodies import http_error
from quarterdeck.doors.http.visitors import Visitors
from quarterdeck.doors.keyboard_api.images import Icons, ImageRoutes
from quarterdeck.doors.keyboard_api.paths import PICTURE
from quarterdeck.doors.network.device_access import DeviceAccess


def build(
    doors: list[BaseRoute],
    icons: Icons,
    device: Callable[[str], Caller | None],
    visitors: Visitors,
) -> ASGIApp:
    """The application; `doors` are the WebSockets, on which devices say who they are."""
    return Starlette(
        routes=[*doors, Route(PICTURE, ImageRoutes(icons).picture)],
        middleware=[Middleware(DeviceAccess, device=device, visitors=visitors)],
        exception_handlers={HTTPException: http_error},
    )
