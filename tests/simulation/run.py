"""One simulation: a seed, a disk, a number of steps, then quiet."""

import asyncio
import logging
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.simulation.agents import Agent
from tests.simulation.daemon import SimulatedDaemon
from tests.simulation.disk import Disk, File, Memory
from tests.simulation.people import People
from tests.simulation.promises import Broken, Promises
from tests.simulation.truth import Truth, Verdict
from tests.simulation.world import World
from typing_extensions import override

from quarterdeck.domain.channels import Keep
from quarterdeck.domain.events import Snoozed
from quarterdeck.domain.watch import View

QUIET_FOR = 40.0  # seconds after which everything that can be known is known
SETTLED_AFTER = 5.0  # the same after a turn that took longer
SESSIONS = (Keep.RACE, Keep.RACE, Keep.RACE, Keep.NONE)


class Failed(AssertionError):
    """A promise was broken; says how to see it again."""


class Simulation:
    """Agents, people, a daemon and fate, all drawn from one seed."""

    def __init__(self, seed: int, disk: Disk) -> None:
        self._seed = seed
        self.world = World(seed)
        self.truth = Truth()
        self.promises = Promises(self.truth)
        self.people = People(self.world, self.truth)
        self.daemon = SimulatedDaemon(self.world, disk, self.truth, self.promises, self.people)
        self.people.gather(self.daemon.put)
        self.steps = 0
        self._errors = Errors()

    async def run(self, steps: int) -> None:
        """Let that many things happen, then let everything come to rest."""
        logging.getLogger("quarterdeck").addHandler(self._errors)
        try:
            await self._run(steps)
        except Broken as broken:
            raise Failed(self._story(broken, steps)) from broken
        finally:
            logging.getLogger("quarterdeck").removeHandler(self._errors)
            self.daemon.kill()
            await asyncio.sleep(0)

    async def _run(self, steps: int) -> None:
        self.daemon.start()
        for keep in SESSIONS:
            self._add_agent(keep)
        self._stir()
        while self.steps < steps:
            await self._step()
        self._attach_timing()
        until = self.world.now + QUIET_FOR
        while self.world.now < until and self._soonest() is not None:
            await self._step()
            if self._somebody_works() or any(s.drawing for s in self.people.surfaces):
                until = max(until, self.world.now + SETTLED_AFTER)
        self.promises.kept_to_time()
        self.promises.quiet(self.daemon.view())
        for surface in self.people.surfaces:
            if surface.there:
                self.promises.shown_everywhere(self.daemon.view(), surface.name, surface.shown)

    async def _step(self) -> None:
        self.steps += 1
        due, coming = self.daemon.next_due(), self.world.next()
        if due is not None and (coming is None or due <= coming):
            self.world.now = max(self.world.now, due)
        else:
            self.world.advance()
        if not self.world.chance(0.15):  # else it is handled together with what comes next
            await self.daemon.settle()
        self._errors.check()

    def _somebody_works(self) -> bool:
        """Whether an agent's turn goes on; one that waits for a person may wait for ever."""
        agents = [a for a in self.truth.agents.values() if a.alive]
        working = (t for a in agents for t in a.threads.values() if t.active)
        return any(t.dialog is None or not t.dialog.visible for t in working)

    def _soonest(self) -> float | None:
        moments = [at for at in (self.daemon.next_due(), self.world.next()) if at is not None]
        return min(moments, default=None)

    def _add_agent(self, keep: Keep) -> None:
        agent = Agent(self.world, self.daemon, self.truth, len(self.truth.agents) + 1, keep)
        self.truth.agents[agent.session] = agent

    # Fate

    def _stir(self) -> None:
        if self.world.calm:
            return
        actions, weights = zip(*self._actions(), strict=True)
        self.world.random.choices(actions, weights)[0]()
        self.world.soon(0.0, 0.4, self._stir)

    def _actions(self) -> list[tuple[Callable[[], None], int]]:
        return [
            (lambda: self._some_agent().prompt(), 20),
            (lambda: self._some_agent().spawn(), 6),
            (self._answer_at_terminal, 12),
            (lambda: self._some_agent().interrupt(), 3),
            (lambda: self._some_agent().clear(), 1),
            (self._agent_dies, 1),
            (self.people.press, 30),
            (lambda: self.people.answer(self._view()), 8),
            (lambda: self.people.come_and_go(self._view()), 3),
            (self._snooze, 1),
            (self._hook_dies, 2),
            (self._daemon_dies, 3),
            (self._disk_fills, 2),
        ]

    def _view(self) -> View | None:
        return self.daemon.view() if self.daemon.alive else None

    def _some_agent(self) -> Agent:
        living = [a for a in self.truth.agents.values() if a.alive]
        return self.world.random.choice(living)

    def _answer_at_terminal(self) -> None:
        visible = [a.screen for a in self.truth.agents.values() if a.screen and a.screen.visible]
        if visible:
            dialog = self.world.random.choice(visible)
            verdict = self.world.random.choice((Verdict.ALLOW, Verdict.ALLOW, Verdict.STOP))
            dialog.agent.decide(dialog, verdict)

    def _agent_dies(self) -> None:
        agent = self._some_agent()
        self._add_agent(agent.main_keep)
        agent.die()

    def _snooze(self) -> None:
        if (view := self._view()) and view.asks:
            ask = self.world.random.choice(view.asks)
            self.daemon.put(Snoozed(ask.id, self.world.now + 5))

    def _hook_dies(self) -> None:
        held = [h for h in self.truth.hooks.values() if not h.over]
        if held:
            self.world.random.choice(held).kill()

    def _daemon_dies(self) -> None:
        if not self.daemon.alive:
            return
        match self.world.random.choice(("now", "before", "after", "sending")):
            case "now":
                self.daemon.kill()
            case "sending":
                self.daemon.dispatch.effects_left = self.world.random.randint(0, 3)
            case moment:
                self.daemon.store.kills = moment
        self.world.soon(0.05, 3.0, self._daemon_comes_back)

    def _daemon_comes_back(self) -> None:
        if self.daemon.alive:
            self.daemon.kill()
        self.daemon.start()

    def _disk_fills(self) -> None:
        if self.daemon.alive:
            self.world.note("the disk is full")
            store = self.daemon.store
            store.full = True
            self.world.soon(0.1, 3.0, lambda: setattr(store, "full", False))

    def _attach_timing(self) -> None:
        self.world.calm = True
        self._daemon_comes_back() if not self.daemon.alive else None
        self.daemon.store.full = False
        self.daemon.store.kills = None
        self.daemon.dispatch.effects_left = None

    def _story(self, broken: Broken, steps: int) -> str:
        last = "\n".join(self.world.diary)
        again = f"python -m tests.simulation --seed {self._seed} --steps {steps}"
        return f"{broken}\n\n{last}\n\nstep {self.steps}; again with: {again}"


class Errors(logging.Handler):
    """The daemon's own complaints: an event that it could not handle is a broken promise."""

    def __init__(self) -> None:
        super().__init__(logging.ERROR)
        self._found: list[str] = []

    @override
    def emit(self, record: logging.LogRecord) -> None:
        if record.exc_info:
            self._found.append(f"{record.getMessage()}: {record.exc_info[1]!r}")

    def check(self) -> None:
        if self._found:
            raise Broken(self._found[0])


def simulate(seed: int, steps: int, *, on_file: bool) -> Simulation:
    """Run one simulation to its end."""
    if not on_file:
        simulation = Simulation(seed, Memory())
        asyncio.run(simulation.run(steps))
        return simulation
    with TemporaryDirectory() as folder:
        simulation = Simulation(seed, File(Path(folder) / "journal.db"))
        asyncio.run(simulation.run(steps))
        return simulation
