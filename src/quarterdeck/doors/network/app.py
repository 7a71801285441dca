"""All that the network is served: surfaces, pairing, and pictures."""

from collections.abc import Callable

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.routing import BaseRoute
from starlette.types import ASGIApp

from quarterdeck.domain.callers import Caller
from quarterdeck.doors.facade import Refused
from quarterdeck.doors.http.bodies import http_error, refused
from quarterdeck.doors.http.visitors import Visitors
from quarterdeck.doors.keyboard_api.images import Icons, picture_route
from quarterdeck.doors.network.device_access import DeviceAccess


def build(
    routes: list[BaseRoute],
    icons: Icons,
    device: Callable[[str], Caller | None],
    visitors: Visitors,
) -> ASGIApp:
    """The application: these routes, and the pictures that have names."""
    return Starlette(
        routes=[*routes, picture_route(icons)],
        middleware=[Middleware(DeviceAccess, device=device, visitors=visitors)],
        exception_handlers={HTTPException: http_error, Refused: refused},
    )
