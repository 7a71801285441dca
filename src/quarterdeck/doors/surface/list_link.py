"""A surface that shows asks as a list of cards: the page, or a terminal."""

from collections.abc import Callable, Sequence
from math import ceil
from typing import Protocol

from starlette.websockets import WebSocket
from typing_extensions import override

from quarterdeck.domain.actions import Progress
from quarterdeck.domain.asks import Ask
from quarterdeck.domain.callers import Caller
from quarterdeck.domain.guards import Guards
from quarterdeck.domain.ids import AskId, FaceId, SurfaceId
from quarterdeck.domain.sessions import Session
from quarterdeck.domain.surfaces import Cards, Face, Profile
from quarterdeck.doors.facade import Facade
from quarterdeck.doors.http.hub import Hub
from quarterdeck.doors.http.wire import (
    BadRequest,
    action_json,
    current_ask_json,
    session_json,
)
from quarterdeck.doors.surface import wire
from quarterdeck.doors.surface.surface_link import SurfaceLink


class Boards(Protocol):
    """What surfaces are given, and what they say of it."""

    def join(
        self, name: SurfaceId, profile: Profile, caller: Caller, redraw: Callable[[], None]
    ) -> None:
        """Take a surface in; `redraw` says that it should be given its board again."""

    def leave(self, name: SurfaceId) -> None:
        """A surface is gone."""

    def cards(self, name: SurfaceId) -> Cards:
        """The asks as a list surface should show them now."""

    def shown(self, name: SurfaceId, number: int, asks: Sequence[AskId]) -> None:
        """A surface shows these asks of a board."""

    def hidden(self, name: SurfaceId) -> None:
        """Nobody sees a surface now."""

    def faces(self, ask: Ask) -> tuple[Face, ...]:
        """What can be pressed on an ask."""


class ListLink(SurfaceLink):
    """One list surface that is connected."""

    def __init__(
        self,
        name: SurfaceId,
        facade: Facade,
        boards: Boards,
        guards: Guards,
        socket: WebSocket,
        hub: Hub,
    ) -> None:
        super().__init__(name, facade, socket, hub.join())
        self._boards = boards
        self._guards = guards
        self._hub = hub

    @override
    def _join(self, profile: Profile, caller: Caller) -> None:
        self._boards.join(self._name, profile, caller, self._redraw)

    @override
    def _leave(self) -> None:
        self._hub.leave(self._stream)
        self._boards.leave(self._name)

    @override
    async def _begin(self) -> None:
        view = self._facade.view()
        for thing in (*view.sessions, *view.asks):
            await self._say(self._message("", thing))
        self._redraw()

    @override
    def _message(self, name: str, content: object) -> dict[str, object]:
        if isinstance(content, Session):
            return {"type": "session", "session": session_json(content)}
        if isinstance(content, Ask):
            shown = current_ask_json(content, self._facade.view())
            return wire.ask_message(content, shown, self._boards.faces(content), self._guards)
        if isinstance(content, Progress):
            return {"type": "action", "action": action_json(content)}
        if name == "cards":
            return _cards_json(self._boards.cards(self._name))
        return super()._message(name, content)

    def _redraw(self) -> None:
        self._stream.put("cards", ("cards", None))

    @override
    def _shown(self, number: int, asks: Sequence[AskId]) -> None:
        self._boards.shown(self._name, number, asks)

    @override
    def _hidden(self) -> None:
        self._boards.hidden(self._name)

    @override
    def _went_down(self, face: FaceId) -> None:
        pass  # a page draws its own fingers

    @override
    def _let_go(self, face: FaceId) -> None:
        pass

    @override
    def _is_unwell(self, text: str) -> None:
        raise BadRequest("Only a surface with keys tells its health.")


def _cards_json(cards: Cards) -> dict[str, object]:
    armed_in = {ask: ceil(seconds * 1000) for ask, seconds in cards.armed_in.items()}
    return {"type": "cards", "n": cards.number, "order": list(cards.order), "armed_in": armed_in}
