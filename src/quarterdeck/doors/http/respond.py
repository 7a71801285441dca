"""The respond and availability calls: one text to one agent, whatever it waits for."""

import secrets

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import BaseRoute, Route

from quarterdeck.domain.asks import NO_ANSWERS, Answer, Ask, Kind
from quarterdeck.domain.effects import Refuse
from quarterdeck.domain.events import Answered, TurnTaken
from quarterdeck.domain.ids import AnswerId
from quarterdeck.domain.sessions import Session
from quarterdeck.domain.states import Outcome, State
from quarterdeck.doors.http.house import House
from quarterdeck.doors.http.speech import body_of, refusal
from quarterdeck.doors.http.wire import BadRequest
from quarterdeck.ports import Delivery

STATUS = {
    "no_pane_id": 400,
    "pane_not_found": 404,
    "tmux_not_installed": 503,
    "subprocess_failed": 502,
    "send_failed": 502,
    "timeout": 504,
    "unknown": 500,
}


class RespondCalls:
    """Answers an agent with a text: types it when idle, decides the open ask when waiting."""

    def __init__(self, house: House) -> None:
        self._house = house

    def routes(self) -> list[BaseRoute]:
        """Where these calls are found."""
        return [
            Route("/api/respond/{agent_id}", self.respond, methods=["POST"]),
            Route("/api/availability/{agent_id}", self.availability),
        ]

    async def respond(self, request: Request) -> Response:
        """Give an agent a text."""
        self._house.refuse_typing_agents(request)
        session = self._house.session(request.path_params["agent_id"])
        body = await body_of(request)
        text, mode = body.get("text"), body.get("mode")
        if not isinstance(text, str) or not text.strip():
            raise BadRequest("'text' must say something.")
        if mode not in (None, "other"):
            raise BadRequest("'mode' must be left out or \"other\".")
        asks = [a for a in self._house.view().asks if a.session == session.id and _decidable(a)]
        if asks:
            self._house.refuse_agents(request)
            return await self._decide(session, asks[0], text, other=mode == "other")
        if session.state is not State.IDLE:
            return refusal(409, "not_awaiting_input", f"{session.name} is {session.state}.")
        return self._typed(session, text, await self._house.hands.send(session, text, wait=0))

    def _typed(self, session: Session, text: str, told: Delivery) -> Response:
        if told.outcome is Outcome.ACCEPTED:
            return self._taken(session, text, told.latency_ms)
        if told.outcome is Outcome.BLOCKED:
            return refusal(409, "blocked", f"Something is in the way: {told.note}.")
        kind = told.error if told.error in STATUS else "unknown"
        return refusal(STATUS[kind], kind, told.note)

    async def _decide(self, session: Session, ask: Ask, text: str, *, other: bool) -> Response:
        began = self._house.now()
        answer = _answer_for(ask, text, other=other, now=began)
        if answer is None:
            offered = ", ".join(c.label for c in ask.choices)
            return refusal(
                409, "no_such_choice", f"{text!r} is not a choice; there are: {offered}."
            )
        word = await self._house.settled(Answered(answer, None, None))
        if isinstance(word, Refuse):
            return refusal(409, word.code, word.why)
        outcome = word.outcome if word else Outcome.UNKNOWN
        if outcome is not Outcome.ACCEPTED:
            return refusal(502, "send_failed", word.note if word else "nothing was heard")
        return self._taken(session, text, round((self._house.now() - began) * 1000))

    def _taken(self, session: Session, text: str, latency_ms: int) -> Response:
        turn = "t" + secrets.token_hex(6)
        self._house.put(TurnTaken(session.id, turn, text, self._house.now()))
        change = {
            "agent_id": session.id,
            "old_state": "AWAITING_INPUT",
            "new_state": "PROCESSING",
            "turn_id": turn,
        }
        self._house.hub.publish(("turn", turn), "state_changed", change)
        body = {"status": "ok", "agent_id": session.id, "new_state": "PROCESSING"}
        return JSONResponse(body | {"latency_ms": latency_ms, "turn_id": turn})

    async def availability(self, request: Request) -> Response:
        """Whether text can reach an agent."""
        session = self._house.session(request.path_params["agent_id"])
        available, running = await self._house.hands.health(session)
        body = {"agent_id": session.id, "commander_available": available, "running": running}
        return JSONResponse(body)


def _decidable(ask: Ask) -> bool:
    return ask.kind.is_decision


def _answer_for(ask: Ask, text: str, *, other: bool, now: float) -> Answer | None:
    """The answer that a text means: one of the ask's choices or options, or free text."""
    name = AnswerId("w" + secrets.token_hex(8))
    wanted = text.strip().lower()
    if not other:
        for number, choice in enumerate(ask.choices, start=1):
            if wanted in (choice.id, choice.label.lower(), str(number)) and ask.kind in _CHOOSING:
                return Answer(name, ask.id, choice.id, "", NO_ANSWERS, False, "respond", now)
    if ask.kind is Kind.QUESTION and len(ask.questions) == 1:
        question = ask.questions[0]
        labels = {str(n): o.label for n, o in enumerate(question.options, start=1)}
        picked = text if other else labels.get(wanted, text)
        return Answer(name, ask.id, "submit", "", {question.text: picked}, False, "respond", now)
    return None


_CHOOSING = (Kind.PERMISSION, Kind.PLAN)
