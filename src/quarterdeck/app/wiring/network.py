"""The network door and pairing; loaded when the door is open, or somebody asks whether it is."""

from collections.abc import Sequence
from pathlib import Path

from starlette.requests import Request
from starlette.routing import BaseRoute
from starlette.types import ASGIApp

from quarterdeck.app.settings import TKeyboard
from quarterdeck.app.wiring.surfaces import Surfaces
from quarterdeck.domain.callers import Caller
from quarterdeck.doors.facade import Facade
from quarterdeck.doors.http.access import Tokens
from quarterdeck.doors.http.visitors import Visitors
from quarterdeck.doors.keyboard_api.images import Icons
from quarterdeck.doors.network import app
from quarterdeck.doors.network.device_access import caller_from_network
from quarterdeck.doors.network.device_surfaces import DeviceSurfaces
from quarterdeck.doors.network.door import NetworkDoor
from quarterdeck.doors.network.pairing import Pairing
from quarterdeck.doors.network.pairing_link import PairingDoor
from quarterdeck.doors.network.pairing_routes import PairingRoutes
from quarterdeck.doors.surface.pictures import PictureRoutes


class Network:
    """The door for devices, and how they are paired."""

    def __init__(
        self,
        settings: TKeyboard,
        certificate: Path,
        facade: Facade,
        tokens: Tokens,
        visitors: Visitors,
        surfaces: Surfaces,
        icons: Icons,
    ) -> None:
        self._facade = facade
        self._tokens = tokens
        self._visitors = visitors
        self._surfaces = surfaces.door(DeviceSurfaces, visitors)
        self._pictures = PictureRoutes(facade, surfaces.key_boards, self._who)
        self._icons = icons
        self._pairing = Pairing(facade)
        self.door = NetworkDoor(
            settings.host, settings.port, certificate, visitors, self._application
        )

    def routes(self) -> Sequence[BaseRoute]:
        """The calls by which a person on this machine pairs a device."""
        return PairingRoutes(self._facade, self._pairing, self.door).routes()

    def _application(self, pin: str) -> ASGIApp:
        pairs = PairingDoor(self._facade, self._pairing, self._visitors, pin)
        routes = [*self._surfaces.routes(), *pairs.routes(), *self._pictures.routes()]
        return app.build(routes, self._icons, self._tokens.device, self._visitors)

    async def _who(self, request: Request) -> Caller:
        return await caller_from_network(self._facade, request, request.scope["caller"])
