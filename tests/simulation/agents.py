"""A model of a coding agent: turns, subagents, tool calls, dialogs, a registry and a record.

Its manners and delays are those measured on the real one: an interrupt fires no hook, the
registry follows a little later, the record of a call stands there after the call.
"""

import itertools
from collections.abc import Callable
from dataclasses import dataclass, field

from tests.simulation.daemon import SimulatedDaemon
from tests.simulation.hooks import HookClient
from tests.simulation.truth import REJECTED, Decision, Dialog, Result, Truth, Verdict, verdict_of
from tests.simulation.world import World

from quarterdeck.domain import events as e
from quarterdeck.domain.ask_bodies import Kind
from quarterdeck.domain.asks import Answer, Ask
from quarterdeck.domain.channels import Keep
from quarterdeck.domain.ids import MAIN, CallId, RequestId, SessionId, SubagentId
from quarterdeck.domain.risk import Level
from quarterdeck.domain.sessions import Process
from quarterdeck.domain.states import State

UNHOOKED = 0.1  # of the main thread's dialogs fire no hook
DEAF = 0.2  # a dialog ignores keys in its first moments
LATE = 0.3  # a hook that takes longer may be overtaken by the registry

COMMANDS = {"ls": Level.LOW, "make": Level.MEDIUM, "rm": Level.CRITICAL}
TOOLS = {
    Kind.PERMISSION: "Bash",
    Kind.QUESTION: "AskUserQuestion",
    Kind.PLAN: "ExitPlanMode",
    Kind.ELICITATION: "mcp__forms__fill",
}
FORMS = "mcp__forms__"


@dataclass(slots=True)
class Thread:
    """The main thread or a subagent, and the calls it has yet to make."""

    name: SubagentId
    turn: int = 0  # what was begun in an earlier one comes to nothing
    calls: list[tuple[Kind, str]] = field(default_factory=list)
    active: bool = False
    dialog: Dialog | None = None


