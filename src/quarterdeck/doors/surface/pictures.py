"""The pictures of boards over HTTP, by their ids: for surfaces that fetch what they lack."""

from collections.abc import Awaitable, Callable, Iterator

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from quarterdeck.boards.given import Picture
from quarterdeck.domain.callers import Caller, Right
from quarterdeck.doors.facade import Facade
from quarterdeck.doors.http.access import PICTURES
from quarterdeck.doors.http.bodies import refusal
from quarterdeck.doors.surface.routes import ShownBoards

GONE = "No surface of yours is given this picture now."


class PictureRoutes:
    """What can be called about pictures; `who` makes the request."""

    def __init__(
        self,
        facade: Facade,
        boards: ShownBoards,
        who: Callable[[Request], Awaitable[Caller]],
    ) -> None:
        self._facade = facade
        self._boards = boards
        self._who = who

    def routes(self) -> list[BaseRoute]:
        """Where these calls are found."""
        return [Route(f"{PICTURES}{{id}}", self.picture)]

    async def picture(self, request: Request) -> Response:
        """A picture that a surface of the caller was given, encoded as that surface wants it."""
        self._facade.permit(await self._who(request), Right.SEE)
        wanted = request.path_params["id"]
        for picture in self._given(request.scope["caller"]):
            if picture.id.hex() == wanted:
                kept_nowhere = {"Cache-Control": "no-store"}
                return Response(
                    picture.data, media_type="application/octet-stream", headers=kept_nowhere
                )
        return refusal(404, "not_found", GONE)

    def _given(self, came: Caller) -> Iterator[Picture]:
        """The pictures on the caller's surfaces; whoever has the person's token sees all."""
        for surface in self._facade.view().surfaces:
            found = self._boards.given(surface.id)
            given = found[1] if found else None
            if given and (not came.own_token or surface.caller.id == came.id):
                yield from given.pictures.values()
