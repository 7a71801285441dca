"""The calls about asks: what waits, answering, snoozing, what a surface shows."""

import secrets
from functools import partial
from math import ceil

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import BaseRoute, Route

from quarterdeck.domain.answering import Guards
from quarterdeck.domain.asks import Answer, Ask
from quarterdeck.domain.effects import Refuse, Tell
from quarterdeck.domain.events import Answered, Snoozed, SurfaceLeft, SurfaceSeen
from quarterdeck.domain.ids import AnswerId, AskId, SurfaceId
from quarterdeck.doors.facade import Facade, Wish
from quarterdeck.doors.http.bodies import body_of, refusal
from quarterdeck.doors.http.connections import peer_of
from quarterdeck.doors.http.wire import BadRequest, current_ask_json, read_answer

LONGEST_NAME = 60
LONGEST_SNOOZE = 30 * 86400  # seconds
MOST_REMEMBERED = 500  # asks at once
MOST_SURFACES = 200  # beyond them the one that was silent for longest is forgotten


class AskRoutes:
    """What can be called about asks."""

    def __init__(self, facade: Facade, guards: Guards) -> None:
        self._facade = facade
        self._guards = guards
        # Since when each surface shows each ask; the surface that spoke last comes last.
        self._shown: dict[SurfaceId, dict[AskId, float]] = {}

    def routes(self) -> list[BaseRoute]:
        """Where these calls are found."""
        return [
            Route("/api/asks", self.every),
            Route("/api/asks/{id}", self.one),
            Route("/api/asks/{id}/answer", self.answer, methods=["POST"]),
            Route("/api/asks/{id}/snooze", self.snooze, methods=["POST"]),
            Route("/api/surfaces/{id}/seen", self.seen, methods=["POST"]),
            Route("/api/history", self.history),
        ]

    async def every(self, _: Request) -> Response:
        """The open asks, in order."""
        view = self._facade.view()
        return JSONResponse([current_ask_json(ask, view) for ask in view.asks])

    async def one(self, request: Request) -> Response:
        """One ask, open or ended."""
        ask = await self._facade.ask(request.path_params["id"])
        return JSONResponse(current_ask_json(ask, self._facade.view()))

    async def answer(self, request: Request) -> Response:
        """Decide about an ask, and hear what became of it."""
        await self._facade.permit(Wish.DECIDE, partial(peer_of, request))
        ask = await self._facade.ask(request.path_params["id"])
        body = await body_of(request)
        choice, text, answers, confirm = read_answer(body)
        surface = _surface(body["surface"]) if "surface" in body else None
        given = body.get("id")  # to be able to say it again; it counts for this ask alone
        name = AnswerId(f"{ask.id}-{given}" if given else "w" + secrets.token_hex(8))
        by = str(surface or request.headers.get("x-quarterdeck-surface") or "api")
        now = self._facade.now()
        answer = Answer(name, ask.id, choice, text, answers, confirm, by[:LONGEST_NAME], now)
        seen = self._shown.get(surface, {}).get(ask.id) if surface else None
        return self._told(await self._facade.settled(Answered(answer, surface, seen)))

    def _told(self, word: Tell | Refuse | None) -> Response:
        if word is None:
            return JSONResponse({"status": "ok", "outcome": "unknown", "note": "nothing was heard"})
        if isinstance(word, Refuse):
            return refusal(409, word.code, word.why)
        body = {"status": "ok", "outcome": word.outcome, "note": word.note or None}
        return JSONResponse(body | {"ask": current_ask_json(word.ask, self._facade.view())})

    async def snooze(self, request: Request) -> Response:
        """Put an ask out of sight for a while; for no time, bring it back."""
        await self._facade.permit(Wish.DECIDE, partial(peer_of, request))
        ask = await self._facade.ask(request.path_params["id"])
        seconds = (await body_of(request)).get("seconds")
        if isinstance(seconds, bool) or not isinstance(seconds, int | float):
            raise BadRequest("'seconds' must be a number.")
        if not 0 <= seconds <= LONGEST_SNOOZE:
            raise BadRequest(f"'seconds' must be at least 0 and at most {LONGEST_SNOOZE}.")
        if ask.ended:
            return refusal(409, "not_open", "This ask is over.")
        until = self._facade.now() + seconds
        self._facade.put(Snoozed(ask.id, until))
        return JSONResponse({"status": "ok", "until": until})

    async def seen(self, request: Request) -> Response:
        """A surface says what it shows: it is present, and its guards run from now."""
        surface = _surface(request.path_params["id"])
        body = await body_of(request)
        shown = body.get("asks")
        if not isinstance(shown, list):
            raise BadRequest("'asks' must list the ids of the asks in sight.")
        now = self._facade.now()
        left = body.get("leaving") is True
        self._facade.put(SurfaceLeft(surface, now) if left else SurfaceSeen(surface, now))
        since = self._look(surface, [AskId(str(ask)) for ask in shown], now)
        in_sight = [ask for ask in self._facade.view().asks if ask.id in since]
        armed_in = {ask.id: self._armed_in(ask, since[ask.id], now) for ask in in_sight}
        return JSONResponse({"status": "ok", "armed_in": armed_in})

    def _look(self, surface: SurfaceId, shown: list[AskId], now: float) -> dict[AskId, float]:
        """Since when a surface shows what it shows now; the rest is forgotten."""
        before = self._shown.pop(surface, {})
        # An ask that is written anew is not in the view for a moment, and still in sight.
        known = before.keys() | {ask.id for ask in self._facade.view().asks}
        since = {ask: before.get(ask, now) for ask in shown if ask in known}
        self._shown[surface] = since
        if len(self._shown) > MOST_SURFACES:
            del self._shown[next(iter(self._shown))]
        return since

    def _armed_in(self, ask: Ask, since: float, now: float) -> int:
        """In how many milliseconds a press on an ask that is in sight counts."""
        return max(0, ceil((since + self._guards.of(ask) - now) * 1000))

    async def history(self, request: Request) -> Response:
        """Asks that were, and their answers."""
        asked = request.query_params
        try:
            limit = min(MOST_REMEMBERED, int(asked.get("limit", "50")))
            before = float(asked["before"]) if "before" in asked else None
        except ValueError:
            raise BadRequest("'limit' and 'before' must be numbers.") from None
        if limit < 1:
            raise BadRequest("'limit' must be at least 1.")
        return JSONResponse(await self._facade.history.search(asked.get("q", ""), limit, before))


def _surface(name: object) -> SurfaceId:
    """A surface by its name, of which a part is enough."""
    return SurfaceId(str(name)[:LONGEST_NAME])
