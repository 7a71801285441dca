"""The surface protocol for devices: by their own tokens, each under its own name."""

from starlette.websockets import WebSocket
from typing_extensions import override

from quarterdeck.domain.callers import Caller
from quarterdeck.domain.ids import SurfaceId
from quarterdeck.doors.http.wire import BadRequest
from quarterdeck.doors.network.device_access import caller_from_network
from quarterdeck.doors.surface import wire
from quarterdeck.doors.surface.link import SurfaceDoor


class DeviceSurfaces(SurfaceDoor):
    """Lets devices in, each under the name that it wants and nobody else has."""

    @override
    def _known(self, hello: wire.Hello) -> Caller | None:
        return self._tokens.device(hello.token) if hello.token else None

    @override
    async def _caller(self, socket: WebSocket) -> Caller:
        return await caller_from_network(self._facade, socket, socket.scope["caller"])

    @override
    async def _name(self, hello: wire.Hello) -> SurfaceId:
        wanted = SurfaceId(f"{hello.profile.kind}-{hello.name}")
        await self._facade.core.handled()  # its own earlier connection has left by then
        if hello.name and self._is_taken(wanted):
            raise BadRequest(f"Another device is connected as {wanted}.")
        return await super()._name(hello)
