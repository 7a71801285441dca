"""What shows that an ask is over: hooks of its call, the agent's own records, the registry.

Evidence must be newer than the ask and match it. What it says of an answer that is on
its way is judged in `acceptance`.
"""

from collections.abc import Callable, Iterable, Iterator

from quarterdeck.domain import acceptance
from quarterdeck.domain.acceptance import Verdict, Waits
from quarterdeck.domain.ask_bodies import Kind
from quarterdeck.domain.asks import Answer, Ask, Ended, How, of_main_thread, stays
from quarterdeck.domain.calls import Calls
from quarterdeck.domain.effects import Effect
from quarterdeck.domain.events import (
    ElicitationEnded,
    HookDecided,
    HookPassedOver,
    ToolRan,
    ToolRefused,
)
from quarterdeck.domain.ids import AskId, SessionId
from quarterdeck.domain.open_asks import Doubt, OpenAsks
from quarterdeck.domain.opening import Opening
from quarterdeck.domain.sent_answers import SentAnswer
from quarterdeck.domain.sessions import Sighting
from quarterdeck.domain.states import State
from quarterdeck.domain.timers import CallRan, DialogLeft, ThreadOver, Timers

# How long the registry must say so. An interrupt fires no hook, and looks like a finished
# turn: leave the hooks of one time to arrive.
_NO_DIALOG = {State.WORKING: 0.3, State.IDLE: 0.7}
LATE_HOOKS = 0.5  # hooks of one turn may arrive in another order
LATE_RECORDS = 2.0  # what the agent wrote down of a turn is read after its last hook


