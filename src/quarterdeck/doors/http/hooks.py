"""Hooks over HTTP: a script of the person's own tells what an agent does."""

import asyncio

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import BaseRoute, Route

from quarterdeck.doors.http.house import House
from quarterdeck.doors.http.peers import peer_of
from quarterdeck.doors.http.speech import body_of

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


class HookCalls:
    """Takes hooks in; none is kept, so nobody waits for a person here."""

    def __init__(self, house: House) -> None:
        self._house = house

    def routes(self) -> list[BaseRoute]:
        """Where hooks come in."""
        return [Route("/hook/{event}", self.hook, methods=["POST"])]

    async def hook(self, request: Request) -> Response:
        """Hear what happened to an agent; the answer never tells it to do anything."""
        event = EVENTS.get(request.path_params["event"])
        if event is None:
            raise HTTPException(404, f"There are hooks for: {', '.join(EVENTS)}.")
        body, peer = await body_of(request), await asyncio.to_thread(peer_of, request)
        await self._house.hook(event, body, peer.pid)
        return JSONResponse({})
