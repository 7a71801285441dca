"""The daemon under test: the real watch, loop, dispatch, outbox and store, which can die."""

import asyncio
import itertools
import logging
from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

from tests.simulation.decks import Decks, SimulatedKeyBoards
from tests.simulation.disk import Disk, Killed, Space, WatchedStore
from tests.simulation.hooks import HookClient
from tests.simulation.people import People
from tests.simulation.promises import Promises
from tests.simulation.terminals import SimulatedTerminal
from tests.simulation.truth import REJECTED, Dialog, Result, Truth
from tests.simulation.world import World
from typing_extensions import override

from quarterdeck.daemon.alert_texts import AlertTexts
from quarterdeck.daemon.alerts import Alerts
from quarterdeck.daemon.dispatch import Audience, Dispatch
from quarterdeck.daemon.loop import TRY_AGAIN_AFTER, Loop
from quarterdeck.daemon.outbox import Outbox
from quarterdeck.daemon.outcomes import Outcomes
from quarterdeck.daemon.performing import Performer
from quarterdeck.daemon.prompts import Prompts
from quarterdeck.daemon.surfaces import SurfaceBoards
from quarterdeck.domain import events as e
from quarterdeck.domain.actions import Progress
from quarterdeck.domain.agenda import Order
from quarterdeck.domain.alerts import DESKTOP, AlertPolicy, AlertRule, What
from quarterdeck.domain.ask_bodies import (
    Form,
    HookBody,
    Kind,
    Note,
    NoteKind,
    OtherDialog,
    Permission,
    PermissionDialog,
    Plan,
    Question,
    Questions,
)
from quarterdeck.domain.asks import Answer, Ask, FromHook, FromScreen, ToolUse, of_main_thread
from quarterdeck.domain.callers import AccessRules, CriticalFrom
from quarterdeck.domain.channels import Channel, Keep
from quarterdeck.domain.choices import ALLOW, ALWAYS, DENY, Choice, Meaning
from quarterdeck.domain.effects import Effect
from quarterdeck.domain.guards import Guards
from quarterdeck.domain.ids import AskId, CallId, RequestId, SessionId
from quarterdeck.domain.risk import Risk
from quarterdeck.domain.sessions import Confidence, Facts, Session, Sighting, Source
from quarterdeck.domain.shown import Shown
from quarterdeck.domain.states import State
from quarterdeck.domain.watch import Policy, View, Watch

if TYPE_CHECKING:
    from tests.simulation.agents import Agent

GUARD = 0.5
YES = Choice("option-1", "Yes", "", Meaning.ALLOWS)
NO = Choice("option-2", "No", "", Meaning.REFUSES)
RULES = Policy(
    Guards(decision=GUARD, minor=0.0, hold=1.0),
    gate=5.0,
    order=Order.NEWEST,
    access=AccessRules(agents_may_type=False, critical_from=CriticalFrom.ANY),
    alerts=AlertPolicy((AlertRule(DESKTOP, What.ALL, wait=2.0, least=None, away=True),), None),
)
TURNS = 8  # of the event loop, in which whatever can go on does

logging.getLogger("quarterdeck").addHandler(logging.NullHandler())
logging.getLogger("quarterdeck").propagate = False


class MortalDispatch(Dispatch):
    """Carries out effects until its hour has come."""

    effects_left: int | None = None

    @override
    def carry_out(self, effect: Effect) -> None:
        if self.effects_left is not None:
            if self.effects_left == 0:
                raise Killed
            self.effects_left -= 1
        super().carry_out(effect)


