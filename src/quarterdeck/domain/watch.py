"""The watch: takes events, keeps what is true, says what should follow.

It is pure: time and ids come in with the events, everything it wants done goes
out as effects. Only the daemon's loop calls it.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import assert_never

from quarterdeck.domain import events as e
from quarterdeck.domain.agenda import Order, in_order
from quarterdeck.domain.asks import Answer, Ask, Ended, How, Kind, Meaning, of_main_thread
from quarterdeck.domain.calls import Calls, is_about
from quarterdeck.domain.channels import Channel, Keep
from quarterdeck.domain.choices import objection
from quarterdeck.domain.desk import Desk, Pledge, refuses
from quarterdeck.domain.due import (
    Alarm,
    DialogLeft,
    Due,
    Expires,
    GateEnds,
    LookAgain,
    OutcomeDue,
    SnoozeEnds,
    ThreadOver,
)
from quarterdeck.domain.effects import (
    Carry,
    Effect,
    KeepOpen,
    Record,
    Refuse,
    Release,
    ShowAsk,
    ShowSession,
)
from quarterdeck.domain.ids import AskId, SessionId, SurfaceId
from quarterdeck.domain.journal import AnswerWritten, Remembered, SessionWritten, StateChanged
from quarterdeck.domain.reconcile import Conclusion, conclude, next_look
from quarterdeck.domain.sessions import (
    Confidence,
    Facts,
    Session,
    Sighting,
    Source,
    name_for,
)
from quarterdeck.domain.states import Outcome, State

PRESENT_FOR = 10.0  # a surface counts as present this long after it acknowledged
STEADY = 0.3  # the registry must say so this long
IDLE_STEADY = 0.7  # an interrupt fires no hook: leave hooks of a finished turn time to arrive
LATE_HOOKS = 0.5  # hooks of one turn may arrive in another order
OUTCOME_WITHIN = 5.0  # an answer without any sign by then is unknown
ENDED_KEPT = 200  # ended sessions that stay in sight


@dataclass(frozen=True, slots=True)
class HouseRules:
    """What the person set."""

    guard: float
    minor_guard: float
    gate: float
    order: Order


@dataclass(frozen=True, slots=True)
class View:
    """What everybody may look at: frozen, and never half-changed."""

    sessions: tuple[Session, ...]
    asks: tuple[Ask, ...]
    answering: Mapping[AskId, Answer]
    snoozed: Mapping[AskId, float]


class Watch:
    """Everything that is true now, and what follows from each event."""

    def __init__(self, rules: HouseRules, remembered: Remembered, now: float) -> None:
        self.rules = rules
        self._sessions: dict[SessionId, Session] = {s.id: s for s in remembered.sessions}
        self._colours = max((s.colour for s in remembered.sessions), default=-1) + 1
        self._desk = Desk()
        self._calls = Calls()
        self._alarm = Alarm()
        self._surfaces: dict[SurfaceId, float] = {}
        self._dialog_seen: dict[SessionId, float] = {}  # when the registry last showed a dialog
        self._desk.restore(remembered.asks, remembered.channels)
        for answer in remembered.pledges:
            self._desk.repledge(answer)
            self._alarm.set(now + OUTCOME_WITHIN, OutcomeDue(answer.ask))

    def handle(self, event: e.Event, now: float) -> list[Effect]:
        """What follows from an event."""
        return list(self._follow(event, now))

    def next_due(self) -> float | None:
        """When `TimePassed` should come at the latest."""
        return self._alarm.next()

    def view(self) -> View:
        """What is true now, for those who only look."""
        waiting = [a for a in self._desk.agenda if self._desk.agenda.snoozed_until(a.id) is None]
        asleep = [a for a in self._desk.agenda if self._desk.agenda.snoozed_until(a.id) is not None]
        ordered = (*in_order(waiting, self.rules.order), *in_order(asleep, self.rules.order))
        return View(
            tuple(self._sessions.values()),
            ordered,
            {ask: pledge.answer for ask, pledge in self._desk.pledges.items()},
            {a.id: until for a in asleep if (until := self._desk.agenda.snoozed_until(a.id))},
        )

    def _follow(self, event: e.Event, now: float) -> Iterator[Effect]:  # noqa: C901, PLR0912
        match event:
            case e.SessionNoted():
                yield from self._note(event, now)
            case e.Sighted():
                yield from self._sight(event, now)
            case e.SessionEnded():
                yield from self._end_session(event, now)
            case e.ProcessEnded():
                yield from self._lose_process(event, now)
            case e.ConversationCleared():
                yield from self._clear(event, now)
            case e.AskOpened():
                yield from self._open(event, now)
            case e.ChannelClosed():
                yield from self._close(event, now)
            case e.Printed():
                self._desk.printed(event.request)
            case e.ToolStarted():
                yield from self._start_tool(event, now)
            case e.ToolRan() | e.ToolRefused():
                yield from self._end_tool(event, now)
            case e.HookDecided():
                yield from self._hook_decided(event, now)
            case e.ElicitationEnded():
                yield from self._end_elicitation(event, now)
            case e.TurnEnded():
                yield from self._end_turn(event, now)
            case e.PromptSubmitted():
                yield from self._take_prompt(event, now)
            case e.SubagentEnded():
                yield from self._end_subagent(event, now)
            case e.Answered():
                yield from self._answer(event, now)
            case e.Delivered():
                yield from self._deliver(event, now)
            case e.Snoozed():
                yield from self._snooze(event)
            case e.SurfaceSeen():
                self._surfaces[event.surface] = now
            case e.SurfaceLeft():
                self._surfaces.pop(event.surface, None)
            case e.JournalFailed():
                yield from self._unwrite(event, now)
            case e.TimePassed():
                yield from self._look_at_clock(now)
            case _:
                assert_never(event)

    # Sessions

    def _note(self, event: e.SessionNoted, now: float) -> Iterator[Effect]:
        before = self._sessions.get(event.session)
        session = before or self._introduce(event, now)
        facts = session.facts.merged(event.facts)
        session = replace(session, facts=facts)
        if facts.title and facts.title != (before.facts.title if before else None):
            session = replace(session, name=name_for(facts, self._names(but=session.id)))
        self._sessions[session.id] = session
        if session != before:
            if before is None or _without_activity(session) != _without_activity(before):
                yield Record(SessionWritten(session))
            yield ShowSession(session)

    def _introduce(self, event: e.SessionNoted, now: float) -> Session:
        colour, self._colours = self._colours, self._colours + 1
        name = name_for(event.facts, self._names(but=event.session))
        self._forget_old()
        return Session(
            event.session,
            event.process,
            event.agent,
            name,
            colour,
            event.facts,
            State.STARTING,
            now,
            "just seen",
            (),
        )

    def _names(self, but: SessionId) -> set[str]:
        return {s.name for s in self._sessions.values() if not s.ended and s.id != but}

    def _forget_old(self) -> None:
        ended = [s.id for s in self._sessions.values() if s.ended]
        for session in ended[: max(0, len(ended) - ENDED_KEPT)]:
            del self._sessions[session]

    def _sight(self, event: e.Sighted, now: float) -> Iterator[Effect]:
        session = self._sessions.get(event.session)
        if session is None:
            return
        seen = session.seeing(event.sighting)
        if seen is session:
            return
        self._sessions[session.id] = seen
        if event.sighting.source is Source.REGISTRY:
            self._watch_dialog(seen, event.sighting, now)
        if look := next_look(seen.sightings, now):
            self._alarm.set(look, LookAgain(session.id))
        yield from self._refresh(session.id, now)

    def _refresh(self, session_id: SessionId, now: float) -> Iterator[Effect]:
        """Conclude anew what a session is doing."""
        session = self._sessions.get(session_id)
        if session is None:
            return
        found = self._conclude(session, now)
        if found.state is session.state and found.reason == session.reason:
            return
        changed = replace(session, state=found.state, reason=found.reason)
        if found.state is not session.state:
            changed = replace(changed, since=now)
            yield Record(
                StateChanged(
                    session.id, session.state, found.state, found.reason, found.source, now
                )
            )
        self._sessions[session_id] = changed
        yield Record(SessionWritten(changed))
        yield ShowSession(changed)

    def _conclude(self, session: Session, now: float) -> Conclusion:
        found = conclude(session.sightings, now)
        if found.state is not State.ENDED and self._desk.has_waiting(session.id):
            open_asks = self._desk.agenda.of(session.id)
            decisive = [a for a in open_asks if a.id not in self._desk.pledges]
            top = in_order(decisive, self.rules.order)[0]
            return Conclusion(
                State.WAITING, Source.HOOK, f"waits for you: {top.title}", Confidence.HIGH, now
            )
        return found

    def _end_session(self, event: e.SessionEnded, now: float) -> Iterator[Effect]:
        said = Sighting(Source.HOOK, State.ENDED, event.at, event.reason, Confidence.HIGH)
        for ask in self._older(self._desk.agenda.of(event.session), event.at):
            yield from self._settle(ask, How.GONE, "its session ended", now)
        yield from self._sight(e.Sighted(event.session, said), now)

    def _lose_process(self, event: e.ProcessEnded, now: float) -> Iterator[Effect]:
        for ask in self._desk.agenda.of(event.session):
            yield from self._settle(ask, How.GONE, "its process ended", now)
        said = Sighting(Source.PROCESS, State.ENDED, event.at, "process ended", Confidence.HIGH)
        self._calls.forget(event.session)
        self._dialog_seen.pop(event.session, None)
        yield from self._sight(e.Sighted(event.session, said), now)

    def _clear(self, event: e.ConversationCleared, now: float) -> Iterator[Effect]:
        mine = [a for a in self._desk.agenda.of(event.session) if of_main_thread(a)]
        for ask in self._older(mine, event.at):
            yield from self._settle(ask, How.INTERRUPTED, "the conversation was cleared", now)
        yield from self._refresh(event.session, now)

    def _take_prompt(self, event: e.PromptSubmitted, now: float) -> Iterator[Effect]:
        """A new prompt makes old news of what the last turn left behind."""
        stale = (Kind.DONE, Kind.NOTIFICATION, Kind.LIMIT, Kind.FAILURE, Kind.BLOCKED)
        mine = [a for a in self._desk.agenda.of(event.session) if a.kind in stale]
        for ask in self._older(mine, event.at):
            if ask.id not in self._desk.pledges:
                yield from self._desk.end(ask, Ended(How.REPLACED, now, "", None, "a new prompt"))

    # Asks

    def _open(self, event: e.AskOpened, now: float) -> Iterator[Effect]:
        ask, channel = event.ask, event.channel
        if channel and self._desk.knows(channel.request):
            yield from self._desk.take_back(channel)
            return
        if channel and channel.keep is Keep.NONE:
            yield Release(channel.request)
            return
        if ask.call is None:
            ask = replace(ask, call=self._calls.claim(ask))
        if channel and self._calls.is_over(ask.session, ask.call):
            yield Release(channel.request)
            return
        twin = self._desk.twin_of(ask) if channel else None
        if twin is None:
            yield from self._desk.open(ask, now)
            if ask.deadline:
                self._alarm.set(ask.deadline, Expires(ask.id))
        if channel:
            yield from self._attach(channel, twin or ask, ask, now)
        yield from self._refresh(ask.session, now)

    def _attach(self, channel: Channel, ask: Ask, arrived: Ask, now: float) -> Iterator[Effect]:
        yield from self._desk.attach(channel, ask, arrived)
        if channel.keep is Keep.RACE:
            yield KeepOpen(channel.request)
        elif self._somebody_looks(now):
            self._alarm.set(now + self.rules.gate, GateEnds(channel.request))
        else:
            yield from self._desk.let_go(channel.request)

    def _somebody_looks(self, now: float) -> bool:
        return any(now - seen <= PRESENT_FOR for seen in self._surfaces.values())

    def _close(self, event: e.ChannelClosed, now: float) -> Iterator[Effect]:
        channel = self._desk.lose(event.request)
        if channel is None:
            return
        ask = self._desk.agenda.get(channel.ask)
        pledge = self._desk.pledges.get(channel.ask)
        if ask is None or pledge is None or pledge.request != event.request:
            return
        if event.how is e.Closing.TERMINATED:
            yield from self._desk.undo(
                ask, Outcome.NOT_DELIVERED, "the agent ended the hook before it could answer", now
            )
            yield from self._refresh(ask.session, now)
        # A connection that broke may have printed before: the evidence will tell.

    def _snooze(self, event: e.Snoozed) -> Iterator[Effect]:
        ask = self._desk.agenda.get(event.ask)
        if ask:
            self._desk.agenda.snooze(ask.id, event.until)
            self._alarm.set(event.until, SnoozeEnds(ask.id))
            yield ShowAsk(ask)

    # Evidence

    def _start_tool(self, event: e.ToolStarted, now: float) -> Iterator[Effect]:
        self._calls.start(event)
        for ask in self._desk.agenda.of(event.session):
            same = (ask.subagent, ask.tool, ask.digest) == (
                event.subagent,
                event.tool,
                event.digest,
            )
            if not same or ask.call == event.call:
                continue
            if ask.call is None and ask.opened >= event.at:
                self._desk.relink(replace(ask, call=self._calls.claim(ask)))
            elif ask.opened < event.at:
                yield from self._tell_apart(ask, event, now)

    def _tell_apart(self, ask: Ask, event: e.ToolStarted, now: float) -> Iterator[Effect]:
        """Hooks that began after an identical later call began are about that call."""
        for channel, arrived in self._desk.split(ask, event.at):
            later = replace(arrived, call=event.call)
            yield from self._desk.open(later, now)
            yield from self._attach(channel, later, later, now)

    def _end_tool(self, event: e.ToolRan | e.ToolRefused, now: float) -> Iterator[Effect]:
        self._calls.end(event)
        ran = isinstance(event, e.ToolRan)
        for ask in self._desk.agenda.of(event.session):
            if not is_about(ask, event):
                continue
            pledge = self._desk.pledges.get(ask.id)
            if pledge is None:
                yield from self._settle(ask, How.TERMINAL, "", now)
            elif (
                isinstance(event, e.ToolRefused) and not _ours(event, ask, pledge)
            ) or ran is refuses(ask, pledge.answer):
                yield from self._overruled(ask, now)
            else:
                yield from self._desk.conclude(ask, Outcome.ACCEPTED, "", now)
            yield from self._refresh(ask.session, now)
        for ask in self._desk.unsure():
            if is_about(ask, event):
                yield from self._desk.refine(ask, ran, now)

    def _overruled(self, ask: Ask, now: float) -> Iterator[Effect]:
        yield from self._desk.conclude(
            ask, Outcome.NOT_DELIVERED, "the terminal was faster", now, How.TERMINAL
        )

    def _hook_decided(self, event: e.HookDecided, now: float) -> Iterator[Effect]:
        for ask in self._desk.agenda.of(event.session):
            pledge = self._desk.pledges.get(ask.id)
            if ask.call == event.call and pledge:
                if event.allowed is not refuses(ask, pledge.answer):
                    yield from self._desk.conclude(ask, Outcome.ACCEPTED, "", now)
                yield from self._refresh(ask.session, now)

    def _end_elicitation(self, event: e.ElicitationEnded, now: float) -> Iterator[Effect]:
        for ask in self._desk.agenda.of(event.session):
            if ask.kind is Kind.ELICITATION and ask.opened < event.at:
                yield from self._settle(ask, How.TERMINAL, "", now)
                yield from self._refresh(ask.session, now)

    def _end_turn(self, event: e.TurnEnded, now: float) -> Iterator[Effect]:
        mine = [a for a in self._desk.agenda.of(event.session) if of_main_thread(a)]
        yield from self._end_thread(mine, event.at, now)
        yield from self._refresh(event.session, now)

    def _end_subagent(self, event: e.SubagentEnded, now: float) -> Iterator[Effect]:
        mine = [a for a in self._desk.agenda.of(event.session) if a.subagent == event.subagent]
        yield from self._end_thread(mine, event.at, now)
        yield from self._refresh(event.session, now)

    def _end_thread(self, asks: list[Ask], at: float, now: float) -> Iterator[Effect]:
        for ask in self._older(asks, at):
            if not ask.kind.is_decision:
                continue
            if ask.id in self._desk.pledges:
                self._alarm.set(now + LATE_HOOKS, ThreadOver(ask.id))
            else:
                yield from self._settle(ask, How.TERMINAL, "the turn ended", now)

    def _watch_dialog(self, session: Session, sighting: Sighting, now: float) -> None:
        """Follow a dialog through the registry: there, gone, gone for good."""
        if sighting.state is State.WAITING:
            self._dialog_seen[session.id] = sighting.at
        elif session.id in self._dialog_seen:
            patience = IDLE_STEADY if sighting.state is State.IDLE else STEADY
            self._alarm.set(now + patience, DialogLeft(session.id, sighting.at))

    def _dialog_left(self, due: DialogLeft, now: float) -> Iterator[Effect]:
        session = self._sessions.get(due.session)
        current = session.sighting(Source.REGISTRY) if session else None
        shown = self._dialog_seen.get(due.session)
        if current is None or shown is None or current.state is State.WAITING:
            return
        if current.at != due.since:
            return
        del self._dialog_seen[due.session]
        for ask in self._desk.agenda.of(due.session):
            visible = self._desk.in_race(ask) and ask.kind.is_decision
            if visible and ask.opened <= shown + STEADY:
                yield from self._left_screen(ask, current.state, now)
        yield from self._refresh(due.session, now)

    def _left_screen(self, ask: Ask, state: State, now: float) -> Iterator[Effect]:
        pledge = self._desk.pledges.get(ask.id)
        interrupted = state is State.IDLE
        if pledge is None:
            how = How.INTERRUPTED if interrupted else How.TERMINAL
            yield from self._settle(ask, how, "", now)
        elif (pledge.printed and pledge.answer.choice == "deny_stop" and interrupted) or (
            pledge.printed and not refuses(ask, pledge.answer) and not interrupted
        ):
            yield from self._desk.conclude(ask, Outcome.ACCEPTED, "", now)
        # Else the tool's own hooks will say who won.

    def _settle(self, ask: Ask, how: How, note: str, now: float) -> Iterator[Effect]:
        """An ask ended without our doing; an answer on its way did not count."""
        if ask.id in self._desk.pledges:
            pledge = self._desk.pledges[ask.id]
            lost = Outcome.UNKNOWN if pledge.printed else Outcome.NOT_DELIVERED
            yield from self._desk.conclude(ask, lost, note, now, how)
        else:
            yield from self._desk.end(ask, Ended(how, now, "", None, note))

    @staticmethod
    def _older(asks: list[Ask] | tuple[Ask, ...], at: float) -> list[Ask]:
        return [a for a in asks if a.opened < at]

    # Answers

    def _answer(self, event: e.Answered, now: float) -> Iterator[Effect]:
        answer = event.answer
        if told := self._desk.told(answer.id):
            yield told
            return
        ask = self._desk.agenda.get(answer.ask)
        if ask is None:
            yield Refuse(answer.id, "not_open", "This ask is not open: it was answered or is gone.")
            return
        if why := self._too_early(ask, event, now) or objection(ask, answer):
            yield Refuse(answer.id, *why)
            return
        if pledge := self._desk.pledges.get(ask.id):
            if pledge.answer.id != answer.id:
                yield Refuse(
                    answer.id, "answered", f"It was answered before, from {pledge.answer.by}."
                )
            return
        yield from self._send(ask, answer, now)
        yield from self._refresh(ask.session, now)

    def _send(self, ask: Ask, answer: Answer, now: float) -> Iterator[Effect]:
        if answer.choice == "dismiss":
            yield from self._desk.dismiss(ask, answer, now)
            return
        session = self._sessions[ask.session]
        if answer.choice == "focus":
            self._desk.pledges[ask.id] = Pledge(answer, None, printed=True)
            yield Record(AnswerWritten(answer))
            yield Carry(session, ask, answer)
            return
        yield from self._desk.answer(ask, answer, session)
        self._alarm.set(now + OUTCOME_WITHIN, OutcomeDue(ask.id))

    def _too_early(self, ask: Ask, event: e.Answered, now: float) -> tuple[str, str] | None:
        """A face that just appeared under the finger does not count."""
        if event.surface is None:
            return None
        guard = self.rules.guard if ask.kind.is_decision else self.rules.minor_guard
        if event.seen is None or now - event.seen < guard:
            return "guarded", "It was not in sight long enough to be meant."
        return None

    def _deliver(self, event: e.Delivered, now: float) -> Iterator[Effect]:
        for ask_id, pledge in list(self._desk.pledges.items()):
            ask = self._desk.agenda.get(ask_id)
            if pledge.answer.id != event.answer or ask is None:
                continue
            choice = ask.choice(pledge.answer.choice)
            stays = pledge.answer.choice == "focus" or event.outcome is not Outcome.ACCEPTED
            if choice and choice.meaning is Meaning.SETTLES and event.outcome is Outcome.ACCEPTED:
                stays = pledge.answer.choice == "focus"
            if stays:
                yield from self._desk.undo(ask, event.outcome, event.note, now)
            else:
                yield from self._desk.conclude(ask, event.outcome, event.note, now)
            yield from self._refresh(ask.session, now)

    def _unwrite(self, event: e.JournalFailed, now: float) -> Iterator[Effect]:
        for ask_id, pledge in list(self._desk.pledges.items()):
            ask = self._desk.agenda.get(ask_id)
            if ask and pledge.answer.id in event.answers:
                yield from self._desk.undo(ask, Outcome.NOT_DELIVERED, event.why, now)
                yield from self._refresh(ask.session, now)

    # Time

    def _look_at_clock(self, now: float) -> Iterator[Effect]:
        for due in self._alarm.ring(now):
            yield from self._ring(due, now)

    def _ring(self, due: Due, now: float) -> Iterator[Effect]:
        match due:
            case GateEnds(request):
                channel = self._desk.channels.get(request)
                if channel and channel.ask not in self._desk.pledges:
                    yield from self._desk.let_go(request)
                    if ask := self._desk.agenda.get(channel.ask):
                        yield ShowAsk(ask)
            case DialogLeft():
                yield from self._dialog_left(due, now)
            case OutcomeDue(ask_id) | ThreadOver(ask_id):
                yield from self._outcome_due(ask_id, now, over=isinstance(due, ThreadOver))
            case Expires(ask_id):
                if (ask := self._desk.agenda.get(ask_id)) and ask_id not in self._desk.pledges:
                    yield from self._settle(ask, How.EXPIRED, "the agent's own time ran out", now)
                    yield from self._refresh(ask.session, now)
            case SnoozeEnds(ask_id):
                self._desk.agenda.wake(now)
                if ask := self._desk.agenda.get(ask_id):
                    yield ShowAsk(ask)
            case LookAgain(session):
                yield from self._refresh(session, now)
            case _:
                assert_never(due)

    def _outcome_due(self, ask_id: AskId, now: float, *, over: bool) -> Iterator[Effect]:
        ask, pledge = self._desk.agenda.get(ask_id), self._desk.pledges.get(ask_id)
        if ask is None or pledge is None:
            return
        if over and pledge.printed and refuses(ask, pledge.answer):
            yield from self._desk.conclude(ask, Outcome.ACCEPTED, "", now)
        elif not over and self._dialog_still_there(ask):
            yield from self._desk.undo(
                ask, Outcome.NOT_DELIVERED, "the agent's dialog is still open", now
            )
        else:
            yield from self._desk.conclude(
                ask, Outcome.UNKNOWN, "the agent gave no sign that it took the answer", now
            )
        yield from self._refresh(ask.session, now)

    def _dialog_still_there(self, ask: Ask) -> bool:
        session = self._sessions.get(ask.session)
        seen = session.sighting(Source.REGISTRY) if session else None
        alone = sum(a.kind.is_decision for a in self._desk.agenda.of(ask.session)) == 1
        return seen is not None and seen.state is State.WAITING and alone


def _ours(event: e.ToolRefused, ask: Ask, pledge: Pledge) -> bool:
    """Whether the refusal that the agent was told is the one we sent."""
    return refuses(ask, pledge.answer) and (pledge.answer.text in event.said)


def _without_activity(session: Session) -> Session:
    facts: Facts = replace(session.facts, activity=None)
    return replace(session, facts=facts)
