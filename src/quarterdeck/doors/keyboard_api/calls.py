"""The calls of the four-key keyboard: its buttons, its state, its presses."""

import os
from collections.abc import Awaitable, Container
from contextlib import suppress
from dataclasses import replace

from starlette.requests import Request
from starlette.routing import BaseRoute, Route

from quarterdeck.boards.icons import is_file
from quarterdeck.boards.known_icons import known_file
from quarterdeck.domain.buttons import Button, Buttons
from quarterdeck.domain.callers import Caller, CallerKind, Right
from quarterdeck.domain.effects import Refuse
from quarterdeck.domain.events import ButtonsChosen, SessionNoted, Sighted
from quarterdeck.domain.sessions import Confidence, Facts, Session, Sighting, Source
from quarterdeck.domain.states import Outcome, State
from quarterdeck.doors.call_rate import CallRate
from quarterdeck.doors.facade import Facade, NotFound, Refused
from quarterdeck.doors.http.bodies import body_of
from quarterdeck.doors.http.connections import unless_gone
from quarterdeck.doors.http.visitors import Visitors
from quarterdeck.doors.keyboard_api import identity, wire
from quarterdeck.doors.keyboard_api.answers import Answer, Call, NotDone, answered
from quarterdeck.doors.keyboard_api.images import Icons
from quarterdeck.doors.keyboard_api.meant_session import (
    SOMEBODY,
    Bound,
    MeantSessions,
    SeveralSessions,
)
from quarterdeck.doors.keyboard_api.presses import Presses, button_at
from quarterdeck.doors.keyboard_api.wire import Identity, ToldState
from quarterdeck.ports import Unreachable

_GETS = ("/inputs", "/hook/get-inputs", "/session/verify", "/status")
_POSTS = ("/update", "/state/update", "/test/button")

MOST_CHANGES = 100  # of buttons and states, a second


def is_open(method: str, path: str) -> bool:
    """The calls that need no token: they reach buttons, and never an ask."""
    return (method == "GET" and path in _GETS) or (method == "POST" and path in _POSTS)


