"""Hooks over HTTP: the person's own scripts report what an agent does."""

import asyncio
from collections.abc import Awaitable, Callable, Mapping

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import BaseRoute, Route

from quarterdeck.doors.facade import Facade
from quarterdeck.doors.http.bodies import body_of
from quarterdeck.doors.http.connections import peer_of
from quarterdeck.doors.http.wire import BadRequest
from quarterdeck.ports import Nonsense

TakeHook = Callable[[str, Mapping[str, object], int | None], Awaitable[None]]

EVENTS = {
    "session-start": "SessionStart",
    "session-end": "SessionEnd",
    "user-prompt-submit": "UserPromptSubmit",
    "stop": "Stop",
    "notification": "Notification",
    "pre-tool-use": "PreToolUse",
    "post-tool-use": "PostToolUse",
    "permission-request": "PermissionRequest",
}


class HookRoutes:
    """Takes hooks; none is kept, so nothing waits for a person here."""

    def __init__(self, facade: Facade, take: TakeHook) -> None:
        self._facade = facade
        self._hook = take

    def routes(self) -> list[BaseRoute]:
        """Where hooks connect."""
        return [Route("/hook/{event}", self.hook, methods=["POST"])]

    async def hook(self, request: Request) -> Response:
        """Hear what happened to an agent, and answer when it can be seen.

        The answer never tells the agent to do anything.
        """
        event = EVENTS.get(request.path_params["event"])
        if event is None:
            raise HTTPException(404, f"There are hooks for: {', '.join(EVENTS)}.")
        body, peer = await body_of(request), await asyncio.to_thread(peer_of, request)
        try:
            await self._hook(event, body, peer.pid)
        except Nonsense as error:
            raise BadRequest(f"This hook cannot be understood: {error}.") from None
        await self._facade.core.handled()
        return JSONResponse({})
