"""The surface protocol, and the boards of surfaces with keys; loaded when a surface first comes."""

import asyncio
from collections.abc import Callable, Sequence
from functools import partial

from starlette.routing import BaseRoute

from quarterdeck.app.settings import PaletteColours, Settings
from quarterdeck.daemon.key_boards import DeckSettings, KeyBoards
from quarterdeck.daemon.surfaces import SurfaceBoards
from quarterdeck.domain.agenda import Order
from quarterdeck.domain.events import Event
from quarterdeck.domain.guards import Guards
from quarterdeck.domain.risk import Level
from quarterdeck.domain.sessions import Session
from quarterdeck.doors.facade import Facade
from quarterdeck.doors.http.access import Tokens
from quarterdeck.doors.http.connections import caller_of
from quarterdeck.doors.http.hub import Hub
from quarterdeck.doors.http.visitors import Visitors
from quarterdeck.doors.surface.device_places import DevicePlaces
from quarterdeck.doors.surface.link import SurfaceDoor
from quarterdeck.doors.surface.pictures import PictureRoutes
from quarterdeck.doors.surface.routes import SurfaceRoutes
from quarterdeck.surfaces.kit.link import DrawingProcess


class Surfaces:
    """Lets surfaces in, and has the boards of those with keys drawn."""

    def __init__(
        self,
        settings: Settings,
        facade: Facade,
        hub: Hub,
        tokens: Tokens,
        boards: SurfaceBoards,
        guards: Guards,
        put: Callable[[Event], None],
        can_focus: Callable[[Session], bool],
        stop: asyncio.Event,
    ) -> None:
        self._facade = facade
        self._hub = hub
        self._tokens = tokens
        self._boards = boards
        self._guards = guards
        self._places = DevicePlaces()  # a device has one, by whichever door it comes
        self._stop = stop
        self._drawing = DrawingProcess(*_colours(settings.palette))
        self.key_boards = KeyBoards(
            facade.run,
            _deck(settings),
            guards,
            facade.view,
            put,
            facade.now,
            self._drawing.draw,
            can_focus,
        )

    def routes(self, visitors: Visitors) -> Sequence[BaseRoute]:
        """Where the surfaces of this machine come in, and the calls about all of them."""
        facade, boards = self._facade, self.key_boards
        return [
            *self.door(SurfaceDoor, visitors).routes(),
            *SurfaceRoutes(facade, boards).routes(),
            *PictureRoutes(facade, boards, partial(caller_of, facade)).routes(),
        ]

    def door(self, kind: type[SurfaceDoor], visitors: Visitors) -> SurfaceDoor:
        """A door for surfaces."""
        return kind(
            self._facade,
            self._hub,
            self._tokens,
            visitors,
            self._boards,
            self.key_boards,
            self._guards,
            self._places,
            self._stop,
        )

    async def close(self) -> None:
        """End the process that draws."""
        await self._drawing.close()


def _deck(settings: Settings) -> DeckSettings:
    deck = settings.deck
    return DeckSettings(
        Order(deck.order),
        tiles=deck.idle == "sessions",
        guard_dim=settings.display.guard_dim,
        brightness=deck.brightness,
        sleep=deck.sleep_s,
    )


def _colours(palette: PaletteColours) -> tuple[tuple[str, ...], dict[Level, tuple[str, ...]]]:
    return palette.sessions, {level: getattr(palette, level) for level in Level}
