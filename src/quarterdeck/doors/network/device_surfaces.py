"""The surface protocol for devices: by their own tokens, each under its own name."""

import asyncio
import logging
from dataclasses import dataclass, field
from functools import cached_property

from starlette.websockets import WebSocket
from typing_extensions import override

from quarterdeck.domain.callers import Caller
from quarterdeck.domain.ids import CallerId, SurfaceId
from quarterdeck.doors.http.wire import BadRequest
from quarterdeck.doors.network.device_access import caller_from_network
from quarterdeck.doors.surface import wire
from quarterdeck.doors.surface.link import SurfaceDoor

log = logging.getLogger(__name__)


@dataclass(eq=False, slots=True)
class _Served:
    """A surface that is connected."""

    device: CallerId
    replaced: asyncio.Event = field(default_factory=asyncio.Event)
    gone: asyncio.Event = field(default_factory=asyncio.Event)


class DeviceSurfaces(SurfaceDoor):
    """Lets devices in; one that comes again takes its own place, and nobody else's."""

    @cached_property
    def _served(self) -> dict[SurfaceId, _Served]:
        """Who is connected."""
        return {}

    @override
    def _known(self, hello: wire.Hello) -> Caller | None:
        return self._tokens.device(hello.token) if hello.token else None

    @override
    async def _caller(self, socket: WebSocket) -> Caller:
        return await caller_from_network(self._facade, socket, socket.scope["caller"])

    @override
    async def _name(self, hello: wire.Hello, caller: Caller) -> SurfaceId:
        """The name that a device wants; its own old connection may be dead without knowing it."""
        wanted = SurfaceId(f"{hello.profile.kind}-{hello.name}")
        while (before := self._served.get(wanted)) and before.device == caller.id:
            log.info("%s comes again: its earlier connection is closed", wanted)
            before.replaced.set()
            await before.gone.wait()
        await self._facade.core.handled()
        if hello.name and self._is_taken(wanted):
            raise BadRequest(f"Another device is connected as {wanted}.")
        return await super()._name(hello, caller)

    @override
    async def _serve(
        self,
        name: SurfaceId,
        hello: wire.Hello,
        caller: Caller,
        socket: WebSocket,
        stopping: asyncio.Event,
    ) -> None:
        served = self._served[name] = _Served(caller.id)
        try:
            await super()._serve(name, hello, caller, socket, served.replaced)
        finally:
            del self._served[name]
            served.gone.set()