class KeyboardRoutes:
    """What can be called about the keyboard."""

    def __init__(self, facade: Facade, visitors: Visitors, icons: Icons, bound: Bound) -> None:
        self._facade = facade
        self._visitors = visitors
        self._icons = icons
        self._meant = MeantSessions(facade, bound)
        self._presses = Presses(facade)
        self._changes = CallRate(MOST_CHANGES, within=1.0)
        self._started = facade.now()
        # What was said of a keyboard without a session: nobody types there, so it may be lost.
        self._buttons: Buttons | None = None
        self._state = State.IDLE

    def routes(self) -> list[BaseRoute]:
        """Where these calls are found."""
        reads = {
            "/inputs": self.inputs,
            "/hook/get-inputs": self.inputs,
            "/session/verify": self.verify,
            "/status": self.status,
        }
        changes = {
            "/update": self.update,
            "/state/update": self.update_state,
            "/test/button": self.press,
        }
        return [
            Route(path, answered(self._known(call), self.whose), methods=[method])
            for method, calls in (("GET", reads), ("POST", changes))
            for path, call in calls.items()
        ]

    async def inputs(self, request: Request) -> Answer:
        """Hand out the presses that wait; those of a session were typed at once."""
        session = await self._looked_at(request)
        presses = () if session else await self._presses.hand_out()
        return {"inputs": wire.inputs_json(presses)}

    async def verify(self, request: Request) -> Answer:
        """Whether the session's agent lives."""
        session = await self._looked_at(request)
        alive = session is not None and not session.ended and identity.is_alive(session)
        return {"alive": alive}

    async def status(self, request: Request) -> Answer:
        """What the keyboard shows, and for whom."""
        session = await self._looked_at(request)
        who, view = _identity(session), self._facade.view()
        buttons = session.buttons if session else self._buttons
        keyboards = [s for s in view.surfaces if s.profile.kind == "keyboard"]
        return {
            "connected": bool(keyboards),
            "queueLength": 0 if session else len(view.presses),
            "uptime": round(self._facade.now() - self._started, 3),
            "created": wire.moment(who.created),
            "lastActive": wire.moment(who.last_active),
            "state": wire.state_word(session.state if session else self._state),
            "conversationId": session.facts.agent_session if session else None,
            "session": session.id if session else None,
            "daemonPid": os.getpid(),
            "port": request.scope["server"][1],
            "version": self._facade.version,
            **wire.buttons_json(buttons),
        }

    async def update(self, request: Request) -> Answer:
        """Set a session's buttons; a picture that is not there leaves the text."""
        self._count_change()
        body = await body_of(request)
        session, _ = await self._permitted(request, body, Right.BUTTONS)
        buttons, missing = await self._with_pictures(wire.read_buttons(body, self._facade.now()))
        if session is None:
            self._buttons = buttons
        else:
            await self._facade.tell(ButtonsChosen(session.id, buttons, None, buttons.at))
        return {"success": True, "missingImages": missing}

    async def update_state(self, request: Request) -> Answer:
        """Take a program's word on what an agent does."""
        self._count_change()
        body = await body_of(request)
        session, _ = await self._permitted(request, body, Right.BUTTONS)
        told = wire.read_state(body)
        if session is None:
            self._state = told.state
        else:
            await self._sight(session, told)
        return {"success": True}

    async def press(self, request: Request) -> Answer:
        """Press a key for a person who tries it out; no agent may."""
        body = await body_of(request)
        self._presses.count()
        session, caller = await self._permitted(request, body, Right.SEND)
        if caller.kind is CallerKind.AGENT:
            raise Refused("An agent may not press buttons; a person must.")
        press = wire.read_press(body)
        if session is None:
            button = button_at(self._buttons, press)
            meant = replace(press, text=button.types if button else press.text)
            if not meant.text:
                raise NotDone(409, "dead_key", f"Key {press.key} does nothing.")
            return {"success": True, "queued": await self._presses.queue(meant)}
        action = self._presses.action(session.id, press, caller)
        done = await unless_gone(request, self._facade.done(action))
        if isinstance(done, Refuse):
            raise NotDone(409, done.code, done.why)
        if done is None or done.result is None:
            return {}  # nobody is there
        result = done.result
        if result.outcome not in (Outcome.ACCEPTED, Outcome.UNKNOWN):
            raise NotDone(409, result.error or str(result.outcome), result.note)
        note = result.note or None
        return {"success": True, "queued": 0, "outcome": result.outcome, "note": note}

    async def whose(self, request: Request) -> Identity:
        """By whose name a call is answered: also one that fails, or is about no session."""
        if "about" not in request.scope:
            with suppress(SeveralSessions, NotFound):
                await self._looked_at(request)
        return _identity(request.scope.get("about"))

    def _known(self, call: Call) -> Call:
        """A call on a connection of which was looked up whose it is; nobody shows more here."""

        def known(request: Request) -> Awaitable[Answer]:
            self._visitors.know(request.scope, SOMEBODY.id)
            return call(request)

        return known

    def _count_change(self) -> None:
        if not self._changes.takes(self._facade.now()):
            raise NotDone(429, "too_many", f"{MOST_CHANGES} changes a second are the most.")

    async def _looked_at(self, request: Request) -> Session | None:
        named = wire.read_session(request.query_params, {})
        session = request.scope["about"] = await self._meant.of(request, named)
        return session

    async def _permitted(
        self, request: Request, body: Answer, right: Right
    ) -> tuple[Session | None, Caller]:
        named = wire.read_session(request.query_params, body)
        session, caller = await self._meant.permitted(request, named, right)
        request.scope["about"] = session
        return session, caller

    async def _sight(self, session: Session, told: ToldState) -> None:
        now = self._facade.now()
        sighting = Sighting(Source.TOLD, told.state, now, told.reason, Confidence.MEDIUM)
        until = now + told.countdown if told.countdown is not None else 0.0
        facts = Facts(limited_until=until)
        self._facade.put(SessionNoted(session.id, session.process, session.agent, facts, now))
        await self._facade.tell(Sighted(session.id, sighting))

    async def _with_pictures(self, buttons: Buttons) -> tuple[Buttons, list[str]]:
        """The buttons with the pictures that are there, and the names of the others."""
        missing = [b.image for b in buttons.row if b.image and not await self._is_there(b.image)]
        row = tuple(self._with_picture(b, missing) for b in buttons.row)
        return replace(buttons, row=row), missing

    def _with_picture(self, button: Button, missing: Container[str]) -> Button:
        if button.image in missing:
            return replace(button, image="")
        icon = self._icons.made_of(button.image) if button.image else None
        if icon is None:
            return button
        return replace(button, emoji=icon.emoji, colour=button.colour or icon.colour)

    async def _is_there(self, file: str) -> bool:
        if not is_file(file):
            return False
        try:
            return known_file(file) is not None or await self._icons.picture(file) is not None
        except Unreachable:
            return False


def _identity(session: Session | None) -> Identity:
    return identity.of_session(session) if session else identity.of_daemon()