class Agent:
    """One agent process."""

    def __init__(
        self, world: World, daemon: SimulatedDaemon, truth: Truth, number: int, keep: Keep
    ) -> None:
        self._world = world
        self._daemon = daemon
        self._truth = truth
        self.session = SessionId(f"s{number}")
        self.process = Process("here", number, number)
        self.main_keep = keep
        self.alive = True
        self.clouded = 0.0  # when last one of its hooks was lost or late
        self.slow_until = 0.0  # its hooks take their time until then
        self.prompts = 0
        self.registry = (State.IDLE, world.now)
        self.screen: Dialog | None = None  # the dialog that stands there; others wait their turn
        self.threads = {MAIN: Thread(MAIN)}
        self._names = itertools.count(1)

    @property
    def all_dialogs(self) -> list[Dialog]:
        """Every dialog it ever had."""
        return [d for d in self._truth.dialogs if d.agent is self]

    @property
    def dialogs(self) -> list[Dialog]:
        """The dialogs at which it stands now."""
        found = (t.dialog for t in self.threads.values())
        return [d for d in found if d and d.waits]

    # What people and fate do to it

    def prompt(self) -> None:
        """A person gives it something to do."""
        main = self.threads[MAIN]
        if self.alive and not main.active:
            self.prompts += 1
            self._begin(main, self._world.random.randint(1, 4))
            self._tell("a prompt", e.PromptSubmitted(self.session, "go", self._world.now))

    def spawn(self) -> None:
        """It starts a subagent in the background."""
        if self.alive and len(self.threads) < 4:
            thread = Thread(SubagentId(f"{self.session} helper {next(self._names)}"))
            self.threads[thread.name] = thread
            self._begin(thread, self._world.random.randint(1, 2))

    def decide(self, dialog: Dialog, verdict: Verdict) -> None:
        """A person answers at the terminal."""
        if dialog.visible and self._world.now - dialog.opened > DEAF:
            self._note(f"{verdict} at the terminal for {dialog.call}")
            self._decided(dialog, Decision(verdict, None, self._world.now))

    def carried(self, dialog: Dialog, ask: Ask, answer: Answer) -> None:
        """Keys arrive at the dialog on screen."""
        self._note(f"keys {answer.choice} for {dialog.call}")
        decision = Decision(verdict_of(ask, answer), answer.id, self._world.now)
        self._decided(dialog, decision)

    def take(self, dialog: Dialog, ask: Ask, answer: Answer) -> None:
        """A hook printed an answer; it counts if nobody was faster."""
        self._note(f"{answer.choice} printed for {dialog.call}, waits: {dialog.waits}")
        self._daemon.promises.printed(dialog, ask, answer)
        dialog.printed[answer.id] = self._world.now
        if dialog.waits:
            self._decided(dialog, Decision(verdict_of(ask, answer), answer.id, self._world.now))

    def interrupt(self) -> None:
        """A person presses Escape: no hook tells of it."""
        main = self.threads[MAIN]
        if not self.alive or not main.active:
            return
        if main.dialog and main.dialog.waits:
            self.decide(main.dialog, Verdict.STOP)
            return
        self._note("is interrupted")
        if main.dialog and main.dialog.decision:
            main.dialog.cut_short = True
            if main.dialog.decision.verdict is Verdict.ALLOW:
                self._write_down(main.dialog, 0.1, by_hook=False, said=REJECTED)
        self._stop(main)

    def clear(self) -> None:
        """A person begins a new conversation; the dialog of the old one is gone."""
        if self.alive and not self.threads[MAIN].active:
            self._tell("clear", e.ConversationCleared(self.session, self._world.now))

    def die(self) -> None:
        """The process ends without a word."""
        self._note("dies")
        self.alive = False
        for thread in list(self.threads.values()):
            self._stop(thread)
        self._world.later(0.0, lambda: self._daemon.process_ended(self))

    def hook_ended(self) -> None:
        """A hook is over; a dialog behind it appears now."""
        self._registry_follows()

    # Its turns

    def _begin(self, thread: Thread, calls: int) -> None:
        kinds = self._world.random.choices(list(TOOLS), (8, 1, 1, 1))
        thread.turn += 1
        thread.active = True
        commands = self._world.random.choices(list(COMMANDS), k=calls)
        if self._world.random.random() < 0.5:
            commands = commands[:1] * calls
        thread.calls = [(kinds[0], command) for command in commands]
        self._registry_follows()
        self._in_turn(thread, 0.05, 0.3, lambda: self._next_call(thread))

    def _next_call(self, thread: Thread) -> None:
        thread.dialog = None
        if not thread.calls:
            self._finish(thread)
            return
        kind, command = thread.calls.pop()
        call = CallId(f"{self.session} call {next(self._names)}")
        tool = TOOLS[kind]
        started = e.ToolStarted(self.session, thread.name, call, tool, command, self._world.now)
        self._tell("a call", started)
        if self._world.random.random() < 0.3:
            self._run(thread, call, tool, command)
        else:
            self._in_turn(
                thread, 0.01, 0.05, lambda: self._open_dialog(thread, call, kind, command)
            )

    def _open_dialog(self, thread: Thread, call: CallId, kind: Kind, command: str) -> None:
        hidden = bool(thread.name) or kind is Kind.ELICITATION
        keep = Keep.GATE if hidden and self.main_keep is Keep.RACE else self.main_keep
        deadline = self._world.now + 15.0 if self._world.random.random() < 0.05 else None
        dialog = Dialog(
            self,
            thread.name,
            call,
            command,
            f"prompt {self.prompts}",
            kind,
            COMMANDS[command],
            self._world.now,
            deadline,
            keep,
        )
        thread.dialog = dialog
        self._truth.dialogs.append(dialog)
        self._note(f"asks: {command} ({kind}, {keep}) as {call}")
        for _ in range(self._hooks_of(dialog)):
            self._start_hook(dialog)
        self._registry_follows()
        if keep is Keep.NONE:
            self._in_turn(thread, 3.0, 4.0, lambda: self._refuse_itself(dialog))
        elif deadline:
            self._world.later(15.0, lambda: self._refuse_itself(dialog))

    def _hooks_of(self, dialog: Dialog) -> int:
        luck = self._world.random.random()
        if dialog.keep is Keep.RACE and luck < UNHOOKED:
            return 0
        return 2 if luck > 0.8 else 1

    def _start_hook(self, dialog: Dialog) -> None:
        request = RequestId(f"hook {len(self._truth.hooks) + 1}")
        hook = HookClient(self._world, self._daemon, dialog, request)
        dialog.hooks.append(hook)
        self._truth.hooks[request] = hook
        self._truth.dialog_of[hook.ask] = dialog
        self._world.soon(0.005, 0.05, hook.connect)

    def _refuse_itself(self, dialog: Dialog) -> None:
        if dialog.waits:
            self._decided(dialog, Decision(Verdict.DENY, None, self._world.now))

    def _decided(self, dialog: Dialog, decision: Decision) -> None:
        dialog.decision = decision
        thread = self.threads[dialog.thread]
        by_hook = decision.answer is not None and decision.answer in dialog.printed
        if dialog.kind is Kind.ELICITATION:
            self._form_ended(thread, dialog, decision)
        elif decision.verdict is Verdict.ALLOW:
            self._run(thread, dialog.call, TOOLS[dialog.kind], dialog.command)
        elif decision.verdict is Verdict.DENY:
            said = "no" if by_hook else "denied otherwise"
            self._write_down(dialog, 0.15, by_hook=by_hook, said=said)
            self._in_turn(thread, 0.1, 0.2, lambda: self._next_call(thread))
        else:
            self._write_down(dialog, 0.15, by_hook=False, said=REJECTED)
            self._world.soon(0.03, 0.12, lambda: self._terminate_hooks(dialog))
            self._stop(thread) if thread.name == MAIN else self._finish(thread)
        self._registry_follows()

    def _form_ended(self, thread: Thread, dialog: Dialog, decision: Decision) -> None:
        """Filled in or not, the call that wanted it goes on; a hook's answer fires no hook."""
        if decision.answer not in dialog.printed:
            ended = e.ElicitationEnded(self.session, thread.name, FORMS, self._world.now)
            self._tell("a form ended", ended)
        self._run(thread, dialog.call, TOOLS[dialog.kind], dialog.command)

    def _run(self, thread: Thread, call: CallId, tool: str, command: str) -> None:
        took = self._world.random.choice((0.05, 0.3, 2.0, 8.0))
        self._in_turn(thread, took, took, lambda: self._ran(thread, call, tool, command))

    def _ran(self, thread: Thread, call: CallId, tool: str, command: str) -> None:
        self._tell(
            "a call ran",
            e.ToolRan(self.session, thread.name, call, tool, command, self._world.now),
        )
        dialog = thread.dialog
        if dialog and dialog.decision and dialog.kind is not Kind.ELICITATION:
            by_hook = dialog.decision.answer in dialog.printed
            self._write_down(dialog, 0.12, by_hook=by_hook, said="")
        self._in_turn(thread, 0.05, 0.3, lambda: self._next_call(thread))

    def _finish(self, thread: Thread) -> None:
        if thread.name == MAIN:
            self._tell("a turn ended", e.TurnEnded(self.session, self._world.now), note=True)
        else:
            self._tell(
                "a subagent ended", e.SubagentEnded(self.session, thread.name, self._world.now)
            )
        self._stop(thread)

    def _stop(self, thread: Thread) -> None:
        thread.turn += 1
        thread.active = False
        thread.calls = []
        if thread.dialog and thread.dialog.waits:
            thread.dialog.gone = self._world.now
            self._terminate_hooks(thread.dialog)
        if thread.name != MAIN:
            self.threads.pop(thread.name, None)
        self._registry_follows()

    def _terminate_hooks(self, dialog: Dialog) -> None:
        for hook in dialog.hooks:
            hook.terminate()

    def _in_turn(
        self, thread: Thread, least: float, most: float, action: Callable[[], None]
    ) -> None:
        turn = thread.turn
        self._world.soon(
            least, most, lambda: action() if self.alive and thread.turn == turn else None
        )

    # What it tells

    def _registry_follows(self) -> None:
        self._world.soon(0.04, 0.18, self._write_registry)
        self._world.soon(0.01, 0.1, self._draw)

    def _draw(self) -> None:
        if self.screen is None or not self.screen.visible:
            self.screen = next((d for d in self.dialogs if d.visible), None)
        self._world.soon(0.03, 0.15, lambda: self._daemon.see(self))

    def _write_registry(self) -> None:
        state = State.WORKING if self.threads[MAIN].active else State.IDLE
        if any(d.visible for d in self.dialogs):
            state = State.WAITING
        if state is not self.registry[0]:
            self.registry = (state, self._world.now)
            self._world.soon(0.0, 0.1, lambda: self._daemon.look(self))

    def _write_down(self, dialog: Dialog, delay: float, *, by_hook: bool, said: str) -> None:
        """Append a call's result to the agent's own record, which is read a little later."""
        result = Result(dialog, self._world.now + delay, by_hook, said)
        self._world.soon(delay, delay + 0.1, lambda: self._daemon.read_record(result))

    def _tell(self, what: str, event: e.Event, *, note: bool = False) -> None:
        """Run a hook that wants no answer: it may be lost, late or doubled."""
        if self._world.chance(0.03):
            self._note(f"{what} is lost")
            self.clouded = self._world.now
            return
        delay = self._world.random.uniform(0.005, 0.06)
        if self._world.now < self.slow_until or self._world.chance(0.1):
            delay = self._world.random.uniform(0.1, 2.0)
        if delay > LATE:
            self.clouded = self._world.now + delay
        for _ in range(2 if self._world.chance(0.03) else 1):
            self._world.later(delay, lambda: self._daemon.hear(self, what, event, note=note))

    def _note(self, line: str) -> None:
        self._world.note(f"{self.session} {line}")
