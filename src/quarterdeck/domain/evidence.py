"""What shows that an ask is over: hooks of its call, the agent's own records, the registry.

Evidence must be newer than the ask and match it. An answer on its way counts as
taken only when the evidence agrees with it.
"""

from collections.abc import Iterable, Iterator

from quarterdeck.domain.ask_bodies import Kind
from quarterdeck.domain.asks import Ask, Ended, How, of_main_thread, stays
from quarterdeck.domain.calls import Calls
from quarterdeck.domain.effects import Effect
from quarterdeck.domain.events import (
    ElicitationEnded,
    HookDecided,
    HookPassedOver,
    PromptSubmitted,
    ToolRan,
    ToolRefused,
)
from quarterdeck.domain.ids import AskId, SessionId
from quarterdeck.domain.objections import denial, refuses
from quarterdeck.domain.open_asks import Doubt, OpenAsks, Pledge
from quarterdeck.domain.sessions import Sighting
from quarterdeck.domain.states import Outcome, State
from quarterdeck.domain.timers import CallRan, DialogLeft, ThreadOver, Timers

# How long the registry must say so. An interrupt fires no hook, and looks like a finished
# turn: leave the hooks of one time to arrive.
_NO_DIALOG = {State.WORKING: 0.3, State.IDLE: 0.7}
ACTS_WITHIN = 1.0  # an agent that takes an answer acts on it by then
LATE_HOOKS = 0.5  # hooks of one turn may arrive in another order

_OLD_NEWS = (Kind.DONE, Kind.NOTIFICATION, Kind.LIMIT, Kind.FAILURE, Kind.BLOCKED, Kind.FALLBACK)


