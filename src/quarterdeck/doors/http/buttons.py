"""The calls about a session's buttons: which there are, and a press on one."""

import secrets

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import BaseRoute, Route

from quarterdeck.domain.actions import Action, right_to
from quarterdeck.domain.buttons import Button
from quarterdeck.domain.effects import Refuse
from quarterdeck.domain.ids import ActionId
from quarterdeck.domain.risk import Level
from quarterdeck.domain.sessions import Session
from quarterdeck.doors.facade import Facade
from quarterdeck.doors.http.bodies import body_of, refusal
from quarterdeck.doors.http.connections import permitted, unless_gone
from quarterdeck.doors.http.sessions import delivered
from quarterdeck.doors.http.wire import BadRequest, buttons_json


class ButtonRoutes:
    """What can be called about buttons."""

    def __init__(self, facade: Facade) -> None:
        self._facade = facade

    def routes(self) -> list[BaseRoute]:
        """Where these calls are found."""
        where = "/api/sessions/{id}/buttons"
        return [Route(where, self.row), Route(where + "/{n}", self.press, methods=["POST"])]

    async def row(self, request: Request) -> Response:
        """The buttons that can be pressed now."""
        session = self._facade.session(request.path_params["id"])
        return JSONResponse({"session": session.id, "buttons": buttons_json(session.buttons_shown)})

    async def press(self, request: Request) -> Response:
        """Have done what a button says; the caller names the set that it saw."""
        session = self._facade.session(request.path_params["id"])
        body = await body_of(request)
        found = _seen(session, request.path_params["n"], body.get("set"))
        if isinstance(found, Response):
            return found
        if found.do is None:
            return refusal(409, "dead_key", "This button does nothing.")
        caller = await permitted(self._facade, request, right_to(found.do))
        if found.risk is Level.CRITICAL and body.get("confirm") is not True:
            why = "What this button types is critical: confirm it."
            return refusal(409, "needs_confirmation", why)
        name = ActionId("a" + secrets.token_hex(8))
        action = Action(name, session.id, found.do, caller, self._facade.now(), 0.0)
        word = await unless_gone(request, self._facade.done(action))
        if isinstance(word, Refuse):
            return refusal(409, word.code, word.why)
        return delivered(word.result) if word and word.result else Response()  # nobody is there


def _seen(session: Session, number: str, named: object) -> Button | Response:
    """The button that somebody saw, if it is still there."""
    if not isinstance(named, str):
        raise BadRequest("'set' must name the buttons that were seen.")
    shown = session.buttons_shown
    if shown is None or shown.id != named:
        return refusal(409, "not_shown", "These buttons are no longer shown.")
    if number not in map(str, range(len(shown.row))):
        return refusal(404, "not_found", f"There are {len(shown.row)} buttons, counted from 0.")
    return shown.row[int(number)]
