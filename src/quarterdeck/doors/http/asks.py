"""The calls about asks: listing, answering, snoozing."""

import secrets

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import BaseRoute, Route

from quarterdeck.domain.asks import Answer
from quarterdeck.domain.callers import Right
from quarterdeck.domain.effects import Refuse
from quarterdeck.domain.events import Answered, Snoozed
from quarterdeck.domain.ids import AnswerId
from quarterdeck.doors.facade import Facade
from quarterdeck.doors.http.bodies import body_of, refusal
from quarterdeck.doors.http.connections import permitted
from quarterdeck.doors.http.wire import BadRequest, current_ask_json, read_answer, told_json

LONGEST_SNOOZE = 30 * 86400  # seconds


class AskRoutes:
    """What can be called about asks."""

    def __init__(self, facade: Facade) -> None:
        self._facade = facade

    def routes(self) -> list[BaseRoute]:
        """Where these calls are found."""
        return [
            Route("/api/asks", self.every),
            Route("/api/asks/{id}", self.one),
            Route("/api/asks/{id}/answer", self.answer, methods=["POST"]),
            Route("/api/asks/{id}/snooze", self.snooze, methods=["POST"]),
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
        """Decide about an ask, and get the outcome."""
        caller = await permitted(self._facade, request, Right.ANSWER)
        ask = await self._facade.ask(request.path_params["id"])
        body = await body_of(request)
        choice, text, answers, confirm = read_answer(body)
        given = body.get("id")  # to be able to say it again; it counts for this ask alone
        name = AnswerId(f"{ask.id}-{given}" if given else "w" + secrets.token_hex(8))
        now = self._facade.now()
        answer = Answer(name, ask.id, choice, text, answers, confirm, caller.name, now)
        word = await self._facade.settled(answer.id, Answered(answer, caller))
        status = 409 if isinstance(word, Refuse) else 200
        return JSONResponse(told_json(word, self._facade.view()), status_code=status)

    async def snooze(self, request: Request) -> Response:
        """Put an ask out of sight for a while; for no time, bring it back."""
        caller = await permitted(self._facade, request, Right.SNOOZE)
        ask = await self._facade.ask(request.path_params["id"])
        seconds = (await body_of(request)).get("seconds")
        if isinstance(seconds, bool) or not isinstance(seconds, int | float):
            raise BadRequest("'seconds' must be a number.")
        if not 0 <= seconds <= LONGEST_SNOOZE:
            raise BadRequest(f"'seconds' must be at least 0 and at most {LONGEST_SNOOZE}.")
        if ask.ended:
            return refusal(409, "not_open", "This ask is over.")
        until = self._facade.now() + seconds
        await self._facade.tell(Snoozed(ask.id, until, caller))
        return JSONResponse({"status": "ok", "until": until})
