"""The loop: one writer. Events in, the watch decides, the journal first, then the effects."""

import asyncio
import logging
from collections import deque
from collections.abc import Iterable, Sequence
from dataclasses import replace

from quarterdeck.daemon.dispatch import Dispatch
from quarterdeck.domain.effects import (
    Acknowledge,
    Cancel,
    Carry,
    Effect,
    Perform,
    Record,
    Refuse,
    Release,
    Reply,
    ShowAction,
    ShowAsk,
    ShowSession,
    SurfaceChanged,
    Tell,
    WaitUntilFree,
    WithdrawKeys,
)
from quarterdeck.domain.events import Event, JournalFailed, TimePassed
from quarterdeck.domain.ids import ActionId, AnswerId, AskId
from quarterdeck.domain.journal import (
    ActionMoved,
    ActionWritten,
    AnswerWritten,
    Entry,
    SessionWritten,
)
from quarterdeck.domain.watch import View, Watch
from quarterdeck.ports import Clock, Store, Unwritable

log = logging.getLogger(__name__)

BATCH = 64
TRY_AGAIN_AFTER = 1.0


class Loop:
    """Runs the watch. Nothing else calls it."""

    def __init__(self, watch: Watch, store: Store, dispatch: Dispatch, clock: Clock) -> None:
        self._watch = watch
        self._store = store
        self._dispatch = dispatch
        self._clock = clock
        self._inbox: deque[Event | asyncio.Future[None]] = deque()
        self._news = asyncio.Event()
        self._unwritten: list[Effect] = []
        self._written: set[AskId | ActionId] = set()  # what was in the journal when all was
        self._unsent: set[AnswerId | ActionId] = set()
        self._try_again_at = 0.0
        self._view: View | None = None
        self.trouble = ""  # why the journal cannot be written, for those who ask

    def put(self, event: Event) -> None:
        """Take what happened; it is handled soon, in order."""
        self._inbox.append(event)
        self._news.set()

    async def handled(self) -> None:
        """Wait until everything put so far is handled, written down and carried out.

        While the journal cannot be written, nobody is kept waiting for it.
        """
        mark: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._inbox.append(mark)
        self._news.set()
        await mark

    def view(self) -> View:
        """What is true and written down; while it is being written, what was true before."""
        if self._view is None:
            self._view = self._watch.view()
            if self._unwritten:
                asks = tuple(a for a in self._view.asks if a.id in self._written)
                actions = tuple(p for p in self._view.actions if p.action.id in self._written)
                self._view = replace(self._view, asks=asks, actions=actions)
        return self._view

    async def run(self) -> None:
        """Handle events for ever."""
        while True:
            await self._wait()
            await self.step()

    async def step(self) -> None:
        """Handle what has come in so far, and what is due."""
        if not self._unwritten:
            view = self.view()
            self._written = {a.id for a in view.asks} | {p.action.id for p in view.actions}
        effects: list[Effect] = []
        events, marks = self._take()
        try:
            for event in events:
                effects += self._handle(event)
            self._unwritten = [*self._unwritten, *effects]
            await self._carry_out()
        finally:
            for mark in marks:
                if not mark.done():  # the waiter may have gone
                    mark.set_result(None)

    def _handle(self, event: Event) -> list[Effect]:
        try:
            return self._watch.handle(event, self._clock())
        except Exception:
            # We are wrong; the person must not pay for it with every other session.
            log.exception("could not handle %r", event)
            return []

    def _take(self) -> tuple[list[Event], list[asyncio.Future[None]]]:
        """What came in, and who waits until it is handled."""
        events: list[Event] = []
        marks: list[asyncio.Future[None]] = []
        for _ in range(min(BATCH, len(self._inbox))):
            one = self._inbox.popleft()
            if isinstance(one, asyncio.Future):
                marks.append(one)
            else:
                events.append(one)
        due = self._watch.next_due()
        if due is not None and due <= self._clock():
            events.append(TimePassed())
        return events, marks

    async def _wait(self) -> None:
        if self._inbox:
            await asyncio.sleep(0)
            return
        self._news.clear()
        due = self._watch.next_due()
        left = None if due is None else max(0.0, due - self._clock())
        if self._unwritten:
            left = min(TRY_AGAIN_AFTER, left if left is not None else TRY_AGAIN_AFTER)
        try:
            async with asyncio.timeout(left):
                await self._news.wait()
        except TimeoutError:
            pass

    async def _carry_out(self) -> None:
        """The journal first; what cannot be written is neither shown nor sent."""
        pending = self._unwritten
        if not pending:
            self._view = None
            return
        entries = [effect.entry for effect in pending if isinstance(effect, Record)]
        try:
            if entries:
                await self._write(entries)
        except Unwritable as error:
            self._view = None
            self._hold_back(pending, str(error))
            return
        self._unwritten, self._view = [], None
        if self.trouble:
            log.warning("the journal can be written again")
            self.trouble = ""
            self._unsent.clear()
        for effect in pending:
            if not isinstance(effect, Record):
                self._dispatch.carry_out(effect)

    async def _write(self, entries: Sequence[Entry]) -> None:
        """Write all of this; what just failed is not tried again with every event."""
        now = self._clock()
        if self.trouble and now < self._try_again_at:
            raise Unwritable(self.trouble)
        self._try_again_at = now + TRY_AGAIN_AFTER
        await self._store.write(entries, now)

    def _hold_back(self, effects: Sequence[Effect], why: str) -> None:
        if why != self.trouble:
            log.error("the journal cannot be written: %s", why)
            self.trouble = why
        written = {name for f in effects if (name := _begun(f))}
        answers = tuple(
            f.answer.id for f in effects if isinstance(f, Reply | Carry) and f.answer.id in written
        )
        actions = tuple(f.action.id for f in effects if isinstance(f, Perform))
        self._unsent.update(answers, actions)
        for effect in effects:
            if self._needs_no_journal(effect):
                self._dispatch.carry_out(effect)
        # What waited for a disk could arrive when nobody means it any more.
        self._unwritten = _newest(
            f
            for f in effects
            if not _sent(f) and _begun(f) not in self._unsent and not self._needs_no_journal(f)
        )
        if answers or actions:
            why = f"the journal cannot be written: {why}"
            self.put(JournalFailed(answers, actions, why))

    def _needs_no_journal(self, effect: Effect) -> bool:
        """Whether it says that nothing was done, does nothing to any agent, or is written."""
        match effect:
            case Tell(answer):
                return answer in self._unsent
            case Reply(_, _, answer):
                return answer.id not in self._unsent
            case ShowAction(progress):
                return progress.result is not None and progress.action.id in self._unsent
            case Refuse() | Acknowledge() | Release() | Cancel() | WithdrawKeys():
                return True
            case WaitUntilFree() | SurfaceChanged():
                return True
            case _:
                return False


