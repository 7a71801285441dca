"""Has buttons picked for sessions that became idle: by rules at once, refined by a model if wanted.

The model costs something: it is asked only while somebody looks at a surface, once for each
message, and one session after the other.
"""

import logging
from collections.abc import Callable
from functools import partial

from quarterdeck.daemon.outbox import Outbox
from quarterdeck.domain.buttons import Buttons, Context, Situation
from quarterdeck.domain.events import BoardShown, ButtonsChosen, CallRated, Event, PromptSubmitted
from quarterdeck.domain.ids import SessionId
from quarterdeck.domain.sessions import Session
from quarterdeck.domain.states import Mode, State
from quarterdeck.domain.watch import View
from quarterdeck.ports import Advisor, Clock, Unreachable

log = logging.getLogger(__name__)

LONGEST_SUMMARY = 200  # characters of a call that failed


class Advising:
    """Looks on what sessions do, and asks the advisors for those that are idle."""

    def __init__(
        self,
        rules: Advisor,
        model: Advisor | None,
        outbox: Outbox,
        view: Callable[[], View],
        put: Callable[[Event], None],
        clock: Clock,
    ) -> None:
        self._rules = rules
        self._model = model
        self._outbox = outbox
        self._view = view
        self._put = put
        self._clock = clock
        self._failed: dict[SessionId, str] = {}  # the last call of a turn, if it failed
        self._advised: dict[SessionId, Situation] = {}  # sessions that are idle
        self._refined: dict[SessionId, Situation] = {}

    # What happens

    def hear(self, event: Event) -> None:
        """Note what advice depends on beside the session itself."""
        match event:
            case CallRated(session=session, summary=summary, ok=ok):
                self._failed[session] = "" if ok else summary[:LONGEST_SUMMARY]
            case PromptSubmitted(session=session):
                self._failed.pop(session, None)
            case BoardShown():
                self._somebody_looks()
            case _:
                pass

    def session_changed(self, session: Session) -> None:
        """Have buttons picked once for each time a session becomes idle, or says something else."""
        if session.state is not State.IDLE:
            self._advised.pop(session.id, None)
            self._refined.pop(session.id, None)
            if session.ended:
                self._failed.pop(session.id, None)
            return
        situation = self._situation_of(session)
        if self._advised.get(session.id) != situation:
            self._advised[session.id] = situation
            if session.buttons is None or not session.buttons.asked:
                self._outbox.add("the advisor", partial(self._advise, session.id, situation))

    async def told(self, session: Session, context: Context, detail: str) -> Buttons:
        """The buttons for what the agent itself says that it is about; they are shown, too."""
        facts = session.facts
        message = facts.last_message or ""
        situation = Situation(message, cwd=facts.cwd or "", context=context, detail=detail)
        buttons = await self._rules.advise(situation)
        self._put(ButtonsChosen(session.id, buttons, None, self._clock()))
        self._refine(session.id, situation)
        return buttons

    # What follows

    def _somebody_looks(self) -> None:
        """Let the model look at what became idle while nobody would have seen its advice."""
        if self._model is None:
            return
        for session in self._view().sessions:
            situation = self._advised.get(session.id)
            if situation and not (session.buttons and session.buttons.asked):
                self._refine(session.id, situation)

    async def _advise(self, session: SessionId, situation: Situation) -> None:
        buttons = await self._rules.advise(situation)
        self._put(ButtonsChosen(session, buttons, situation.message, self._clock()))
        self._refine(session, situation)

    def _refine(self, session: SessionId, situation: Situation) -> None:
        """Have the model look at it, if there is one and somebody would see the result."""
        if self._model is None or self._refined.get(session) == situation:
            return
        now = self._clock()
        if any(surface.is_present(now) for surface in self._view().surfaces):
            self._refined[session] = situation
            work = partial(self._ask_model, self._model, session, situation)
            self._outbox.add("the advisor's model", work)

    async def _ask_model(self, model: Advisor, session: SessionId, situation: Situation) -> None:
        if self._refined.get(session) != situation:
            return  # it works again, or said something else
        try:
            buttons = await model.advise(situation)
        except Unreachable as error:
            log.info("the advisor's model gave no buttons: %s", error)
            return
        about = None if situation.context else situation.message
        self._put(ButtonsChosen(session, buttons, about, self._clock()))

    def _situation_of(self, session: Session) -> Situation:
        facts = session.facts
        return Situation(
            message=facts.last_message or "",
            failed=self._failed.get(session.id, ""),
            planning=facts.mode is Mode.PLAN,
            cwd=facts.cwd or "",
        )