class SimulatedDaemon:
    """One daemon after another, on one disk."""

    def __init__(
        self,
        world: World,
        disk: Disk,
        truth: Truth,
        promises: Promises,
        people: People,
        decks: Decks,
    ) -> None:
        self._world = world
        self._disk = disk
        self._people = people
        self._decks = decks
        self.promises = promises
        self.space = Space()
        self.gate = RULES.gate
        self._truth = truth
        self.alive = False
        self.runs = 0
        self._glimpses = itertools.count(1)

    # Its life

    def start(self) -> None:
        """A daemon comes up and reads what the last one left."""
        self._world.note("the daemon starts")
        self.alive, self.runs = True, self.runs + 1
        self._lines: dict[RequestId, HookClient] = {}
        self._seen: dict[SessionId, tuple[State, float]] = {}
        self._followed: dict[CallId, tuple[Ask, float]] = {}
        self._retry: float | None = None
        self.store = WatchedStore(self._disk.open(), self.space, self.promises)
        self._outbox = Outbox()
        self.outcomes = Outcomes()
        terminal = SimulatedTerminal(self._world, self._truth, self.promises, self.promises.actions)
        performer = Performer(
            terminal, terminal.interrupt, self._outbox, self._world.clock, Prompts().last
        )
        self.boards = SurfaceBoards(
            f"run {self.runs}", RULES.guards, self.view, self.put, self._world.clock
        )
        self.key_boards = SimulatedKeyBoards(
            self._world, f"run {self.runs}", RULES.guards, self.view, self.put
        )
        channels = {DESKTOP: self.promises.alerts}
        texts = AlertTexts(lambda: "http://here", show_text=True)
        audience = Audience(
            (self.session_changed, self.key_boards.session_changed),
            (self.ask_changed, self.boards.ask_changed, self.key_boards.ask_changed),
            (self.action_changed,),
        )
        self.dispatch = MortalDispatch(
            replies=(self,),
            carrier=terminal,
            performer=performer,
            boards=[self.boards, self.key_boards],
            alerts=Alerts(channels, texts, self._outbox, self._world.clock, changed=lambda: None),
            audience=audience,
            outcomes=self.outcomes,
            outbox=self._outbox,
            clock=self._world.clock,
        )
        remembered = self.store.remembered()
        watch = Watch(RULES, remembered, self._world.now)
        self.loop = Loop(watch, self.store, self.dispatch, self._world.clock)
        self.dispatch.put = performer.put = self.loop.put
        self._work = asyncio.ensure_future(self._outbox.run())
        for session in remembered.sessions:
            self._resume(self._truth.agents[session.id])
        self._people.reconnect()
        self._decks.reconnect()

    def kill(self) -> None:
        """It dies; connections break, and nothing of it is left but the disk."""
        if not self.alive:
            return
        self._world.note("the daemon dies")
        self.alive = False
        self._work.cancel()
        self._decks.daemon_died()
        self._disk.close()
        for agent in self._truth.agents.values():
            agent.clouded = self._world.now
        for hook in self._lines.values():
            hook.daemon_died()

    def next_due(self) -> float | None:
        """When it wants to look again by itself."""
        if not self.alive:
            return None
        due = self.loop._watch.next_due()
        moments = [at for at in (due, self._retry) if at is not None]
        return min(moments, default=None)

    async def settle(self) -> None:
        """Let it handle what came in, until there is nothing more."""
        if not self.alive:
            return
        try:
            await self._settle()
        except Killed:
            self.kill()

    async def _settle(self) -> None:
        while True:
            await self._let_others_work()
            due = self.next_due()
            if not self.loop._inbox and (due is None or due > self._world.now):
                break
            self._retry = None
            await self.loop.step()
            if self.loop._unwritten:
                self._retry = self._world.now + TRY_AGAIN_AFTER

    async def _let_others_work(self) -> None:
        """The outbox works beside the loop; asyncio alone knows when it has nothing more to do."""
        ready = asyncio.get_running_loop()._ready  # type: ignore[attr-defined]
        for _ in range(TURNS):
            if not ready:
                return
            await asyncio.sleep(0)

    def has_handled_everything(self) -> bool:
        """Whether it lives, and nothing that it heard waits for its turn or for the disk."""
        return self.alive and not self.loop._inbox and not self.loop._unwritten

    def view(self) -> View:
        """What it believes."""
        return self.loop.view()

    def put(self, event: e.Event) -> None:
        """Something happened, if it lives to hear of it."""
        if self.alive:
            self.loop.put(event)

    # What agents and their hooks tell it

    def take_in(self, hook: HookClient) -> None:
        """A hook connects."""
        dialog = hook.dialog
        self._lines[hook.request] = hook
        self._notice(dialog.agent)
        if hook.keep is not Keep.NONE:
            waiting = Sighting(Source.HOOK, State.WAITING, hook.started, "asks", Confidence.HIGH)
            self.put(e.Sighted(dialog.agent.session, waiting))
        channel = Channel(hook.request, hook.ask, hook.keep, hook.started)
        self.put(e.AskOpened(ask_of(dialog, hook.ask, hook.started), channel))

    def hear_printed(self, hook: HookClient) -> None:
        """A hook says that it handed the answer over."""
        if self._holds(hook):
            self.put(e.Printed(hook.request, self._world.now))

    def hear_closed(self, hook: HookClient, how: e.Closing) -> None:
        """A hook's connection ends."""
        if self._holds(hook):
            del self._lines[hook.request]
            self.put(e.ChannelClosed(hook.request, how, self._world.now))

    def hear(self, agent: "Agent", what: str, event: e.Event, *, note: bool) -> None:
        """A hook that wants no answer arrives; nobody hears it while no daemon is there."""
        if not self.alive:
            agent.clouded = self._world.now
            return
        self._world.note(f"{agent.session}: {what} is heard")
        self._notice(agent)
        self.put(event)
        if isinstance(event, e.ToolStarted):
            self.promises.heard_start(event.call, self.runs, self._world.now)
        if isinstance(event, e.ToolRan):
            self.promises.heard_end(event.call, self.runs, self._world.now)
        if isinstance(event, e.ToolStarted | e.ToolRan | e.PromptSubmitted):
            self._sight(agent, State.WORKING, event.at)
        if isinstance(event, e.PromptSubmitted):
            self.promises.heard_prompt(event, self.runs)
        if isinstance(event, e.TurnEnded):
            self._sight(agent, State.IDLE, event.at)
        if note and isinstance(event, e.TurnEnded):
            done = AskId(f"done {agent.session} {event.at}")
            self.put(e.AskOpened(note_of(agent, done, Kind.DONE, event.at), None))

    def look(self, agent: "Agent") -> None:
        """Read an agent's registry file."""
        if not self.alive or agent.session not in self._seen or not agent.alive:
            return
        state, changed = agent.registry
        if self._seen[agent.session] != agent.registry:
            self._seen[agent.session] = agent.registry
            self._world.note(f"{agent.session} registry: {state}")
            word = Sighting(Source.REGISTRY, state, changed, str(state), Confidence.HIGH)
            self.put(e.Sighted(agent.session, word))

    def see(self, agent: "Agent") -> None:
        """Look at an agent's screen."""
        if not self.alive or agent.session not in self._seen or not agent.alive:
            return
        ask, dialog = None, agent.screen
        if dialog and dialog.visible:
            ask = glimpsed(dialog, AskId(f"glimpse {next(self._glimpses)}"), self._world.now)
            self._truth.dialog_of[ask.id] = dialog
        self.put(e.DialogSeen(agent.session, ask, self._world.now))

    def read_record(self, result: Result) -> None:
        """Read on in an agent's record, if this run follows that call."""
        call = result.dialog.call
        if not self.alive or call not in self._followed:
            return
        ask, since = self._followed[call]
        if since < result.written:
            for event in read(ask, result, self._world.now):
                self._world.note(f"record of {call}: {type(event).__name__}")
                self.put(event)

    def process_ended(self, agent: "Agent") -> None:
        """The kernel says that a process is gone."""
        if self.alive and agent.session in self._seen:
            self.put(e.ProcessEnded(agent.session, self._world.now))

    def _holds(self, hook: HookClient) -> bool:
        return self.alive and self._lines.get(hook.request) is hook

    def _resume(self, agent: "Agent") -> None:
        self._seen[agent.session] = (State.UNKNOWN, 0.0)
        if agent.alive:
            self._world.soon(0.0, 0.1, lambda: self.look(agent))
            self._world.soon(0.0, 0.3, lambda: self.see(agent))
        else:
            self.put(e.ProcessEnded(agent.session, self._world.now))

    def _notice(self, agent: "Agent") -> None:
        known = Facts(cwd=f"/home/ada/{agent.session}")
        self._seen.setdefault(agent.session, (State.UNKNOWN, 0.0))
        self.put(e.SessionNoted(agent.session, agent.process, "claude", known, self._world.now))
        self.look(agent)
        self.see(agent)
        if not agent.alive:
            self.process_ended(agent)

    def _sight(self, agent: "Agent", state: State, at: float) -> None:
        self.put(e.Sighted(agent.session, Sighting(Source.HOOK, state, at, "", Confidence.HIGH)))

    # What it wants done: the agent's hooks

    def holds(self, request: RequestId) -> bool:
        return request in self._lines

    def keep(self, request: RequestId) -> None:
        if hook := self._lines.get(request):
            hook.hear_kept()

    def reply(self, request: RequestId, ask: Ask, answer: Answer) -> None:
        self._world.note(f"{request} gets {answer.choice} of {answer.id}")
        self.promises.replied(request, ask, answer, self._world.now)
        if hook := self._lines.get(request):
            self._followed[ask.call or hook.dialog.call] = (ask, self._world.now)
            hook.hear_answer(ask, answer)

    def release(self, request: RequestId) -> None:
        if hook := self._lines.get(request):
            hook.hear_done()

    # What it wants shown

    def session_changed(self, session: Session) -> None:
        self.promises.session_shown(session)

    def ask_changed(self, ask: Ask) -> None:
        how = ask.ended and f"{ask.ended.how} {ask.ended.outcome or ''}"
        self._world.note(f"{ask.id} is shown: {how or 'open'}")
        self.promises.ask_shown(ask)

    def action_changed(self, progress: Progress) -> None:
        told = progress.result.outcome if progress.result else progress.stage
        self._world.note(f"{progress.action.id} is {told}")
        self.promises.actions.told(progress)


