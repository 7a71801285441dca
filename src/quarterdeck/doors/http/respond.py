"""The respond and availability calls: one text to one agent, whatever it is waiting for."""

import secrets
from collections.abc import Awaitable, Callable

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import BaseRoute, Route

from quarterdeck.domain.actions import Action, Result, Send
from quarterdeck.domain.ask_bodies import Kind, Question, Questions
from quarterdeck.domain.asks import NO_ANSWERS, Answer, Ask
from quarterdeck.domain.callers import Caller, Right
from quarterdeck.domain.effects import Refuse
from quarterdeck.domain.events import Answered, TurnTaken
from quarterdeck.domain.ids import ActionId, AnswerId
from quarterdeck.domain.sessions import Session
from quarterdeck.domain.states import Outcome, State
from quarterdeck.doors.facade import Facade
from quarterdeck.doors.http.bodies import body_of, refusal
from quarterdeck.doors.http.connections import permitted, unless_gone
from quarterdeck.doors.http.hub import Hub
from quarterdeck.doors.http.wire import BadRequest
from quarterdeck.judgement.secrets import masked

Health = Callable[[Session], Awaitable[tuple[bool, bool]]]

STATUS = {
    "no_pane_id": 400,
    "pane_not_found": 404,
    "tmux_not_installed": 503,
    "subprocess_failed": 502,
    "send_failed": 502,
    "timeout": 504,
    "unknown": 500,
}


class RespondRoutes:
    """Answers an agent with a text: types it when idle, decides the open ask when waiting."""

    def __init__(self, facade: Facade, hub: Hub, health: Health) -> None:
        self._facade = facade
        self._hub = hub
        self._health = health

    def routes(self) -> list[BaseRoute]:
        """Where these calls are found."""
        return [
            Route("/api/respond/{agent_id}", self.respond, methods=["POST"]),
            Route("/api/availability/{agent_id}", self.availability),
        ]

    async def respond(self, request: Request) -> Response:
        """Give an agent a text."""
        caller = await permitted(self._facade, request, Right.SEND)
        session = self._facade.session(request.path_params["agent_id"])
        body = await body_of(request)
        text, mode = body.get("text"), body.get("mode")
        if not isinstance(text, str) or not text.strip():
            raise BadRequest("'text' must say something.")
        if mode not in (None, "other"):
            raise BadRequest("'mode' must be left out or \"other\".")
        asks = self._waiting(session)
        if asks:
            self._facade.permit(caller, Right.ANSWER)
            return await self._decide(session, asks, text, caller, other=mode == "other")
        if session.ended:
            return refusal(404, "pane_not_found", f"{session.name} has ended.")
        if session.state is not State.IDLE:
            return refusal(409, "not_awaiting_input", f"{session.name} is {session.state}.")
        return await self._send(request, caller, session, text)

    def _waiting(self, session: Session) -> list[Ask]:
        """What a session wants decided, and nobody has answered yet."""
        view = self._facade.view()
        mine = (a for a in view.asks if a.session == session.id and a.kind.is_decision)
        return [a for a in mine if a.id not in view.answering]

    async def _send(
        self, request: Request, caller: Caller, session: Session, text: str
    ) -> Response:
        name = ActionId("a" + secrets.token_hex(8))
        action = Action(name, session.id, Send(text), caller, self._facade.now(), patience=0.0)
        word = await unless_gone(request, self._facade.done(action))
        if isinstance(word, Refuse):
            return refusal(409, word.code, word.why)
        if word is None or word.result is None:
            return Response()  # nobody is there
        return await self._typed(session, text, word.result)

    async def _typed(self, session: Session, text: str, told: Result) -> Response:
        if told.outcome is Outcome.ACCEPTED:
            return await self._taken(session, text, told.latency_ms)
        if told.outcome is Outcome.BLOCKED:
            return refusal(409, "blocked", f"Something is in the way: {told.note}.")
        kind = told.error if told.error in STATUS else "unknown"
        return refusal(STATUS[kind], kind, told.note)

    async def _decide(
        self, session: Session, asks: list[Ask], text: str, caller: Caller, *, other: bool
    ) -> Response:
        if len(asks) > 1:
            return refusal(409, "several_asks", "It asks several things; answer them one by one.")
        [ask], began = asks, self._facade.now()
        answer = answer_for(ask, text, other=other, now=began)
        if answer is None:
            offered = ", ".join(c.label for c in ask.choices)
            why = f"{text!r} is not a choice; there are: {offered}."
            return refusal(409, "no_such_choice", why)
        word = await self._facade.settled(answer.id, Answered(answer, caller))
        if word is None:
            return refusal(504, "timeout", "No outcome of the answer was reported in time.")
        if isinstance(word, Refuse):
            return refusal(409, word.code, word.why)
        latency = round((self._facade.now() - began) * 1000)
        cause = word.error or _CAUSES.get(word.outcome, "")
        told = Result(word.outcome, word.note, cause, latency)
        return await self._typed(session, text, told)

    async def _taken(self, session: Session, text: str, latency_ms: int) -> Response:
        turn = "t" + secrets.token_hex(6)
        await self._facade.tell(TurnTaken(session.id, turn, masked(text), self._facade.now()))
        change = {
            "agent_id": session.id,
            "old_state": "AWAITING_INPUT",
            "new_state": "PROCESSING",
            "turn_id": turn,
        }
        self._hub.publish(("turn", turn), "state_changed", change)
        body = {"status": "ok", "agent_id": session.id, "new_state": "PROCESSING"}
        return JSONResponse(body | {"latency_ms": latency_ms, "turn_id": turn})

    async def availability(self, request: Request) -> Response:
        """Whether text can reach an agent."""
        session = self._facade.session(request.path_params["agent_id"])
        available, running = await self._health(session)
        body = {"agent_id": session.id, "commander_available": available, "running": running}
        return JSONResponse(body)


# What a text of one's own means where the agent offers something else.
_OTHER = {Kind.PERMISSION: "deny", Kind.PLAN: "change"}
_CAUSES = {Outcome.NOT_DELIVERED: "send_failed"}


def answer_for(ask: Ask, text: str, *, other: bool, now: float) -> Answer | None:
    """The answer that a text means: one of the ask's choices or options, or a text of one's own."""
    choice, own, answers = "", "", NO_ANSWERS
    match ask.body:
        case Questions((question,)):
            choice = "submit"
            answers = {question.text: text if other else _picked(question, text)}
        case body if body.kind in _OTHER:
            choice, own = (_OTHER[body.kind], text) if other else (_chosen(ask, text), "")
        case _:
            return None
    name = AnswerId("w" + secrets.token_hex(8))
    return Answer(name, ask.id, choice, own, answers, False, "respond", now) if choice else None


def _picked(question: Question, text: str) -> str:
    """The option that a text names, by its label or number; else the text is the answer."""
    wanted = text.strip().lower()
    for number, option in enumerate(question.options, start=1):
        if wanted in (option.label.lower(), str(number)):
            return option.label
    return text


def _chosen(ask: Ask, text: str) -> str:
    """The choice that a text names, by its id, label or number."""
    wanted = text.strip().lower()
    for number, choice in enumerate(ask.choices, start=1):
        if wanted in (choice.id, choice.label.lower(), str(number)):
            return choice.id
    return ""
