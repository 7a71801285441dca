"""How an action gets done: what waits, what overtakes, what is withdrawn.

Texts and keys of one session are done one after the other. A text may wait until the
agent can take it; keys do not wait behind it, later texts do. An interrupt overtakes all.
"""

from collections.abc import Iterator
from dataclasses import replace

from quarterdeck.domain.access import Access
from quarterdeck.domain.actions import (
    NEXT,
    Action,
    Do,
    Focus,
    Interrupt,
    Progress,
    Rename,
    Result,
    Send,
    Stage,
    Step,
    right_to,
)
from quarterdeck.domain.effects import (
    Cancel,
    Effect,
    Perform,
    Record,
    Refuse,
    ShowAction,
    WaitUntilFree,
)
from quarterdeck.domain.events import ActionEnded, ActionRequested, JournalFailed
from quarterdeck.domain.ids import ActionId, SessionId
from quarterdeck.domain.journal import ActionMoved, ActionOutcome, ActionWritten
from quarterdeck.domain.session_table import SessionTable
from quarterdeck.domain.states import Outcome
from quarterdeck.domain.stopping import stops
from quarterdeck.domain.timers import (
    ActionCutShort,
    CooldownOver,
    InterruptDue,
    PatienceOver,
    Timers,
)

AFTER_INTERRUPT = 1.0  # a second Escape too soon would open the agent's own menu
AFTER_TEXT = 0.2
VERDICT_WITHIN = 1.0  # how long an interrupt waits for a text that is being typed
REMEMBERED = 256  # actions whose end was told

_OVERTAKEN = "an interrupt came first"
_ALONE = "the caller went away"