def _newest(effects: Iterable[Effect]) -> list[Effect]:
    """Of each session and ask only the last word on how it looks, so that waiting costs little."""
    kept = {_subject(effect) or number: effect for number, effect in enumerate(effects)}
    return list(kept.values())


def _subject(effect: Effect) -> tuple[str, str] | None:
    """What an effect only shows again."""
    match effect:
        case ShowSession(session):
            return "session", session.id
        case ShowAsk(ask):
            return "ask", ask.id
        case ShowAction(progress):
            return "action", progress.action.id
        case Record(SessionWritten(session)):
            return "record", session.id
        case _:
            return None


def _sent(effect: Effect) -> AnswerId | ActionId | None:
    """The answer that an effect sends, or the action that it does."""
    match effect:
        case Reply() | Carry():
            return effect.answer.id
        case Perform():
            return effect.action.id
        case _:
            return None


def _begun(effect: Effect) -> AnswerId | ActionId | None:
    """The answer or action that an effect writes down, or shows, as on its way."""
    match effect:
        case Record(AnswerWritten(answer)):
            return answer.id
        case Record(ActionWritten(action)):
            return action.id
        case Record(ActionMoved(action_id)):
            return action_id
        case ShowAction(progress):
            return progress.action.id if progress.result is None else None
        case _:
            return None
