"""What a session did while nobody looked: turns, tool calls, asks, actions and changes of state."""

import asyncio
from typing import Any

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import BaseRoute, Route

from quarterdeck.domain.history import Search, read_place
from quarterdeck.doors.facade import Facade
from quarterdeck.doors.http.history import read_search

LONGEST = 500  # characters of a text; the history has all of it

Json = dict[str, Any]

_CALL = ("tool", "risk", "began", "ok")
_ENTRY = (
    "id", "kind", "title", "tool", "risk", "choice", "by", "outcome", "note", "ended", "waited",
)  # fmt: skip


class TimelineRoutes:
    """One call, which brings together what the history keeps apart."""

    def __init__(self, facade: Facade) -> None:
        self._facade = facade

    def routes(self) -> list[BaseRoute]:
        """Where it is found."""
        return [Route("/api/sessions/{id}/timeline", self.timeline)]

    async def timeline(self, request: Request) -> Response:
        """What happened in a session, newest first."""
        session = self._facade.session(request.path_params["id"])
        asked = read_search(request.query_params, {"cursor", "limit"})
        search = Search(session=session.id, after=asked.after, limit=asked.limit)
        history = self._facade.history
        entries, calls, changes = await asyncio.gather(
            history.search(search),
            history.calls(search),
            history.changes(session.id, asked.after, asked.limit),
        )
        return JSONResponse(merged(entries, calls, changes)[: asked.limit])


def merged(entries: list[Json], calls: list[Json], changes: list[Json]) -> list[Json]:
    """Everything in one list, newest first; each with `what` it is, and when it was."""
    every = [*map(_entry, entries), *map(_call, calls), *map(_shortened, changes)]
    return sorted(every, key=lambda one: _place(str(one["cursor"])), reverse=True)


def _entry(told: Json) -> Json:
    kept = {name: told[name] for name in _ENTRY}
    return _shortened({"what": told["what"], "at": told["opened"], **kept, **_rest(told, "text")})


def _call(told: Json) -> Json:
    kept = {name: told[name] for name in _CALL}
    return _shortened({"what": "call", "at": told["ended"], **kept, **_rest(told, "summary")})


def _rest(told: Json, text: str) -> Json:
    return {"text": told[text], "cursor": told["cursor"]}


def _shortened(told: Json) -> Json:
    text = told.get("text") or ""
    return told | {"text": text[:LONGEST], "cut": max(0, len(text) - LONGEST)}


def _place(cursor: str) -> tuple[float, str]:
    place = read_place(cursor)
    return place.at, place.id
