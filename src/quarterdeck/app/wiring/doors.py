"""Where people, programs and devices come in; what nobody has knocked at is not loaded."""

import asyncio
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

from starlette.routing import BaseRoute

from quarterdeck.app.paths import Paths
from quarterdeck.app.settings import Settings
from quarterdeck.app.wiring.later import Later
from quarterdeck.app.wiring.later_key_boards import LaterKeyBoards
from quarterdeck.daemon.surfaces import SurfaceBoards
from quarterdeck.domain.buttons import Buttons, Context
from quarterdeck.domain.events import Event
from quarterdeck.domain.guards import Guards
from quarterdeck.domain.ids import SessionId
from quarterdeck.domain.sessions import Session
from quarterdeck.doors.facade import Facade
from quarterdeck.doors.http.access import PICTURES
from quarterdeck.doors.http.app import Application, Services, build, open_by_default
from quarterdeck.doors.http.later_routes import LaterRoutes
from quarterdeck.doors.http.visitors import Visitors
from quarterdeck.doors.keyboard_api.paths import CALLS, IMAGES, is_open_call, is_open_image
from quarterdeck.doors.mcp.link import McpDoor
from quarterdeck.doors.mcp.loading import Loading
from quarterdeck.doors.mcp.open_calls import OpenCalls
from quarterdeck.doors.mcp.relays import RelayServer
from quarterdeck.doors.mcp.resource_changes import ResourceChanges
from quarterdeck.surfaces.web import link as web

if TYPE_CHECKING:
    from quarterdeck.app.wiring.keyboard_calls import KeyboardCalls
    from quarterdeck.app.wiring.network import Network
    from quarterdeck.app.wiring.surfaces import Surfaces

SURFACES = ("/surface", "/api/surfaces", "/api/surfaces/{id:path}", f"{PICTURES}{{id}}")
PAIRING = ("/api/pairing", "/api/pairing/{call}")


class Doors:
    """All doors of the daemon."""

    def __init__(
        self,
        paths: Paths,
        settings: Settings,
        facade: Facade,
        services: Services,
        network_visitors: Visitors,
        *,
        guards: Guards,
        boards: SurfaceBoards,
        key_boards: LaterKeyBoards,
        tool_calls: OpenCalls,
        resource_changes: ResourceChanges,
        advise: Callable[[Session, Context, str], Awaitable[Buttons]],
        can_focus: Callable[[Session], bool],
        put: Callable[[Event], None],
    ) -> None:
        self._paths = paths
        self._settings = settings
        self._facade = facade
        self._services = services
        self._network_visitors = network_visitors
        self._guards = guards
        self._boards = boards
        self._key_boards = key_boards
        self._can_focus = can_focus
        self._put = put
        self._started = facade.now()
        self._tools = Loading(facade, tool_calls, resource_changes, advise, services.stop)
        here = "quarterdeck.app.wiring"
        self._surfaces = Later(f"{here}.surfaces", self._make_surfaces)
        self._keyboard_calls = Later(f"{here}.keyboard_calls", self._make_keyboard_calls)
        self._network = Later(f"{here}.network", self._make_network)

    def app(self) -> Application:
        """All that is served on this machine."""
        keyboard = (
            [LaterRoutes(CALLS, self._call_routes)] if self._settings.http.keyboard_calls else []
        )
        more: list[BaseRoute] = [
            LaterRoutes(SURFACES, self._surface_routes),
            *McpDoor(self._tools).routes(),
            LaterRoutes(IMAGES, self._image_routes),
            *keyboard,
            LaterRoutes(PAIRING, self._pairing_routes),
            LaterRoutes(web.PATHS, self._page_routes),
        ]
        return build(self._facade, self._services, more, _is_open)

    def parts(self) -> Mapping[str, Callable[[], Awaitable[None]]]:
        """What runs as long as the daemon does."""
        parts: dict[str, Callable[[], Awaitable[None]]] = {
            "the tools": self._tools.run,
            "the relays": RelayServer(self._paths.mcp, self._tools).run,
        }
        if self._settings.tkeyboard.enabled:
            parts["the network door"] = self._open_network
        return parts

    async def close(self) -> None:
        """Let go of everything."""
        if self._surfaces.made:
            await self._surfaces.made.close()

    # What is loaded later

    async def _make_surfaces(self) -> "Surfaces":
        from quarterdeck.app.wiring.surfaces import Surfaces

        services = self._services
        surfaces = Surfaces(
            self._settings,
            self._facade,
            services.hub,
            services.tokens,
            self._boards,
            self._guards,
            self._put,
            self._can_focus,
            services.stop,
        )
        self._key_boards.boards = surfaces.key_boards
        return surfaces

    async def _make_keyboard_calls(self) -> "KeyboardCalls":
        from quarterdeck.app.wiring.keyboard_calls import KeyboardCalls

        visitors, pictures = self._services.visitors, self._paths.pictures
        return KeyboardCalls(self._facade, visitors, pictures, self._bound_sessions, self._started)

    async def _make_network(self) -> "Network":
        from quarterdeck.app.wiring.network import Network

        return Network(
            self._settings.tkeyboard,
            self._paths.certificate,
            self._facade,
            self._services.tokens,
            self._network_visitors,
            await self._surfaces(),
            (await self._keyboard_calls()).icons,
        )

    async def _open_network(self) -> None:
        await (await self._network()).door.run()

    async def _page_routes(self) -> Sequence[BaseRoute]:
        display = self._settings.display
        told = web.DisplaySettings(display.guard_dim, display.hold_ms)
        return await asyncio.to_thread(web.routes, told)

    async def _surface_routes(self) -> Sequence[BaseRoute]:
        return (await self._surfaces()).routes(self._services.visitors)

    async def _image_routes(self) -> Sequence[BaseRoute]:
        return (await self._keyboard_calls()).image_routes()

    async def _call_routes(self) -> Sequence[BaseRoute]:
        return (await self._keyboard_calls()).routes()

    async def _pairing_routes(self) -> Sequence[BaseRoute]:
        return (await self._network()).routes()

    def _bound_sessions(self) -> Iterable[SessionId]:
        return (s.bound.session for s in self._facade.view().surfaces if s.bound)


def _is_open(method: str, path: str) -> bool:
    parts = (open_by_default, web.is_open, is_open_image, is_open_call)
    return any(opens(method, path) for opens in parts)
