"""What happens to everybody: work, decisions, and faults that come alone and together."""

import itertools
from collections.abc import Callable
from functools import partial

from tests.simulation.agents import Agent
from tests.simulation.daemon import SimulatedDaemon
from tests.simulation.people import DEVICES, PERSON, People
from tests.simulation.truth import Dialog, Truth, Verdict
from tests.simulation.wishes import Wishes
from tests.simulation.world import World

from quarterdeck.domain.asks import Ask
from quarterdeck.domain.channels import Keep
from quarterdeck.domain.events import DevicePaired, DeviceRevoked, Snoozed
from quarterdeck.domain.sessions import Session
from quarterdeck.domain.watch import View

SESSIONS = (Keep.RACE, Keep.RACE, Keep.RACE, Keep.NONE)

Action = Callable[[], None]


class Fate:
    """Draws from the seed what happens next."""

    def __init__(self, world: World, truth: Truth, daemon: SimulatedDaemon, people: People) -> None:
        self._world = world
        self._truth = truth
        self._daemon = daemon
        self._people = people
        self._wishes = Wishes(world, truth, daemon.put, itertools.count(1))

    def begin(self) -> None:
        """Agents start, and from now on things happen."""
        for keep in SESSIONS:
            self._add_agent(keep)
        self._pair()
        self._stir()

    def rest(self) -> None:
        """No more faults; nobody begins anything."""
        self._world.calm = True
        self._daemon_comes_back() if not self._daemon.alive else None
        self._daemon.space.full = False
        self._daemon.store.kills = None
        self._daemon.dispatch.effects_left = None

    def _stir(self) -> None:
        if self._world.calm:
            return
        actions, weights = zip(*self._actions(), strict=True)
        self._world.random.choices(actions, weights)[0]()
        self._world.soon(0.0, 0.4, self._stir)

    def _actions(self) -> list[tuple[Action, int]]:
        return [
            (lambda: self._some_agent().prompt(), 20),
            (lambda: self._some_agent().spawn(), 6),
            (self._answer_at_terminal, 12),
            (lambda: self._some_agent().interrupt(), 3),
            (lambda: self._some_agent().clear(), 1),
            (self._agent_dies, 1),
            (self._people.press, 30),
            (self._people.press_together, 4),
            (lambda: self._people.cheat(self._view()), 5),
            (self._want, 16),
            (self._stop, 5),
            (self._stop_what_is_typed, 3),
            (self._revoke, 1),
            (self._pair, 2),
            (lambda: self._people.answer(self._view()), 8),
            (lambda: self._people.come_and_go(self._view()), 3),
            (self._snooze, 1),
            (self._hook_dies, 2),
            (self._daemon_dies, 3),
            (self._disk_fills, 2),
            (self._disk_fills_at_a_gate, 2),
            (self._restart_with_late_evidence, 1),
            (self._interrupt_under_keys, 12 if self._world.slow else 3),
            (self._decide_before_a_hook_prints, 6 if self._world.slow else 0),
            (self._two_at_once, 1),
        ]

    def _view(self) -> View | None:
        return self._daemon.view() if self._daemon.alive else None

    def _some_agent(self) -> Agent:
        living = [a for a in self._truth.agents.values() if a.alive]
        return self._world.random.choice(living)

    def _add_agent(self, keep: Keep) -> None:
        agent = Agent(self._world, self._daemon, self._truth, len(self._truth.agents) + 1, keep)
        self._truth.agents[agent.session] = agent

    # What people and agents do

    def _answer_at_terminal(self) -> None:
        visible = [a.screen for a in self._truth.agents.values() if a.screen and a.screen.visible]
        if visible:
            self._decide_there(self._world.random.choice(visible))

    def _decide_there(self, dialog: Dialog) -> None:
        verdict = self._world.random.choice((Verdict.ALLOW, Verdict.ALLOW, Verdict.STOP))
        dialog.agent.decide(dialog, verdict)

    def _agent_dies(self) -> None:
        agent = self._some_agent()
        self._add_agent(agent.main_keep)
        agent.die()

    def _snooze(self) -> None:
        if (view := self._view()) and view.asks:
            ask = self._world.random.choice(view.asks)
            self._daemon.put(Snoozed(ask.id, self._world.now + 5, PERSON))

    def _want(self) -> None:
        if sessions := self._sessions():
            self._wishes.want(self._world.random.choice(sessions))

    def _stop(self) -> None:
        if sessions := self._sessions():
            self._wishes.stop(self._world.random.choice(sessions))

    def _stop_what_is_typed(self) -> None:
        """Somebody interrupts a session in which something is done, or waits."""
        view = self._view()
        busy = {p.action.session for p in view.actions} if view else set()
        if sessions := [s for s in self._sessions() if s.id in busy]:
            self._wishes.stop(self._world.random.choice(sessions))

    def _sessions(self) -> list[Session]:
        view = self._view()
        return [s for s in view.sessions if not s.ended] if view else []

    def _revoke(self) -> None:
        device = self._world.random.choice(DEVICES)
        self._world.note(f"{device.name} is revoked")
        self._daemon.put(DeviceRevoked(device.id, self._world.now))

    def _pair(self) -> None:
        for device in DEVICES:
            self._daemon.put(DevicePaired(device))

    # Faults

    def _hook_dies(self) -> None:
        held = [h for h in self._truth.hooks.values() if not h.over]
        if held:
            self._world.random.choice(held).kill()

    def _daemon_dies(self) -> None:
        if not self._daemon.alive:
            return
        match self._world.random.choice(("now", "before", "after", "sending")):
            case "now":
                self._daemon.kill()
            case "sending":
                self._daemon.dispatch.effects_left = self._world.random.randint(0, 3)
            case moment:
                self._daemon.store.kills = moment
        self._world.soon(0.05, 3.0, self._daemon_comes_back)

    def _daemon_comes_back(self) -> None:
        if self._daemon.alive:
            self._daemon.kill()
        self._daemon.start()

    def _disk_fills(self) -> None:
        self._world.note("the disk is full")
        self._daemon.space.full = True
        self._world.soon(0.1, 3.0, self._disk_has_room)

    def _disk_has_room(self) -> None:
        self._daemon.space.full = False

    # Faults together

    def _disk_fills_at_a_gate(self) -> None:
        """Somebody answers a hidden dialog, just as its time is up, and it cannot be written."""
        hidden = [ask for ask in self._asks() if self._gate_of(ask) is not None]
        if hidden:
            ask = self._world.random.choice(hidden)
            answer = partial(self._people.decide, ask, within=0.0)
            left = max(0.1, (self._gate_of(ask) or 0.0) - self._world.now)
            self._world.soon(left - 0.1, left - 0.03, self._if_stirred(self._disk_fills))
            self._world.soon(left - 0.03, left, self._if_stirred(answer))

    def _restart_with_late_evidence(self) -> None:
        """Somebody answers, the daemon dies, and what the agent did with it is heard late."""
        asks = self._asks()
        if asks:
            ask = self._world.random.choice(asks)
            self._truth.agents[ask.session].slow_until = self._world.now + 3.0
            self._people.decide(ask, within=0.0)
            if self._world.random.random() < 0.5:
                self._daemon.store.kills = "after"  # the answer is written, and not sent
                self._world.soon(0.05, 1.0, self._daemon_comes_back)
            else:
                self._world.soon(0.1, 0.6, self._if_stirred(self._daemon_dies))
            if self._world.random.random() < 0.5:
                self._world.soon(0.1, 0.6, self._if_stirred(self._disk_fills))

    def _interrupt_under_keys(self) -> None:
        """Keys are on their way to a dialog when a person at the terminal decides or leaves."""
        seen = [(ask, d) for ask in self._asks() if (d := self._typed_into(ask))]
        if seen:
            ask, dialog = self._world.random.choice(seen)
            if self._world.slow:  # they have to wait for their turn
                self._wishes.press(ask.session)
            self._people.decide(ask, within=0.1)
            there = partial(self._decide_there, dialog)
            away = self._world.random.choice((dialog.agent.interrupt, there))
            self._world.soon(0.1, 0.6, self._if_stirred(away))

    def _decide_before_a_hook_prints(self) -> None:
        """Somebody answers on a hook that stalls, and at the terminal somebody is faster."""
        raced = [(ask, d) for ask in self._asks() if (d := self._raced_for(ask))]
        if raced:
            ask, dialog = self._world.random.choice(raced)
            for hook in dialog.hooks:
                hook.prints_within = (0.2, 1.2)
            self._people.decide(ask, within=0.05)
            there = partial(self._decide_there, dialog)
            self._world.soon(0.1, 1.0, self._if_stirred(there))

    def _two_at_once(self) -> None:
        faults = (
            self._disk_fills,
            self._daemon_dies,
            self._hook_dies,
            self._answer_at_terminal,
            lambda: self._some_agent().interrupt(),
            lambda: self._people.come_and_go(self._view()),
        )
        for fault in self._world.random.sample(faults, 2):
            self._world.soon(0.0, 0.05, self._if_stirred(fault))

    def _if_stirred(self, action: Action) -> Action:
        return lambda: None if self._world.calm else action()

    def _asks(self) -> list[Ask]:
        view = self._view()
        return [ask for ask in view.asks if ask.kind.is_decision] if view else []

    def _gate_of(self, ask: Ask) -> float | None:
        """When the hook that hides this dialog is to be let go."""
        dialog = self._truth.dialog_of.get(ask.id)
        hooks = [h for h in dialog.hooks if h.heard and not h.over] if dialog else []
        gates = [h.connected + self._daemon.gate for h in hooks if h.keep is Keep.GATE]
        return max(gates, default=None)

    def _typed_into(self, ask: Ask) -> Dialog | None:
        """The dialog of an ask that no hook can answer."""
        dialog = self._truth.dialog_of.get(ask.id)
        alone = dialog and dialog.visible and all(hook.over for hook in dialog.hooks)
        return dialog if alone else None

    def _raced_for(self, ask: Ask) -> Dialog | None:
        """The dialog of an ask that a hook and the terminal can answer."""
        dialog = self._truth.dialog_of.get(ask.id)
        raced = dialog and dialog.visible and any(not hook.over for hook in dialog.hooks)
        return dialog if raced else None