class Acting:
    """The actions that are not over, and the order in which they are done."""

    def __init__(self, session_table: SessionTable, access: Access, timers: Timers) -> None:
        self._session_table = session_table
        self._access = access
        self._timers = timers
        self._actions: dict[ActionId, Progress] = {}
        self._of: dict[SessionId, list[ActionId]] = {}
        self._hindered: dict[ActionId, str] = {}  # texts that wait for the agent, and why
        self._alone: set[ActionId] = set()  # begun, and the caller went away meanwhile
        self._told: dict[ActionId, Progress] = {}
        self._rests: dict[SessionId, tuple[Do, float]] = {}  # after what, and until when

    def all(self) -> tuple[Progress, ...]:
        """What is not over, in order of request."""
        return tuple(self._actions.values())

    # What comes in

    def request(self, event: ActionRequested, now: float) -> Iterator[Effect]:
        """Somebody wants something done."""
        action = event.action
        if self.knows(action.id):
            yield from self.again(action.id)
        elif self._session_table.get(action.session) is None:
            yield Refuse(action.id, "not_found", f"There is no session {action.session!r}.")
        elif refusal := self._access.may(action.by, right_to(action.do), None):
            yield Refuse(action.id, refusal.code, refusal.why)
        else:
            progress = Progress(action, Stage.WAITING, None)
            yield Record(ActionWritten(action))
            yield from self._queue(progress, now)

    def knows(self, name: ActionId) -> bool:
        """Whether such an action was requested before."""
        return name in self._told or name in self._actions

    def again(self, name: ActionId) -> Iterator[Effect]:
        """The same request comes again; while it is not over, its waiter is told when it ends."""
        if told := self._told.get(name):
            yield ShowAction(told)

    def _queue(self, progress: Progress, now: float) -> Iterator[Effect]:
        action = progress.action
        behind_text = isinstance(action.do, Send) and self._has_waiting_text(action.session)
        self._actions[action.id] = progress
        self._of.setdefault(action.session, []).append(action.id)
        yield ShowAction(progress)
        if isinstance(action.do, Focus | Rename):
            yield from self._start(progress, now)
            return
        if isinstance(action.do, Interrupt):
            yield from self._overtake(progress, now)
        elif action.patience > 0:
            self._timers.set(now + action.patience, PatienceOver(action.id))
        elif behind_text:
            why = Result(Outcome.BLOCKED, "another text is waiting for the same agent")
            yield from self._end(progress, why, now)
        yield from self.advance(action.session, now)

    def free(self, name: ActionId, now: float) -> Iterator[Effect]:
        """The agent can take the text that waits for it."""
        if self._hindered.pop(name, None) is not None:
            yield from self.advance(self._actions[name].action.session, now)

    def paste(self, name: ActionId, now: float) -> Iterator[Effect]:
        """A text is in the composer, about to be submitted."""
        progress = self._actions.get(name)
        if progress and progress.stage is Stage.STARTED:
            yield from self._move(progress, Step.PASTE, now)

    def end(self, event: ActionEnded, now: float) -> Iterator[Effect]:
        """The performer reports the outcome; a text that found no way in may keep waiting."""
        progress = self._actions.get(event.action)
        if progress is None:
            return
        action, result = progress.action, event.result
        session = self._session_table.get(action.session)
        untouched = progress.stage is Stage.STARTED and result.outcome is Outcome.BLOCKED
        waits = untouched and isinstance(action.do, Send) and now < action.at + action.patience
        if waits and any(isinstance(p.action.do, Interrupt) for p in self._in(action.session)):
            yield from self._end(progress, Result(Outcome.NOT_DELIVERED, _OVERTAKEN), now)
        elif waits and action.id in self._alone:
            yield from self._end(progress, Result(Outcome.NOT_DELIVERED, _ALONE), now)
        elif waits:
            self._hindered[action.id] = result.note
            yield from self._move(progress, Step.HINDER, now)
            if session:
                yield WaitUntilFree(session, action)
        else:
            yield from self._end(progress, result, now)
        yield from self.advance(action.session, now)

    def withdraw(self, name: ActionId, now: float) -> Iterator[Effect]:
        """The caller went away: it is not done, unless it was begun."""
        if progress := self._waiting(name):
            yield from self._end(progress, Result(Outcome.NOT_DELIVERED, _ALONE), now)
            yield from self.advance(progress.action.session, now)
        elif name in self._actions:
            self._alone.add(name)

    def process_ended(self, session: SessionId, now: float) -> Iterator[Effect]:
        """An agent is gone: nothing can be done there that was not begun."""
        self._rests.pop(session, None)
        for progress in self._in(session):
            if progress.stage is Stage.WAITING:
                yield from self._end(
                    progress, Result(Outcome.NOT_DELIVERED, "its process ended"), now
                )

    def unwrite(self, event: JournalFailed, now: float) -> Iterator[Effect]:
        """Actions that could not be written down were not done."""
        for name in event.actions:
            if progress := self._actions.get(name):
                yield from self._end(progress, Result(Outcome.NOT_DELIVERED, event.why), now)
                yield from self.advance(progress.action.session, now)

    # What falls due

    def resume(self, left: tuple[Progress, ...], now: float) -> None:
        """An earlier run left these; their callers are gone, or may ask once more."""
        for progress in left:
            if progress.result:
                self._remember(progress)
            else:
                self._timers.set(now, ActionCutShort(progress))

    def cut_short(self, progress: Progress, now: float) -> Iterator[Effect]:
        """What was begun may be done; what was not is not done for anybody who went away."""
        result = Result(Outcome.UNKNOWN, "Quarterdeck was restarted in the middle of it")
        if progress.stage is Stage.WAITING:
            result = Result(Outcome.NOT_DELIVERED, "Quarterdeck was restarted first")
        yield from self._end(progress, result, now)

    def patience_over(self, name: ActionId, now: float) -> Iterator[Effect]:
        """A text waited for as long as it might."""
        if progress := self._waiting(name):
            why = self._hindered.get(name, "others came first")
            yield from self._end(progress, Result(Outcome.BLOCKED, why), now)
            yield from self.advance(progress.action.session, now)

    def interrupt_due(self, name: ActionId, now: float) -> Iterator[Effect]:
        """What was being done had its time: the interrupt waits no longer."""
        progress = self._waiting(name)
        running = self._running(progress.action.session) if progress else []
        if progress and not any(isinstance(p.action.do, Interrupt) for p in running):
            for other in running:
                yield Cancel(other.action.id)
            yield from self._start(progress, now)

    # In which order

    def _overtake(self, interrupt: Progress, now: float) -> Iterator[Effect]:
        """Nothing that waits is done after all; what is being done has a moment to end."""
        session = interrupt.action.session
        for other in self._in(session):
            if other.stage is Stage.WAITING and not isinstance(other.action.do, Interrupt):
                yield from self._end(other, Result(Outcome.NOT_DELIVERED, _OVERTAKEN), now)
        if self._running(session):
            due = max(now, interrupt.action.at + VERDICT_WITHIN)
            self._timers.set(due, InterruptDue(interrupt.action.id))

    def advance(self, session: SessionId, now: float) -> Iterator[Effect]:
        """Do the next thing, if nothing is being done, and the last is over for long enough."""
        while not self._running(session) and (progress := self._next(session)):
            if (rested := self._rested(progress)) > now:
                self._timers.set(rested, CooldownOver(session))
                return
            yield from self._start(progress, now)

    def _rested(self, progress: Progress) -> float:
        """When this may be done: an interrupt waits after another interrupt only."""
        after, until = self._rests.get(progress.action.session, (None, 0.0))
        if isinstance(progress.action.do, Interrupt) and not isinstance(after, Interrupt):
            return 0.0
        return until

    def _next(self, session: SessionId) -> Progress | None:
        waiting = [p for p in self._in(session) if p.stage is Stage.WAITING]
        interrupts = [p for p in waiting if isinstance(p.action.do, Interrupt)]
        text_waits = False
        for progress in (*interrupts, *waiting):
            if progress.action.id in self._hindered:
                text_waits = True
            elif not (text_waits and isinstance(progress.action.do, Send)):
                return progress
        return None

    def _running(self, session: SessionId) -> list[Progress]:
        """What is being done at a session's terminal; going there types nothing."""
        return [
            p
            for p in self._in(session)
            if p.stage is not Stage.WAITING and not isinstance(p.action.do, Focus)
        ]

    def _has_waiting_text(self, session: SessionId) -> bool:
        return any(p.action.id in self._hindered for p in self._in(session))

    def _in(self, session: SessionId) -> list[Progress]:
        return [self._actions[name] for name in self._of.get(session, ())]

    def _waiting(self, name: ActionId) -> Progress | None:
        progress = self._actions.get(name)
        return progress if progress and progress.stage is Stage.WAITING else None

    # From one stage to the next

    def _start(self, progress: Progress, now: float) -> Iterator[Effect]:
        action = progress.action
        session = self._session_table.get(action.session)
        # A right may have been taken away while it waited.
        refusal = self._access.may(action.by, right_to(action.do), None)
        if refusal or session is None:
            why = refusal.why if refusal else "its session is no longer known"
            yield from self._end(progress, Result(Outcome.NOT_DELIVERED, why), now)
            return
        yield from self._move(progress, Step.START, now)
        if isinstance(action.do, Rename):
            yield from self._session_table.rename(session, action.do.name)
            yield from self._end(self._actions[action.id], Result(Outcome.ACCEPTED, ""), now)
        else:
            yield Perform(session, action)

    def _move(self, progress: Progress, step: Step, now: float) -> Iterator[Effect]:
        moved = replace(progress, stage=NEXT[progress.stage, step])
        self._actions[progress.action.id] = moved
        yield Record(ActionMoved(progress.action.id, moved.stage, now))
        yield ShowAction(moved)

    def _end(self, progress: Progress, result: Result, now: float) -> Iterator[Effect]:
        action = progress.action
        step = Step.DROP if progress.stage is Stage.WAITING else Step.END
        self._actions.pop(action.id, None)
        self._alone.discard(action.id)
        names = self._of.get(action.session, [])
        if action.id in names:
            names.remove(action.id)
        if not names:
            self._of.pop(action.session, None)
        if self._hindered.pop(action.id, None) is not None:
            yield Cancel(action.id)
        over = Progress(action, NEXT[progress.stage, step], result)
        if result.outcome in (Outcome.ACCEPTED, Outcome.UNKNOWN):
            self._rest(action, now)
        self._remember(over)
        yield Record(ActionOutcome(action.id, result.outcome, result.note, now))
        yield ShowAction(over)
        if stops(action.do, result.outcome):
            yield from self._session_table.stop(action.session, stopped=True)

    def _remember(self, over: Progress) -> None:
        """Whatever comes again under this name is not done again."""
        self._told[over.action.id] = over
        while len(self._told) > REMEMBERED:
            self._told.pop(next(iter(self._told)))

    def _rest(self, action: Action, now: float) -> None:
        """The agent gets a moment to take what was done."""
        match action.do:
            case Interrupt():
                self._rests[action.session] = action.do, now + AFTER_INTERRUPT
            case Send():
                self._rests[action.session] = action.do, now + AFTER_TEXT
            case _:
                pass