def read(ask: Ask, result: Result, now: float) -> Iterator[e.Event]:
    """What a line of the record says about an ask."""
    call = result.dialog.call
    allowed = not result.said
    if result.by_hook:
        yield e.HookDecided(ask.session, ask.id, allowed, now)
    elif allowed and of_main_thread(ask):
        yield e.HookPassedOver(ask.session, ask.id, now)
    if result.said and not result.by_hook:
        if ask.call is None:
            yield e.ToolStarted(ask.session, ask.subagent, call, ask.tool, ask.digest, ask.opened)
        stopped = result.said == REJECTED
        yield e.ToolRefused(
            ask.session, ask.subagent, call, result.said, interrupted=stopped, at=now
        )


_TOOLS = {
    Kind.QUESTION: "AskUserQuestion",
    Kind.PLAN: "ExitPlanMode",
    Kind.ELICITATION: "mcp__forms__",
}


def ask_of(dialog: Dialog, name: AskId, opened: float) -> Ask:
    """The ask that a dialog's hook brings."""
    tool = _TOOLS.get(dialog.kind, "Bash")
    origin = FromHook(
        subagent=dialog.thread,
        prompt=dialog.prompt,
        cwd="",
        use=ToolUse(tool, dialog.command, None),
        body=_body(dialog),
    )
    return Ask(
        id=name,
        session=dialog.agent.session,
        title=dialog.command,
        text=dialog.command,
        origin=origin,
        opened=opened,
        deadline=dialog.deadline,
        ended=None,
    )


