"""The calls of the four-key keyboard: its buttons, its state, its presses."""

import os
from collections.abc import Awaitable, Callable, Container
from dataclasses import replace

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import BaseRoute, Route

from quarterdeck.boards.icons import is_file
from quarterdeck.boards.known_icons import known_file
from quarterdeck.domain.buttons import Button, Buttons
from quarterdeck.domain.callers import CallerKind, Right
from quarterdeck.domain.effects import Refuse
from quarterdeck.domain.events import ButtonsChosen, SessionNoted, Sighted
from quarterdeck.domain.sessions import Confidence, Facts, Session, Sighting, Source
from quarterdeck.domain.states import Outcome, State
from quarterdeck.doors.facade import Facade, Refused
from quarterdeck.doors.http.bodies import body_of, refusal
from quarterdeck.doors.http.connections import unless_gone
from quarterdeck.doors.http.visitors import Visitors
from quarterdeck.doors.keyboard_api import identity, wire
from quarterdeck.doors.keyboard_api.call_rate import CallRate
from quarterdeck.doors.keyboard_api.images import Icons
from quarterdeck.doors.keyboard_api.meant_session import (
    SOMEBODY,
    Bound,
    MeantSessions,
    SeveralSessions,
)
from quarterdeck.doors.keyboard_api.paths import CHANGES, READS
from quarterdeck.doors.keyboard_api.presses import NotPressed, Presses, button_at
from quarterdeck.doors.keyboard_api.wire import Identity, ToldState
from quarterdeck.ports import Unreachable

MOST_CHANGES = 100  # of buttons and states, a second

Call = Callable[[Request], Awaitable[Response]]


class KeyboardRoutes:
    """What can be called about the keyboard."""

    def __init__(
        self, facade: Facade, visitors: Visitors, icons: Icons, bound: Bound, started: float
    ) -> None:
        self._facade = facade
        self._visitors = visitors
        self._icons = icons
        self._meant = MeantSessions(facade, bound)
        self._presses = Presses(facade)
        self._changes = CallRate(MOST_CHANGES, facade.now)
        self._started = started  # when the daemon did
        # What was said of a keyboard without a session: nobody types there, so it may be lost.
        self._buttons: Buttons | None = None
        self._state = State.IDLE

    def routes(self) -> list[BaseRoute]:
        """Where these calls are found."""
        reads = zip(READS, (self.inputs, self.inputs, self.verify, self.status), strict=True)
        changes = zip(CHANGES, (self.update, self.update_state, self.press), strict=True)
        return [
            *(Route(path, self._answered(call)) for path, call in reads),
            *(Route(path, self._answered(call), methods=["POST"]) for path, call in changes),
        ]

    async def inputs(self, request: Request) -> Response:
        """Hand out the presses that wait; those of a session were typed at once."""
        session = await self._looked_at(request)
        presses = () if session else await self._presses.hand_out()
        return _told(_identity(session), inputs=wire.inputs_json(presses))

    async def verify(self, request: Request) -> Response:
        """Whether the session's agent lives."""
        session = await self._looked_at(request)
        alive = session is not None and not session.ended and identity.is_alive(session)
        return _told(_identity(session), alive=alive)

    async def status(self, request: Request) -> Response:
        """What the keyboard shows, and for whom."""
        session = await self._looked_at(request)
        who, view = _identity(session), self._facade.view()
        buttons = session.buttons if session else self._buttons
        keyboards = [s for s in view.surfaces if s.profile.kind == "keyboard"]
        return _told(
            who,
            connected=bool(keyboards),
            queueLength=0 if session else len(view.presses),
            uptime=round(self._facade.now() - self._started, 3),
            created=wire.moment(who.created),
            lastActive=wire.moment(who.last_active),
            state=wire.state_word(session.state if session else self._state),
            conversationId=session.facts.agent_session if session else None,
            session=session.id if session else None,
            daemonPid=os.getpid(),
            port=request.scope["server"][1],
            version=self._facade.version,
            **wire.buttons_json(buttons),
        )

    async def update(self, request: Request) -> Response:
        """Set a session's buttons; a picture that is not there leaves the text."""
        self._count_change()
        body = await body_of(request)
        buttons = wire.read_buttons(body, self._facade.now())
        named = wire.read_session(request.query_params, body)
        session, _ = await self._meant.permitted(request, named, Right.BUTTONS)
        buttons, missing = await self._with_pictures(buttons)
        if session is None:
            self._buttons = buttons
        else:
            await self._facade.tell(ButtonsChosen(session.id, buttons, None, buttons.at))
        return _told(_identity(session), success=True, missingImages=missing)

    async def update_state(self, request: Request) -> Response:
        """Take a program's word on what an agent does."""
        self._count_change()
        body = await body_of(request)
        told = wire.read_state(body)
        named = wire.read_session(request.query_params, body)
        session, _ = await self._meant.permitted(request, named, Right.BUTTONS)
        if session is None:
            self._state = told.state
        else:
            await self._sight(session, told)
        return _told(_identity(session), success=True)

    async def press(self, request: Request) -> Response:
        """Press a key for a person who tries it out; no agent may."""
        body = await body_of(request)
        press = wire.read_press(body)
        self._presses.count()
        named = wire.read_session(request.query_params, body)
        session, caller = await self._meant.permitted(request, named, Right.SEND)
        if caller.kind is CallerKind.AGENT:
            raise Refused("An agent may not press buttons; a person must.")
        if session is None:
            button = button_at(self._buttons, press)
            meant = replace(press, text=button.types if button else press.text)
            if not meant.text:
                raise NotPressed(409, "dead_key", f"Key {press.key} does nothing.")
            queued = await self._presses.queue(meant)
            return _told(_identity(None), success=True, queued=queued)
        action = self._presses.action(session.id, press, caller)
        done = await unless_gone(request, self._facade.done(action))
        if isinstance(done, Refuse):
            return refusal(409, done.code, done.why)
        if done is None or done.result is None:
            return Response()  # nobody is there
        result = done.result
        if result.outcome not in (Outcome.ACCEPTED, Outcome.UNKNOWN):
            return refusal(409, result.error or str(result.outcome), result.note)
        more = {"outcome": result.outcome, "note": result.note or None}
        return _told(_identity(session), success=True, queued=0, **more)

    def _answered(self, call: Call) -> Call:
        """A call that also says why it did nothing, or which sessions it could mean."""

        async def answered(request: Request) -> Response:
            # Whose connection it is was looked up; more than that nobody shows here.
            self._visitors.know(request.scope, SOMEBODY.id)
            try:
                return await call(request)
            except NotPressed as error:
                return refusal(error.status, error.code, str(error))
            except SeveralSessions as error:
                return _several(error)

        return answered

    def _count_change(self) -> None:
        if not self._changes.takes():
            raise NotPressed(429, "too_many", f"{MOST_CHANGES} changes a second are the most.")

    async def _looked_at(self, request: Request) -> Session | None:
        return await self._meant.of(request, wire.read_session(request.query_params, {}))

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


def _told(who: Identity, **more: object) -> Response:
    return JSONResponse(wire.answer(who, **more))


def _several(error: SeveralSessions) -> Response:
    body = {"status": "error", "error_type": "which_session", "message": str(error)}
    listed = [wire.session_line(session) for session in error.sessions]
    return JSONResponse(body | {"sessions": listed}, status_code=409)