class Evidence:
    """Ends asks that were settled, and reports the outcomes of answers."""

    def __init__(self, open_asks: OpenAsks, opening: Opening, calls: Calls, timers: Timers) -> None:
        self._open_asks = open_asks
        self._opening = opening
        self._calls = calls
        self._timers = timers
        self._dialog_at: dict[SessionId, float] = {}  # when the registry last showed one
        self._left: dict[SessionId, Sighting] = {}  # the first since then that showed none

    # Tool calls

    def end_tool(self, event: ToolRan | ToolRefused, now: float) -> Iterator[Effect]:
        """A call ran, or was refused."""
        self._calls.end(event)
        for doubt in self._open_asks.doubts_about(event.session, event.call):
            yield from self._call_ended_late(doubt, event, now)
        for ask in self._open_asks.agenda.of(event.session):
            if self._calls.is_about(event, ask):
                yield from self._call_ended(ask, event, now)
            elif isinstance(event, ToolRan) and _wanted_form(ask, event):
                yield from self._form_went_on(ask, event.at, now)

    def _call_ended(self, ask: Ask, event: ToolRan | ToolRefused, now: float) -> Iterator[Effect]:
        sent = self._open_asks.sent(ask.id)
        if sent is None:
            interrupted = isinstance(event, ToolRefused) and event.interrupted
            how = How.INTERRUPTED if interrupted else How.TERMINAL
            yield from self.settle(ask, how, "", now)
            return
        verdict = acceptance.call_ended(ask, sent, event)
        if verdict == acceptance.RAN:
            same = bool(ask.call) or not event.call
            self._timers.set(now + LATE_HOOKS, CallRan(sent.answer, event.at, same))
        yield from self._open_asks.heed(ask, verdict, now)

    def _form_went_on(self, ask: Ask, at: float, now: float) -> Iterator[Effect]:
        if sent := self._open_asks.sent(ask.id):
            yield from self._open_asks.heed(ask, acceptance.form_went_on(sent, at), now)

    def _call_ended_late(
        self, doubt: Doubt, event: ToolRan | ToolRefused, now: float
    ) -> Iterator[Effect]:
        verdict = acceptance.call_ended_late(doubt.ask, doubt.sent, event)
        if verdict == acceptance.RAN:
            self._timers.set(now + LATE_HOOKS, CallRan(doubt.sent.answer, event.at, same=True))
        yield from self._open_asks.learn(doubt, verdict, now)

    def call_ran(self, due: CallRan, now: float) -> Iterator[Effect]:
        """Nothing contradicts that our answer let the call run."""
        doubt = self._open_asks.doubt(due.answer.ask)
        if waiting := self._open_asks.on_its_way(due.answer.id):
            ask, sent = waiting
            yield from self._open_asks.heed(ask, acceptance.nobody_objected(sent, due), now)
        elif doubt:
            verdict = acceptance.nobody_objected(doubt.sent, due)
            yield from self._open_asks.learn(doubt, verdict, now)

    # The agent's own record

    def hook_decided(self, event: HookDecided, now: float) -> Iterator[Effect]:
        """The agent wrote down that it took a hook's decision."""

        def judge(ask: Ask, sent: SentAnswer) -> Verdict:
            return acceptance.hook_decided(ask, sent, allowed=event.allowed)

        yield from self._read_record(event.ask, judge, now)

    def passed_over(self, event: HookPassedOver, now: float) -> Iterator[Effect]:
        """The agent took somebody else's answer."""
        yield from self._read_record(event.ask, acceptance.passed_over, now)

    def _read_record(
        self, name: AskId, judge: Callable[[Ask, SentAnswer], Verdict], now: float
    ) -> Iterator[Effect]:
        """Judge the answer that is on its way to an ask, or whose outcome is unknown."""
        ask, sent = self._open_asks.agenda.get(name), self._open_asks.sent(name)
        if ask and sent:
            yield from self._open_asks.heed(ask, judge(ask, sent), now)
        elif doubt := self._open_asks.doubt(name):
            yield from self._open_asks.learn(doubt, judge(doubt.ask, doubt.sent), now)

    # Turns and threads

    def end_elicitation(self, event: ElicitationEnded, now: float) -> Iterator[Effect]:
        """A form was answered or closed at the terminal: of several the first, as they stood."""
        asks = (a for a in self._open_asks.agenda.of(event.session) if a.subagent == event.subagent)
        wanted = (a for a in asks if a.kind is Kind.ELICITATION and a.tool == event.tool)
        forms = _older(wanted, event.at)
        seen = [a for a in forms if self._open_asks.at_terminal_since(a) is not None]
        # One that its hook still hides ended without it, and without the answer it brings.
        answered = [a for a in forms if self._open_asks.is_answered(a.id)]
        for ask in (seen or answered)[:1]:
            yield from self._spare_later_hooks(ask, event.at, now)
            if sent := self._open_asks.sent(ask.id):
                yield from self._open_asks.heed(ask, acceptance.form_ended(sent), now)
            else:
                yield from self.settle(ask, How.TERMINAL, "", now)

    def end_turn(self, session: SessionId, at: float, now: float) -> Iterator[Effect]:
        """The main thread finished: what it left open is settled."""
        mine = (a for a in self._open_asks.agenda.of(session) if of_main_thread(a))
        yield from self._end_thread(mine, at, now)

    def end_subagent(
        self, session: SessionId, subagent: str, at: float, now: float
    ) -> Iterator[Effect]:
        """A subagent finished."""
        mine = (a for a in self._open_asks.agenda.of(session) if a.subagent == subagent)
        yield from self._end_thread(mine, at, now)

    def _end_thread(self, asks: Iterable[Ask], at: float, now: float) -> Iterator[Effect]:
        for ask in _older(asks, at):
            if not ask.kind.is_decision:
                continue
            yield from self._spare_later_hooks(ask, at, now)
            if sent := self._open_asks.sent(ask.id):
                verdict = acceptance.thread_ended(sent, at)
                if isinstance(verdict, Waits):
                    self._timers.set(now + LATE_RECORDS, ThreadOver(sent.answer))
                yield from self._open_asks.heed(ask, verdict, now)
            else:
                yield from self.settle(ask, How.TERMINAL, "the turn ended", now)

    def thread_over(self, answer: Answer, now: float) -> Iterator[Effect]:
        """The turn is over and its last hooks have had time to arrive."""
        if waiting := self._open_asks.on_its_way(answer.id):
            ask, sent = waiting
            yield from self._open_asks.heed(ask, acceptance.thread_is_over(ask, sent), now)

    def clear(self, session: SessionId, at: float, now: float) -> Iterator[Effect]:
        """A new conversation: what the old one's main thread asked is void."""
        mine = (a for a in self._open_asks.agenda.of(session) if of_main_thread(a))
        for ask in _older(mine, at):
            yield from self._spare_later_hooks(ask, at, now)
            yield from self.settle(ask, How.INTERRUPTED, "the conversation was cleared", now)

    def end_all(self, session: SessionId, at: float, note: str, now: float) -> Iterator[Effect]:
        """The session is over, and so is all it asked."""
        for ask in _older(self._open_asks.agenda.of(session), at):
            yield from self._spare_later_hooks(ask, at, now)
            yield from self.settle(ask, How.GONE, note, now)

    def forget(self, session: SessionId) -> None:
        """Drop what is needed only while a session exists."""
        self._calls.forget(session)
        self._open_asks.forget(session)
        self._dialog_at.pop(session, None)
        self._left.pop(session, None)

    # The registry

    def watch_dialog(self, session: SessionId, sighting: Sighting, now: float) -> None:
        """The registry shows no dialog: look again whether none comes back."""
        if sighting.state is State.WAITING:
            self._dialog_at[session] = sighting.at
            self._left.pop(session, None)
        elif sighting.state in _NO_DIALOG:
            self._left.setdefault(session, sighting)
            self._timers.set(now + _NO_DIALOG[sighting.state], DialogLeft(session, sighting))

    def dialog_left(self, due: DialogLeft, now: float) -> Iterator[Effect]:
        """The registry has not shown a dialog for a while: those that were there are settled."""
        if self._dialog_at.get(due.session, 0.0) >= due.seen.at:
            return
        first = self._left.get(due.session, due.seen)
        for ask in self._open_asks.agenda.of(due.session):
            since = self._open_asks.at_terminal_since(ask)
            if ask.kind.is_decision and since is not None and since < due.seen.at:
                yield from self._left_screen(ask, first if since < first.at else due.seen, now)

    def _left_screen(self, ask: Ask, seen: Sighting, now: float) -> Iterator[Effect]:
        yield from self._spare_later_hooks(ask, seen.at, now)
        # A subagent may work on behind an idle prompt.
        interrupted = seen.state is State.IDLE and of_main_thread(ask)
        if sent := self._open_asks.sent(ask.id):
            verdict = acceptance.dialog_left(ask, sent, seen.at, interrupted=interrupted)
            yield from self._open_asks.heed(ask, verdict, now)
        else:
            how = How.INTERRUPTED if interrupted else How.TERMINAL
            yield from self.settle(ask, how, "", now)

    # Ends

    def _spare_later_hooks(self, ask: Ask, at: float, now: float) -> Iterator[Effect]:
        """What was over by then says nothing of hooks that began afterwards."""
        yield from self._opening.tell_apart(ask, at, None, now)

    def settle(self, ask: Ask, how: How, note: str, now: float) -> Iterator[Effect]:
        """An ask ended without our doing; whether an answer on its way still counted, who knows."""
        if stays(ask):
            return
        if self._open_asks.is_answered(ask.id):
            yield from self._open_asks.heed(ask, acceptance.all_is_over(how, note), now)
        else:
            yield from self._open_asks.end(ask, Ended(how, now, "", None, note))

    def expire(self, ask_id: AskId, now: float) -> Iterator[Effect]:
        """The agent's own dialog ended by itself."""
        ask = self._open_asks.agenda.get(ask_id)
        if ask and ask.deadline and not self._open_asks.is_answered(ask_id):
            # Hooks that began well after its own are about an identical dialog, which has its time.
            late = ask.opened + LATE_HOOKS + (now - ask.deadline)
            yield from self._spare_later_hooks(ask, late, now)
            yield from self.settle(ask, How.EXPIRED, "the agent's own time ran out", now)


def _wanted_form(ask: Ask, event: ToolRan) -> bool:
    """Whether the tool that went on is one of the server that wanted this form."""
    return ask.kind is Kind.ELICITATION and event.tool.startswith(ask.tool)


def _older(asks: Iterable[Ask], at: float) -> list[Ask]:
    return [a for a in asks if a.opened < at]
