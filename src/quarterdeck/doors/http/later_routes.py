"""Routes that are loaded with the first request for one of them."""

from collections.abc import Awaitable, Callable, Sequence

from starlette.datastructures import URLPath
from starlette.routing import BaseRoute, Match, NoMatchFound, Router, compile_path
from starlette.types import Receive, Scope, Send
from typing_extensions import override


class LaterRoutes(BaseRoute):
    """Stands for routes at these paths; which methods they take is known once they are loaded."""

    def __init__(
        self, paths: Sequence[str], load: Callable[[], Awaitable[Sequence[BaseRoute]]]
    ) -> None:
        self._paths = [compile_path(path)[0] for path in paths]
        self._load = load
        self._router: Router | None = None

    @override
    def matches(self, scope: Scope) -> tuple[Match, Scope]:
        if scope["type"] not in ("http", "websocket"):
            return Match.NONE, {}
        is_ours = any(path.match(scope["path"]) for path in self._paths)
        return (Match.FULL if is_ours else Match.NONE), {}

    @override
    def url_path_for(self, name: str, /, **path_params: object) -> URLPath:
        raise NoMatchFound(name, path_params)

    @override
    async def handle(self, scope: Scope, receive: Receive, send: Send) -> None:
        if self._router is None:
            self._router = Router(await self._load())
        await self._router(scope, receive, send)
