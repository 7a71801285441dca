"""One simulation: a seed, a disk, a number of steps, then quiet."""

import asyncio
import logging
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.simulation.broken import Broken
from tests.simulation.daemon import SimulatedDaemon
from tests.simulation.decks import Decks
from tests.simulation.disk import Disk, File, Memory
from tests.simulation.fate import Fate
from tests.simulation.people import People
from tests.simulation.promises import Promises
from tests.simulation.truth import Truth
from tests.simulation.world import World
from typing_extensions import override

QUIET_FOR = 40.0  # seconds after which everything that can be known is known
SETTLED_AFTER = 5.0  # the same after a turn that took longer


class Failed(AssertionError):
    """A promise was broken; says how to see it again."""


class Simulation:
    """Agents, people, a daemon and fate, all drawn from one seed."""

    def __init__(self, seed: int, disk: Disk) -> None:
        self._again = f"python -m tests.simulation --seed {seed}{disk.option}"
        self.world = World(seed)
        self.truth = Truth()
        self.promises = Promises(self.truth)
        self.people = People(self.world, self.truth)
        self.decks = Decks(self.world, self.truth, seed)
        self.daemon = SimulatedDaemon(
            self.world, disk, self.truth, self.promises, self.people, self.decks
        )
        self.people.gather(self.daemon)
        self.decks.gather(self.daemon)
        self._fate = Fate(self.world, self.truth, self.daemon, self.people)
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
        self._fate.begin()
        self.decks.begin()
        while self.steps < steps:
            await self._step()
        self._fate.rest()
        until = self.world.now + QUIET_FOR
        while self.world.now < until and self._soonest() is not None:
            await self._step()
            if self._somebody_works() or any(s.drawing for s in self.people.surfaces):
                until = max(until, self.world.now + SETTLED_AFTER)
        self.promises.kept_to_time()
        self.promises.quiet(self.daemon.view())
        self.decks.quiet(self.daemon.view())
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
        self.decks.check()

    def _somebody_works(self) -> bool:
        """Whether an agent's turn goes on; one that waits for a person may wait for ever."""
        agents = [a for a in self.truth.agents.values() if a.alive]
        working = (t for a in agents for t in a.threads.values() if t.active)
        return any(t.dialog is None or not t.dialog.visible for t in working)

    def _soonest(self) -> float | None:
        moments = [at for at in (self.daemon.next_due(), self.world.next()) if at is not None]
        return min(moments, default=None)

    def _story(self, broken: Broken, steps: int) -> str:
        last = "\n".join(self.world.diary)
        return f"{broken}\n\n{last}\n\nstep {self.steps}; again with: {self._again} --steps {steps}"


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
