"""The calls about surfaces: which there are, what keys show, and presses by programs."""

import secrets
from collections.abc import Awaitable, Container
from typing import Protocol

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import BaseRoute, Route

from quarterdeck.boards.board import Dial, Key, KeyFace
from quarterdeck.boards.drawing import KeySurface
from quarterdeck.boards.given import GivenBoard
from quarterdeck.boards.models import Model
from quarterdeck.boards.sheet_layout import sheet_layout
from quarterdeck.domain.asks import NO_ANSWERS
from quarterdeck.domain.callers import Right
from quarterdeck.domain.events import BindingChosen, Pressed
from quarterdeck.domain.ids import AnswerId, FaceId, SurfaceId
from quarterdeck.domain.surfaces import Surface
from quarterdeck.doors.facade import Facade, NotFound
from quarterdeck.doors.http.bodies import body_of, refusal
from quarterdeck.doors.http.connections import permitted
from quarterdeck.doors.http.wire import BadRequest
from quarterdeck.doors.surface.wire import pressed_json
from quarterdeck.ports import Unreachable


class ShownBoards(Protocol):
    """Knows what key surfaces were given."""

    def given(self, name: SurfaceId) -> tuple[KeySurface, GivenBoard | None, str] | None:
        """What one was given last, and what is wrong with it; None for any other surface."""

    def sheet(self, name: SurfaceId) -> Awaitable[bytes | None]:
        """A picture of the whole surface; None if it shows nothing. Raises Unreachable."""


class SurfaceRoutes:
    """What can be called about surfaces."""

    def __init__(self, facade: Facade, boards: ShownBoards) -> None:
        self._facade = facade
        self._boards = boards

    def routes(self) -> list[BaseRoute]:
        """Where these calls are found."""
        return [
            Route("/api/surfaces", self.every),
            Route("/api/surfaces/{id}.png", self.picture),
            Route("/api/surfaces/{id}", self.one),
            Route("/api/surfaces/{id}/press", self.press, methods=["POST"]),
            Route("/api/surfaces/{id}/bind", self.bind, methods=["POST"]),
        ]

    async def every(self, _: Request) -> Response:
        """Every surface that is connected."""
        return JSONResponse([self._told(surface) for surface in self._facade.view().surfaces])

    async def one(self, request: Request) -> Response:
        """One surface; of one with keys, what can be pressed on them."""
        surface = self._named(request)
        told = self._told(surface)
        if (found := self._boards.given(surface.id)) and (given := found[1]):
            keys = enumerate(given.board.keys)
            told["keys"] = [_key_json(place, key, surface.shown) for place, key in keys]
            told["dials"] = [_dial_json(dial) for dial in given.board.dials]
            told["touch"] = [{"press": _face(dial.right)} for dial in given.board.touch]
            told |= _layout_json(found[0].model)
        return JSONResponse(told)

    async def picture(self, request: Request) -> Response:
        """What a key surface shows now."""
        surface = self._named(request)
        try:
            picture = await self._boards.sheet(surface.id)
        except Unreachable as error:
            return refusal(503, "not_drawn", str(error))
        if picture is None:
            return refusal(409, "no_picture", "This surface shows no pictures.")
        return Response(picture, media_type="image/png", headers={"Cache-Control": "no-store"})

    async def press(self, request: Request) -> Response:
        """Press a face that a surface shows, with the rights of the caller."""
        caller = await permitted(self._facade, request, Right.SEE)
        surface = self._named(request)
        body = await body_of(request)
        face, held = body.get("face"), body.get("held")
        if not isinstance(face, str) or not face:
            raise BadRequest("'face' must be a string.")
        if held is not None and (isinstance(held, bool) or not isinstance(held, int | float)):
            raise BadRequest("'held' must be a number of milliseconds.")
        name, now = AnswerId("p" + secrets.token_hex(8)), self._facade.now()
        seconds = None if held is None else held / 1000
        event = Pressed(name, surface.id, FaceId(face), seconds, "", NO_ANSWERS, now, caller)
        told = pressed_json(await self._facade.pressed(name, event), self._facade.view())
        return JSONResponse(told, status_code=200 if told["status"] == "ok" else 409)

    async def bind(self, request: Request) -> Response:
        """Bind a key surface to a session, or to none."""
        caller = await permitted(self._facade, request, Right.CONFIGURE)
        surface = self._named(request)
        if self._boards.given(surface.id) is None:
            return refusal(409, "no_keys", "Only a surface with keys can be bound to a session.")
        wanted = (await body_of(request)).get("session")
        if wanted is not None and not isinstance(wanted, str):
            raise BadRequest("'session' must be a session's id, or null.")
        session = self._facade.session(wanted) if wanted is not None else None
        if session and session.ended:
            return refusal(409, "ended", f"{session.name} is over.")
        name = session.id if session else None
        await self._facade.tell(BindingChosen(surface.id, name, caller, self._facade.now()))
        return JSONResponse(self._told(self._named(request)))

    def _named(self, request: Request) -> Surface:
        name = request.path_params["id"]
        for surface in self._facade.view().surfaces:
            if surface.id == name:
                return surface
        raise NotFound(f"There is no surface {name!r}.")

    def _told(self, surface: Surface) -> dict[str, object]:
        found = self._boards.given(surface.id)
        keys, given, health = found or (None, None, "")
        return {
            "id": surface.id,
            "kind": surface.profile.kind,
            "title": surface.profile.title or (keys.model.title if keys else None),
            "by": surface.caller.name,
            "present": surface.is_present(self._facade.now()),
            "model": keys.model.name if keys else None,
            "board": given.board.name if given else None,
            "n": given.number if given else None,
            "health": health or None,
            "session": surface.bound.session if surface.bound else None,
        }


def _key_json(place: int, key: Key, shown: Container[FaceId]) -> dict[str, object]:
    seen = any(face.id in shown for face in (key.press, key.hold) if face)
    faces = {"press": _face(key.press), "hold": _face(key.hold)}
    return {"key": place, "label": key.label, **faces, "shown": seen}


def _dial_json(dial: Dial) -> dict[str, object]:
    return {"left": _face(dial.left), "right": _face(dial.right)}


def _layout_json(model: Model) -> dict[str, object]:
    """Where each key stands on the picture of the surface."""
    layout = sheet_layout(model)
    if layout is None:
        return {}
    boxes = [[box.x, box.y, box.width, box.height] for box in layout.keys]
    return {"size": [layout.size.width, layout.size.height], "boxes": boxes}


def _face(face: KeyFace | None) -> FaceId | None:
    return face.id if face else None