def _body(dialog: Dialog) -> HookBody:
    match dialog.kind:
        case Kind.QUESTION:
            return Questions((Question("Which?", "", (), multi=False),))
        case Kind.PLAN:
            return Plan(Shown("", (), (), 0))
        case Kind.ELICITATION:
            return Form(())
        case _:
            risk = Risk(dialog.level, "", "", "", "")
            return Permission(
                input={}, risk=risk, rule=f"Bash({dialog.command})", shown=None, change=None
            )


def glimpsed(dialog: Dialog, name: AskId, now: float) -> Ask:
    """The ask that a dialog on the screen brings; what looks the same has the same sign."""
    told = ask_of(dialog, name, now)
    sign = f"{dialog.thread} {dialog.kind} {dialog.command}"
    permission = dialog.kind is Kind.PERMISSION
    body = (
        PermissionDialog(told.risk, (ALLOW, ALWAYS, DENY)) if permission else OtherDialog((YES, NO))
    )
    return replace(told, origin=FromScreen(sign=sign, body=body), deadline=None)


def note_of(agent: "Agent", name: AskId, kind: NoteKind, at: float) -> Ask:
    """Something to know, which only Quarterdeck keeps."""
    thread = agent.threads[next(iter(agent.threads))].name
    return Ask(
        id=name,
        session=agent.session,
        title="Done",
        text="",
        origin=FromHook(subagent=thread, prompt="", cwd="", use=None, body=Note(kind)),
        opened=at,
        deadline=None,
        ended=None,
    )