class Evidence:
    """Ends asks that were settled, and says what became of answers."""

    def __init__(self, open_asks: OpenAsks, calls: Calls, timers: Timers) -> None:
        self._open_asks = open_asks
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
            elif isinstance(event, ToolRan) and self._was_filled_in(ask, event):
                yield from self._open_asks.conclude(ask, Outcome.ACCEPTED, "", now)

    def _was_filled_in(self, ask: Ask, event: ToolRan) -> bool:
        """Whether the call that wanted a form went on after our answer: no hook says it sooner."""
        pledge = self._open_asks.pledges.get(ask.id)
        waited = ask.kind is Kind.ELICITATION and event.tool.startswith(ask.tool)
        return waited and pledge is not None and pledge.reached(event.at)

    def _call_ended(self, ask: Ask, event: ToolRan | ToolRefused, now: float) -> Iterator[Effect]:
        pledge = self._open_asks.pledges.get(ask.id)
        if pledge is None:
            interrupted = isinstance(event, ToolRefused) and event.interrupted
            how = How.INTERRUPTED if interrupted else How.TERMINAL
            yield from self.settle(ask, how, "", now)
        elif pledge.in_hand:
            self._open_asks.settled(ask.id, How.TERMINAL)  # whoever carries it will tell
        elif isinstance(event, ToolRan):
            yield from self._ran(ask, pledge, event, now)
        elif event.interrupted:
            yield from self._interrupted(ask, pledge, event, now)
        elif refuses(ask, pledge.answer) and denial(ask, pledge.answer) in event.said:
            yield from self._open_asks.conclude(ask, Outcome.ACCEPTED, "", now)
        else:
            yield from self._overruled(ask, How.TERMINAL, now)

    def _ran(self, ask: Ask, pledge: Pledge, event: ToolRan, now: float) -> Iterator[Effect]:
        if ask.kind is Kind.QUESTION and not refuses(ask, pledge.answer):
            return  # somebody's answers were taken; whose, the agent's own record will say
        if event.at < pledge.sent:
            yield from self._overruled(ask, How.TERMINAL, now)
        elif not refuses(ask, pledge.answer):
            # Whose answer let it run, the agent's own record is about to say, if it says so.
            self._open_asks.ran(ask.id)
            same = bool(ask.call) or not event.call
            self._timers.set(now + LATE_HOOKS, CallRan(pledge.answer, event.at, same))
        elif ask.call:
            yield from self._overruled(ask, How.TERMINAL, now)
        else:
            note = "it was overruled, or an identical call ran after it"
            yield from self._open_asks.conclude(ask, Outcome.UNKNOWN, note, now)

    def call_ran(self, due: CallRan, now: float) -> Iterator[Effect]:
        """Nobody spoke against our answer having let the call run."""
        doubt = self._open_asks.doubt(due.answer.ask)
        if waiting := self._open_asks.on_its_way(due.answer):
            ask, pledge = waiting
            if pledge.reached(due.at) and due.same:
                yield from self._open_asks.conclude(ask, Outcome.ACCEPTED, "", now)
            else:
                nobody = "whether by this answer or at the terminal, nobody saw"
                note = f"it ran; {nobody}" if due.same else f"it or an identical call ran; {nobody}"
                yield from self._open_asks.conclude(ask, Outcome.UNKNOWN, note, now)
        elif doubt and due.same and doubt.pledge.reached(due.at):
            yield from self._open_asks.refine(doubt, taken=True, now=now)

    def _call_ended_late(
        self, doubt: Doubt, event: ToolRan | ToolRefused, now: float
    ) -> Iterator[Effect]:
        if event.at <= doubt.ask.opened:
            return  # the ask was about an identical call, of which nobody had heard
        said_no = refuses(doubt.ask, doubt.pledge.answer)
        if isinstance(event, ToolRan):
            if said_no or event.at < doubt.pledge.sent:
                yield from self._open_asks.refine(doubt, taken=False, now=now)
            else:
                self._timers.set(
                    now + LATE_HOOKS, CallRan(doubt.pledge.answer, event.at, same=True)
                )
        elif not event.interrupted:
            taken = said_no and denial(doubt.ask, doubt.pledge.answer) in event.said
            yield from self._open_asks.refine(doubt, taken=taken, now=now)

    def _interrupted(
        self, ask: Ask, pledge: Pledge, event: ToolRefused, now: float
    ) -> Iterator[Effect]:
        stops = pledge.answer.choice == "deny_stop"
        if event.at < pledge.sent:
            yield from self._overruled(ask, How.INTERRUPTED, now)
        elif stops and _follows(event.at, pledge):
            yield from self._open_asks.conclude(ask, Outcome.ACCEPTED, "", now)
        elif refuses(ask, pledge.answer) and not stops:
            yield from self._overruled(ask, How.INTERRUPTED, now)
        else:
            note = "it was interrupted after the answer; it may have run"
            yield from self._open_asks.conclude(ask, Outcome.UNKNOWN, note, now, How.INTERRUPTED)

    def _overruled(self, ask: Ask, how: How, now: float) -> Iterator[Effect]:
        if self._open_asks.pledges[ask.id].in_hand:
            self._open_asks.settled(
                ask.id, how
            )  # keys may yet be pressed; whoever carries it will tell
            return
        note = "the terminal was faster"
        yield from self._open_asks.conclude(ask, Outcome.NOT_DELIVERED, note, now, how)

    def hook_decided(self, event: HookDecided, now: float) -> Iterator[Effect]:
        """The agent wrote down that it took a hook's decision."""
        ask, pledge = self._open_asks.agenda.get(event.ask), self._open_asks.pledges.get(event.ask)
        if ask and pledge:
            if event.allowed is not refuses(ask, pledge.answer):
                yield from self._open_asks.conclude(ask, Outcome.ACCEPTED, "", now)
            else:
                yield from self._overruled(ask, How.TERMINAL, now)
        elif doubt := self._open_asks.doubt(event.ask):
            taken = event.allowed is not refuses(doubt.ask, doubt.pledge.answer)
            yield from self._open_asks.refine(doubt, taken=taken, now=now)

    def passed_over(self, event: HookPassedOver, now: float) -> Iterator[Effect]:
        """The agent took somebody else's answer."""
        ask = self._open_asks.agenda.get(event.ask)
        if ask and ask.id in self._open_asks.pledges:
            yield from self._overruled(ask, How.TERMINAL, now)
        elif doubt := self._open_asks.doubt(event.ask):
            yield from self._open_asks.refine(doubt, taken=False, now=now)

    # Turns and threads

    def end_elicitation(self, event: ElicitationEnded, now: float) -> Iterator[Effect]:
        """A form was answered or closed at the terminal: of several the first, as they stood."""
        asks = (a for a in self._open_asks.agenda.of(event.session) if a.subagent == event.subagent)
        forms = (a for a in asks if a.kind is Kind.ELICITATION and a.tool == event.tool)
        seen = (a for a in forms if self._open_asks.at_terminal_since(a) is not None)
        for ask in _older(seen, event.at)[:1]:
            pledge = self._open_asks.pledges.get(ask.id)
            if pledge and pledge.in_hand:
                self._open_asks.settled(ask.id, How.TERMINAL)  # whoever carries it will tell
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
            pledge = self._open_asks.pledges.get(ask.id)
            if pledge and at < pledge.sent:
                yield from self._overruled(ask, How.TERMINAL, now)
            elif pledge:
                self._open_asks.settled(ask.id, How.TERMINAL)
                self._timers.set(now + LATE_HOOKS, ThreadOver(pledge.answer))
            else:
                yield from self.settle(ask, How.TERMINAL, "the turn ended", now)

    def clear(self, session: SessionId, at: float, now: float) -> Iterator[Effect]:
        """A new conversation: what the old one's main thread asked is void."""
        mine = (a for a in self._open_asks.agenda.of(session) if of_main_thread(a))
        for ask in _older(mine, at):
            yield from self.settle(ask, How.INTERRUPTED, "the conversation was cleared", now)

    def take_prompt(self, event: PromptSubmitted, now: float) -> Iterator[Effect]:
        """A new prompt makes old news of what the last turn left behind, but not of a screen."""
        mine = (a for a in self._open_asks.agenda.of(event.session) if a.kind in _OLD_NEWS)
        for ask in _older(mine, event.at):
            if ask.sign is None and ask.id not in self._open_asks.pledges:
                yield from self._open_asks.end(
                    ask, Ended(How.REPLACED, now, "", None, "a new prompt")
                )

    def end_all(self, session: SessionId, at: float, note: str, now: float) -> Iterator[Effect]:
        """The session is over, and so is all it asked."""
        for ask in _older(self._open_asks.agenda.of(session), at):
            yield from self.settle(ask, How.GONE, note, now)

    def forget(self, session: SessionId) -> None:
        """Drop what is only needed while a session lives."""
        self._calls.forget(session)
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
        pledge = self._open_asks.pledges.get(ask.id)
        # A subagent may work on behind an idle prompt.
        interrupted = seen.state is State.IDLE and of_main_thread(ask)
        how = How.INTERRUPTED if interrupted else How.TERMINAL
        if pledge is None:
            yield from self.settle(ask, how, "", now)
        elif seen.at < pledge.sent:
            yield from self._overruled(ask, how, now)
        elif _follows(seen.at, pledge) and _explains(ask, pledge, interrupted=interrupted):
            yield from self._open_asks.conclude(ask, Outcome.ACCEPTED, "", now)
        else:  # the call's own hooks and the agent's record will say who won
            self._open_asks.settled(ask.id, how)

    def settle(self, ask: Ask, how: How, note: str, now: float) -> Iterator[Effect]:
        """An ask ended without our doing; whether an answer on its way still counted, who knows."""
        if ask.id in self._open_asks.pledges:
            yield from self._open_asks.conclude(ask, Outcome.UNKNOWN, note, now, how)
        elif not stays(ask):
            yield from self._open_asks.end(ask, Ended(how, now, "", None, note))

    def expire(self, ask_id: AskId, now: float) -> Iterator[Effect]:
        """The agent's own dialog ended by itself."""
        ask = self._open_asks.agenda.get(ask_id)
        if ask and ask_id not in self._open_asks.pledges:
            yield from self.settle(ask, How.EXPIRED, "the agent's own time ran out", now)


def _follows(at: float, pledge: Pledge) -> bool:
    """Whether something happened so soon after our answer that it may be what it did."""
    soon = pledge.printed is not None and at <= pledge.printed + ACTS_WITHIN
    return soon and pledge.reached(at) and not pledge.again


def _explains(ask: Ask, pledge: Pledge, *, interrupted: bool) -> bool:
    """Whether our answer makes a dialog leave like this."""
    if interrupted:
        return pledge.answer.choice == "deny_stop"
    # Whose answers to a question were taken, only the agent's own record says.
    return ask.kind is not Kind.QUESTION and not refuses(ask, pledge.answer)


def _older(asks: Iterable[Ask], at: float) -> list[Ask]:
    return [a for a in asks if a.opened < at]
