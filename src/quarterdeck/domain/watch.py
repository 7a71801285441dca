"""The watch: takes events, keeps what is true, says what should follow.

It is pure: time and ids come in with the events, everything it wants done goes
out as effects. Only the daemon's loop calls it.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import assert_never

from quarterdeck.domain import events as e
from quarterdeck.domain import timers as d
from quarterdeck.domain.access import Access
from quarterdeck.domain.acting import Acting
from quarterdeck.domain.actions import Progress
from quarterdeck.domain.agenda import Order, in_order
from quarterdeck.domain.alerting import Alerting
from quarterdeck.domain.alerts import AlertPolicy
from quarterdeck.domain.answering import OUTCOME_WITHIN, Answering
from quarterdeck.domain.asks import Answer, Ask
from quarterdeck.domain.bindings import Binding
from quarterdeck.domain.callers import AccessRules, Right
from quarterdeck.domain.calls import Calls
from quarterdeck.domain.devices import Device
from quarterdeck.domain.effects import Effect, Record, Release, ShowAsk
from quarterdeck.domain.evidence import Evidence
from quarterdeck.domain.guards import Guards
from quarterdeck.domain.ids import AskId, SessionId, SurfaceId
from quarterdeck.domain.journal import (
    AskSnoozed,
    CallWritten,
    Remembered,
    RuleOutcome,
    RuleWritten,
    TurnWritten,
)
from quarterdeck.domain.open_asks import OpenAsks
from quarterdeck.domain.opening import Opening
from quarterdeck.domain.press_queue import PressQueue
from quarterdeck.domain.presses import QueuedPress
from quarterdeck.domain.pressing import Pressing
from quarterdeck.domain.screen_dialogs import ScreenDialogs
from quarterdeck.domain.session_table import SessionTable
from quarterdeck.domain.sessions import Confidence, Session, Sighting, Source
from quarterdeck.domain.states import State
from quarterdeck.domain.stopping import WIND_DOWN
from quarterdeck.domain.surface_table import SurfaceTable
from quarterdeck.domain.surfaces import Surface
from quarterdeck.domain.tool_asks import ToolAsks
from quarterdeck.domain.unknown_outcomes import UnknownOutcomes
from quarterdeck.domain.unreadable_screens import UnreadableScreens


@dataclass(frozen=True, slots=True)
class Policy:
    """What the person set; times in seconds."""

    guards: Guards
    gate: float
    order: Order
    access: AccessRules
    alerts: AlertPolicy


@dataclass(frozen=True, slots=True)
class View:
    """What everybody may look at: frozen, and never half-changed."""

    sessions: tuple[Session, ...]
    asks: tuple[Ask, ...]
    answering: Mapping[AskId, Answer]
    snoozed: Mapping[AskId, float]
    actions: tuple[Progress, ...]  # those that are not over
    surfaces: tuple[Surface, ...]
    devices: tuple[Device, ...]
    bindings: Mapping[SurfaceId, Binding] = field(default_factory=dict)
    presses: tuple[QueuedPress, ...] = ()  # of no session, which nobody has taken yet
    held: frozenset[AskId] = frozenset()  # asks whose hook waits for the answer


class Watch:
    """Everything that is true now, and what follows from each event."""

    def __init__(self, rules: Policy, remembered: Remembered, now: float) -> None:
        self._order = rules.order
        self._timers = d.Timers()
        self._open_asks = OpenAsks()
        self._calls = calls = Calls()
        self._session_table = SessionTable(remembered.sessions, self._timers)
        self._access = Access(rules.access, remembered.devices)
        self._surface_table = SurfaceTable(
            self._open_asks.agenda, self._timers, rules.guards, remembered.bindings
        )
        self._opening = Opening(
            self._open_asks, calls, self._timers, self._surface_table, rules.gate
        )
        self._answering = Answering(
            self._open_asks, self._session_table, self._timers, self._access
        )
        self._acting = Acting(self._session_table, self._access, self._timers)
        self._pressing = Pressing(
            self._surface_table,
            self._open_asks,
            self._answering,
            self._acting,
            self._session_table,
            self._access,
        )
        self._evidence = Evidence(self._open_asks, self._opening, calls, self._timers)
        self._screen_dialogs = ScreenDialogs(self._open_asks, self._timers)
        self._unreadable = UnreadableScreens(self._open_asks, self._timers)
        self._unknown = UnknownOutcomes(self._open_asks)
        self._alerting = Alerting(
            rules.alerts,
            self._open_asks,
            self._session_table,
            self._surface_table,
            self._timers,
            now,
        )
        self._tool_asks = ToolAsks(self._open_asks, self._timers)
        self._press_queue = PressQueue(remembered.presses)
        self._resume(remembered, now)

    def handle(self, event: e.Event, now: float) -> list[Effect]:
        """What follows from an event."""
        effects = list(self._follow(event, now))
        for shown in [f.ask for f in effects if isinstance(f, ShowAsk)]:
            effects += self._unknown.follow(shown, now)
        touched = [f.ask.session for f in effects if isinstance(f, ShowAsk)]
        if isinstance(event, e.Sighted | e.SessionEnded | e.ProcessEnded):
            touched.append(event.session)
        for session in dict.fromkeys(touched):
            effects += self._refresh(session, now)
        for ask in [f.ask for f in effects if isinstance(f, ShowAsk)]:
            effects += self._alerting.follow(ask, now)
        return effects

    def next_due(self) -> float | None:
        """When `TimePassed` should come at the latest."""
        return self._timers.next()

    def view(self) -> View:
        """What is true now, for those who only look."""
        agenda = self._open_asks.agenda
        asleep = {a.id: until for a in agenda if (until := agenda.snoozed_until(a.id))}
        ordered = in_order(agenda, self._order)
        return View(
            self._session_table.all(),
            tuple(sorted(ordered, key=lambda ask: ask.id in asleep)),
            self._open_asks.answering(),
            asleep,
            self._acting.all(),
            self._surface_table.all(),
            self._access.devices(),
            self._surface_table.bindings(),
            self._press_queue.all(),
            frozenset(channel.ask for channel in self._open_asks.hooks),
        )

    def _resume(self, remembered: Remembered, now: float) -> None:
        self._open_asks.restore(remembered.asks, remembered.channels, now)
        for ask in remembered.asks:
            self._opening.await_deadline(ask)
        self._tool_asks.resume(remembered.asks, now)
        keeps = {channel.ask: channel.keep for channel in remembered.channels}
        for answer in remembered.answers:
            self._open_asks.restore_answer(answer, keeps.get(answer.ask))
            self._timers.set(now + OUTCOME_WITHIN, d.OutcomeDue(answer))
        for snoozed in remembered.snoozed:
            if snoozed.until > now:
                self._put_off(snoozed.ask, snoozed.until)
        self._acting.resume(remembered.actions, now)
        self._alerting.resume(remembered.alerts, remembered.asks, now)

    def _follow(self, event: e.Event, now: float) -> Iterator[Effect]:  # noqa: C901, PLR0912, PLR0915 - a table
        match event:
            case e.SessionNoted():
                yield from self._session_table.note(event, now)
            case e.Sighted(session, sighting):
                self._sight(session, sighting, now)
            case e.SessionEnded(session, reason, at):
                yield from self._evidence.end_all(session, at, "its session ended", now)
                self._sight(session, _over(Source.HOOK, reason, at), now)
            case e.ProcessEnded(session, at):
                yield from self._evidence.end_all(session, now, "its process ended", now)
                self._evidence.forget(session)
                self._screen_dialogs.forget(session)
                yield from self._acting.process_ended(session, now)
                self._sight(session, _over(Source.PROCESS, "process ended", at), now)
            case e.ConversationCleared(session, at):
                yield from self._evidence.clear(session, at, now)
                yield from self._session_table.drop_buttons(session, at)
            case e.ButtonsChosen():
                yield from self._session_table.choose_buttons(event)
            case e.AskOpened():
                yield from self._open(event, now)
            case e.DialogSeen():
                yield from self._screen_dialogs.see(event, now)
            case e.ChannelClosed() if ask := self._tool_asks.waiting_for(event.request):
                yield from self._tool_asks.close(ask, event, now)
            case e.ChannelClosed():
                yield from self._answering.close(event, now)
            case e.Printed() if ask := self._tool_asks.waiting_for(event.request):
                yield from self._tool_asks.take(ask, event, now)
            case e.Printed(request, at):
                self._open_asks.printed(request, at)
            case e.ToolStarted():
                yield from self._start_tool(event, now)
            case e.ToolRan() | e.ToolRefused():
                yield from self._end_tool(event, now)
            case e.CallRated():
                yield Record(self._finished(event))
            case e.HookDecided():
                yield from self._evidence.hook_decided(event, now)
            case e.HookPassedOver():
                yield from self._evidence.passed_over(event, now)
            case e.ElicitationEnded():
                yield from self._evidence.end_elicitation(event, now)
            case e.TurnEnded(session, at):
                yield from self._evidence.end_turn(session, at, now)
            case e.PromptSubmitted():
                yield from self._open_asks.take_prompt(event, now)
                if event.text.strip() != WIND_DOWN.text:
                    yield from self._session_table.stop(event.session, stopped=False)
                yield from self._session_table.drop_buttons(event.session, event.at)
            case e.TurnTaken(session, turn, text, at):
                yield Record(TurnWritten(session, turn, text, at))
            case e.SubagentEnded(session, subagent, at):
                yield from self._evidence.end_subagent(session, subagent, at, now)
            case e.Answered():
                yield from self._answering.take(event, now)
            case e.Delivered():
                yield from self._answering.deliver(event, now)
            case e.Snoozed():
                yield from self._snooze(event)
            case e.ActionRequested():
                yield from self._acting.request(event, now)
            case e.TerminalFree(action):
                yield from self._acting.free(action, now)
            case e.TextPasted(action):
                yield from self._acting.paste(action, now)
            case e.ActionEnded():
                yield from self._acting.end(event, now)
            case e.ActionWithdrawn(action):
                yield from self._acting.withdraw(action, now)
            case e.SurfaceJoined():
                remembers = self._session_table.get(event.remembers) if event.remembers else None
                yield from self._surface_table.join(event, remembers)
                yield from self._access.see(event.caller, now)
            case e.BoardShown():
                yield from self._surface_table.show(event, now)
            case e.PressBegan():
                self._surface_table.begin(event)
            case e.Pressed():
                yield from self._pressing.take(event, now)
            case e.BindingChosen():
                yield from self._bind(event)
            case e.SurfaceHidden(surface):
                self._surface_table.look_away(surface, now)
            case e.SurfaceLeft(surface):
                self._surface_table.leave(surface, now)
            case e.PressQueued():
                yield from self._press_queue.add(event)
            case e.PressesHandedOut():
                yield from self._press_queue.take(event)
            case e.DevicePaired(device):
                yield from self._access.pair(device)
            case e.DeviceRevoked(device_id):
                yield from self._access.revoke(device_id)
            case e.DeviceTakenOver(device_id, at):
                yield from self._access.take_over(device_id, at)
            case e.RuleChosen(change):
                yield Record(RuleWritten(change))
            case e.RuleTried(rule, outcome, note, at):
                yield Record(RuleOutcome(rule, outcome, note, at))
            case e.JournalFailed():
                yield from self._answering.unwrite(event, now)
                yield from self._acting.unwrite(event, now)
            case e.TimePassed():
                for due in self._timers.ring(now):
                    yield from self._ring(due, now)
            case _:
                assert_never(event)

    def _ring(self, due: d.Timer, now: float) -> Iterator[Effect]:  # noqa: C901, PLR0912 - a table
        match due:
            case d.GateEnds(request):
                yield from self._opening.end_gate(request, now)
            case d.NobodyLooks():
                yield from self._opening.uncover(now)
            case d.DialogLeft():
                yield from self._evidence.dialog_left(due, now)
            case d.DialogStays(ask):
                yield from self._screen_dialogs.stays(ask, now)
            case d.StillBlind(session, since):
                if blind := self._session_table.get(session):
                    yield from self._unreadable.tell(blind, since, now)
            case d.OutcomeDue(answer):
                yield from self._answering.outcome_due(answer, now)
            case d.CallRan():
                yield from self._evidence.call_ran(due, now)
            case d.ThreadOver(answer):
                yield from self._evidence.thread_over(answer, now)
            case d.Expires(ask):
                yield from self._evidence.expire(ask, now)
            case d.CallAbandoned(ask):
                yield from self._tool_asks.abandon(ask, now)
            case d.SnoozeEnds(ask):
                yield from self._wake(ask, now)
            case d.AlertDue(ask):
                yield from self._alerting.due(ask, now)
            case d.LookAgain(session):
                yield from self._refresh(session, now)
            case d.PatienceOver(action):
                yield from self._acting.patience_over(action, now)
            case d.InterruptDue(action):
                yield from self._acting.interrupt_due(action, now)
            case d.CooldownOver(session):
                yield from self._acting.advance(session, now)
            case d.ActionCutShort(progress):
                yield from self._acting.cut_short(progress, now)
            case _:
                assert_never(due)

    def _start_tool(self, event: e.ToolStarted, now: float) -> Iterator[Effect]:
        """A call begins; what was heard of its end before says more now."""
        ended = self._calls.start(event)
        yield from self._opening.start_tool(event, now)
        if ended:
            yield from self._end_tool(ended, now)

    def _end_tool(self, event: e.ToolRan | e.ToolRefused, now: float) -> Iterator[Effect]:
        yield from self._opening.end_tool(event, now)
        yield from self._evidence.end_tool(event, now)

    def _open(self, event: e.AskOpened, now: float) -> Iterator[Effect]:
        if not self._session_table.is_over(event.ask.session):
            yield from self._screen_dialogs.make_way(event, now)
            yield from self._opening.open(event, now)
        elif event.channel:
            yield Release(event.channel.request)

    def _sight(self, session: SessionId, sighting: Sighting, now: float) -> None:
        news = self._session_table.sight(session, sighting, now)
        if news and sighting.source is Source.REGISTRY:
            self._evidence.watch_dialog(session, sighting, now)

    def _refresh(self, session: SessionId, now: float) -> Iterator[Effect]:
        self._screen_dialogs.look_again(session, now)
        waiting = in_order(self._open_asks.waiting_in(session), self._order)
        yield from self._session_table.refresh(session, waiting[0].title if waiting else None, now)
        if looked_at := self._session_table.get(session):
            yield from self._unreadable.look(looked_at, now)

    def _finished(self, event: e.CallRated) -> CallWritten:
        began = self._calls.began(event.session, event.call)
        told = event.tool, event.summary, event.risk
        return CallWritten(event.session, event.call, *told, began, event.at, event.ok)

    def _snooze(self, event: e.Snoozed) -> Iterator[Effect]:
        ask = self._open_asks.agenda.get(event.ask)
        if ask and self._access.may(event.by, Right.SNOOZE, None) is None:
            self._put_off(ask.id, event.until)
            yield Record(AskSnoozed(ask.id, event.until))
            yield ShowAsk(ask)

    def _bind(self, event: e.BindingChosen) -> Iterator[Effect]:
        session = self._session_table.get(event.session) if event.session else None
        wanted = event.session is None or (session is not None and not session.ended)
        if wanted and self._access.may(event.by, Right.CONFIGURE, None) is None:
            yield from self._surface_table.bind(event.surface, session, event.at)

    def _put_off(self, ask_id: AskId, until: float) -> None:
        self._open_asks.agenda.snooze(ask_id, until)
        self._timers.set(until, d.SnoozeEnds(ask_id))

    def _wake(self, ask_id: AskId, now: float) -> Iterator[Effect]:
        self._open_asks.agenda.wake(now)
        ask = self._open_asks.agenda.get(ask_id)
        if ask and self._open_asks.agenda.snoozed_until(ask_id) is None:
            yield ShowAsk(ask)


def _over(source: Source, reason: str, at: float) -> Sighting:
    return Sighting(source, State.ENDED, at, reason, Confidence.HIGH)
