"""The calls that look back: what was asked, answered and done, and what agents did."""

from collections.abc import AsyncIterator, Callable, Collection, Mapping
from contextlib import suppress
from dataclasses import replace
from typing import TypeVar

from starlette.requests import Request
from starlette.responses import JSONResponse, Response, StreamingResponse
from starlette.routing import BaseRoute, Route

from quarterdeck.domain.history import ENDS, KINDS, Search, read_place
from quarterdeck.domain.risk import Level
from quarterdeck.doors.facade import Facade, NotFound
from quarterdeck.doors.history_csv import as_csv
from quarterdeck.doors.http.wire import BadRequest

MOST = 500  # entries at once
MOST_WORDS = 50  # the database can take no more than some hundred conditions
LONGEST = 5000  # characters of any of it
_A_TIME = "a time in seconds since 1970"
T = TypeVar("T")

_OF_CALLS = {"q", "session", "project", "risk", "since", "until", "before", "cursor", "limit"}
_OF_ENTRIES = _OF_CALLS | {"kind", "outcome", "answer", "by", "format"}


class HistoryRoutes:
    """What can be called about the past."""

    def __init__(self, facade: Facade) -> None:
        self._facade = facade

    def routes(self) -> list[BaseRoute]:
        """Where these calls are found."""
        return [Route("/api/history", self.entries), Route("/api/calls", self.calls)]

    async def entries(self, request: Request) -> Response:
        """What was asked, answered and done."""
        asked = request.query_params
        form = _one_of(asked, "format", ("json", "csv"))
        search = self._with_id(read_search(asked, _OF_ENTRIES))
        if form == "csv":
            lines = self._lines(search, search.limit if "limit" in asked else None)
            return StreamingResponse(lines, media_type="text/csv; charset=utf-8")
        return JSONResponse(await self._facade.history.search(search))

    async def _lines(self, search: Search, most: int | None) -> AsyncIterator[str]:
        """All that fits, or so much of it, page by page."""
        yield as_csv((), heading=True)
        page = replace(search, limit=most or MOST)
        while found := await self._facade.history.search(page):
            yield as_csv(found, heading=False)
            if most is not None or len(found) < MOST:
                return
            page = replace(page, after=read_place(str(found[-1]["cursor"])))

    async def calls(self, request: Request) -> Response:
        """What agents did: the tool calls that ran."""
        search = self._with_id(read_search(request.query_params, _OF_CALLS))
        return JSONResponse(await self._facade.history.calls(search))

    def _with_id(self, search: Search) -> Search:
        """The search with a session's id in place of its pid, as long as that is known."""
        if search.session.isdigit():
            with suppress(NotFound):
                return replace(search, session=self._facade.session(search.session).id)
        return search


def read_search(asked: Mapping[str, str], known: Collection[str]) -> Search:
    """What a query looks for; raises BadRequest."""
    if unknown := sorted(set(asked) - set(known)):
        may = ", ".join(sorted(known))
        raise BadRequest(f"There is no {unknown[0]!r} to look for; there are {may}.")
    if any(len(value) > LONGEST for value in asked.values()):
        raise BadRequest(f"Nothing longer than {LONGEST} characters can be looked for.")
    level = _one_of(asked, "risk", tuple(Level))
    return Search(
        words=_words(asked),
        session=asked.get("session", ""),
        project=_directory(asked),
        kind=_one_of(asked, "kind", KINDS),
        risk=Level(level) if level else None,
        outcome=_one_of(asked, "outcome", ENDS),
        answer=asked.get("answer", ""),
        by=asked.get("by", ""),
        since=_read(asked, "since", float, _A_TIME),
        until=_read(asked, "until" if "until" in asked else "before", float, _A_TIME),
        after=_read(asked, "cursor", read_place, "the 'cursor' of an entry"),
        limit=_limit(asked),
    )


def _read(asked: Mapping[str, str], name: str, read: Callable[[str], T], what: str) -> T | None:
    if name not in asked:
        return None
    try:
        return read(asked[name])
    except ValueError:
        raise BadRequest(f"{name!r} must be {what}.") from None


def _one_of(asked: Mapping[str, str], name: str, words: Collection[str]) -> str:
    given = asked.get(name, "")
    if given and given not in words:
        raise BadRequest(f"{name!r} must be one of {', '.join(words)}.")
    return given


def _words(asked: Mapping[str, str]) -> str:
    given = asked.get("q", "")
    if len(given.split()) > MOST_WORDS:
        raise BadRequest(f"'q' may have {MOST_WORDS} words.")
    return given


def _directory(asked: Mapping[str, str]) -> str:
    given = asked.get("project", "")
    if given and not given.startswith("/"):
        raise BadRequest("'project' must be a whole path, from / on.")
    return given


def _limit(asked: Mapping[str, str]) -> int:
    limit = _read(asked, "limit", int, "a number")
    if limit is not None and limit < 1:
        raise BadRequest("'limit' must be at least 1.")
    return min(MOST, 50 if limit is None else limit)
