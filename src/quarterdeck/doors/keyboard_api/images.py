"""Pictures for keys over HTTP: made from parameters, fetched by name."""

from typing import Protocol

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from quarterdeck.boards.icons import BadIcon, Icon, file_named, icon_of, is_file
from quarterdeck.boards.known_icons import known_file
from quarterdeck.doors.http.bodies import body_of, refusal
from quarterdeck.doors.http.wire import BadRequest
from quarterdeck.doors.keyboard_api.answers import Answer, NotDone, Whose, answered
from quarterdeck.ports import Unreachable


class Icons(Protocol):
    """Where pictures come from."""

    async def make(self, icon: Icon, file: str) -> bool:
        """Have a picture under its hash and this name, and say whether it was there already."""

    async def picture(self, file: str) -> bytes | None:
        """A picture by its file name."""

    def made_of(self, file: str) -> Icon | None:
        """What a picture shows, if it has a well-known name or was made in this run."""

    def clear(self) -> int:
        """Forget every picture; how many there were."""


def is_open(method: str, path: str) -> bool:
    """The calls that need no token: they make pictures and reach no session."""
    made = method == "POST" and path in ("/generate-image", "/images/clear-cache")
    return made or (method in ("GET", "HEAD") and path.startswith("/images/"))


class ImageRoutes:
    """The calls about pictures."""

    def __init__(self, icons: Icons, whose: Whose) -> None:
        self._icons = icons
        self._whose = whose

    def routes(self) -> list[BaseRoute]:
        """Where these calls are found."""
        changes = {"/generate-image": self.generate, "/images/clear-cache": self.clear}
        return [
            *(
                Route(path, answered(call, self._whose), methods=["POST"])
                for path, call in changes.items()
            ),
            picture_route(self._icons),
        ]

    async def generate(self, request: Request) -> Answer:
        """Make a picture, or find that it is there."""
        body = await body_of(request)
        emoji, text, colour, name = (_text(body, key) for key in ("emoji", "text", "color", "name"))
        try:
            icon = icon_of(emoji, text, colour)
            file = file_named(name) if name else icon.file
        except BadIcon as error:
            raise BadRequest(str(error)) from None
        if known_file(file) not in (None, icon):
            # A tick under the name of "no" would have a person press the wrong key.
            raise NotDone(409, "name_taken", f"{file} is a picture that is always there.")
        try:
            cached = await self._icons.make(icon, file)
        except Unreachable as error:
            raise NotDone(503, "cannot_draw", str(error)) from None
        return {"success": True, "filename": file, "cached": cached}

    async def clear(self, _: Request) -> Answer:
        """Forget every picture."""
        return {"success": True, "cleared": self._icons.clear()}


def picture_route(icons: Icons) -> Route:
    """Where pictures are fetched by their names, as a panel takes them."""

    async def picture(request: Request) -> Response:
        file = request.path_params["file"]
        try:
            data = await icons.picture(file) if is_file(file) else None
        except Unreachable as error:
            return refusal(503, "cannot_draw", str(error))
        if data is None:
            raise HTTPException(404, "There is no such picture.")
        return Response(data, media_type="application/octet-stream")

    return Route("/images/{file}", picture)


def _text(body: dict[str, object], key: str) -> str:
    value = body.get(key)
    if value is None:
        return ""
    if not isinstance(value, str):
        raise BadRequest(f"'{key}' must be a string.")
    return value
