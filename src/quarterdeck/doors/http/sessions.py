"""The calls about sessions: states, screens, typing, interrupting, focus, names."""

import secrets

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import BaseRoute, Route

from quarterdeck.domain.actions import Action, Do, Focus, Interrupt, Keys, Rename, Result, Send
from quarterdeck.domain.callers import Caller, Right
from quarterdeck.domain.effects import Refuse
from quarterdeck.domain.ids import ActionId
from quarterdeck.domain.sessions import Session
from quarterdeck.domain.states import Outcome
from quarterdeck.doors.facade import Facade
from quarterdeck.doors.http.bodies import body_of, refusal
from quarterdeck.doors.http.connections import permitted, unless_gone
from quarterdeck.doors.http.wire import BadRequest, picture_json, session_json, sighting_json
from quarterdeck.ports import Unreachable

LONGEST_WAIT = 3600.0
LONGEST_NAME = 60  # characters


class SessionRoutes:
    """What can be called about sessions."""

    def __init__(self, facade: Facade) -> None:
        self._facade = facade

    def routes(self) -> list[BaseRoute]:
        """Where these calls are found."""
        one = "/api/sessions/{id}"
        return [
            Route("/api/sessions", self.every),
            Route(one, self.one),
            Route(f"{one}/explain", self.explain),
            Route(f"{one}/screen", self.screen),
            Route(f"{one}/send", self.send, methods=["POST"]),
            Route(f"{one}/keys", self.keys, methods=["POST"]),
            Route(f"{one}/interrupt", self.interrupt, methods=["POST"]),
            Route(f"{one}/focus", self.focus, methods=["POST"]),
            Route(f"{one}/rename", self.rename, methods=["POST"]),
        ]

    async def every(self, _: Request) -> Response:
        """Every session."""
        return JSONResponse([session_json(s) for s in self._facade.view().sessions])

    async def one(self, request: Request) -> Response:
        """One session."""
        return JSONResponse(session_json(self._named(request)))

    async def explain(self, request: Request) -> Response:
        """Why a session is thought to be in its state."""
        session = self._named(request)
        changes = await self._facade.history.explained(session.id)
        sightings = [sighting_json(s) for s in session.sightings]
        return JSONResponse(
            {"session": session_json(session), "sightings": sightings, "changes": changes}
        )

    async def screen(self, request: Request) -> Response:
        """A session's screen as it is now."""
        session = self._named(request)
        try:
            return JSONResponse(picture_json(await self._facade.terminal.look(session)))
        except Unreachable as error:
            return refusal(409, "no_screen", f"{str(error).capitalize()}.")

    async def send(self, request: Request) -> Response:
        """Type a text to an agent; `wait` is for how long it may wait until it is idle."""
        caller = await permitted(self._facade, request, Right.SEND)
        session = self._named(request)
        body = await body_of(request)
        text, wait, queue = body.get("text"), body.get("wait", 0), body.get("queue", False)
        if not isinstance(text, str) or not text.strip():
            raise BadRequest("'text' must say something.")
        if isinstance(wait, bool) or not isinstance(wait, int | float) or wait < 0:
            raise BadRequest("'wait' must be a number of seconds.")
        if not isinstance(queue, bool):
            raise BadRequest("'queue' must be true or false.")
        do = Send(text, queue)
        return await self._done(request, caller, session, do, min(wait, LONGEST_WAIT))

    async def keys(self, request: Request) -> Response:
        """Press keys, by their names."""
        caller = await permitted(self._facade, request, Right.PRESS)
        session = self._named(request)
        keys = (await body_of(request)).get("keys")
        if not isinstance(keys, list) or not keys or not all(isinstance(k, str) for k in keys):
            raise BadRequest("'keys' must list names of keys, such as Enter, Up or 1.")
        return await self._done(request, caller, session, Keys(tuple(keys)))

    async def interrupt(self, request: Request) -> Response:
        """Stop what an agent does."""
        caller = await permitted(self._facade, request, Right.INTERRUPT)
        session = self._named(request)
        return await self._done(request, caller, session, Interrupt())

    async def focus(self, request: Request) -> Response:
        """Bring a session's terminal to the front."""
        caller = await permitted(self._facade, request, Right.FOCUS)
        session = self._named(request)
        return await self._done(request, caller, session, Focus())

    async def rename(self, request: Request) -> Response:
        """Call a session by another name, or by its own again; types nothing."""
        caller = await permitted(self._facade, request, Right.RENAME)
        session = self._named(request)
        name = (await body_of(request)).get("name")
        if not isinstance(name, str) or not (name := name.strip()).isprintable():
            raise BadRequest("'name' must be one line of text, or empty for its own name.")
        if len(name) > LONGEST_NAME:
            raise BadRequest(f"'name' may have {LONGEST_NAME} characters.")
        return await self._done(request, caller, session, Rename(name))

    async def _done(
        self, request: Request, caller: Caller, session: Session, do: Do, patience: float = 0.0
    ) -> Response:
        name = ActionId("a" + secrets.token_hex(8))
        action = Action(name, session.id, do, caller, self._facade.now(), patience)
        word = await unless_gone(request, self._facade.done(action))
        if isinstance(word, Refuse):
            return refusal(409, word.code, word.why)
        return delivered(word.result) if word and word.result else Response()  # nobody is there

    def _named(self, request: Request) -> Session:
        return self._facade.session(request.path_params["id"])


def delivered(told: Result) -> Response:
    """The outcome of something typed; only what is known to have failed is an error."""
    body: dict[str, object] = {
        "status": "ok",
        "outcome": told.outcome,
        "note": told.note or None,
        "latency_ms": told.latency_ms,
    }
    if told.outcome in (Outcome.ACCEPTED, Outcome.UNKNOWN):
        return JSONResponse(body | ({"error_type": told.error} if told.error else {}))
    kind = "blocked" if told.outcome is Outcome.BLOCKED else told.error or "not_delivered"
    return JSONResponse(
        body | {"status": "error", "error_type": kind, "message": told.note}, status_code=409
    )
