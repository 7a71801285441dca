#!/usr/bin/env python3
"""Runs the tests several times beside a busy loop on each core, and lists what failed even once.

Each failure is listed with the seed of its round and the log with all of its output: with
`pytest --hypothesis-profile=fresh --hypothesis-seed=…` the same examples come again; a simulation
that fails names its own seed. Tests that hold a time run in each round too, alone and without the
load: on a busy machine it would say nothing of the product.

The busy loops are simulations, every second one on a database, so that the load looks for broken
promises as well.
"""

from __future__ import annotations

import argparse
import os
import random
import re
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[1]
CORES = os.cpu_count() or 1
MARKS = {"all": "", "fast": "not live", "live": "live"}
FAILED = re.compile(r"^(?:FAILED|ERROR) (\S+::.*?)(?: - .*)?$", re.MULTILINE)
RESULT = re.compile(r"^(?:=+ )?(\d+ (?:passed|failed|error).*?)(?: =+)?$", re.MULTILINE)
FRESH = 10**9  # seeds that a simulation may begin at
PLACES = ("in memory", "on a database")  # where simulations keep what they write, in turns
# Whatever becomes of us, the loops end with us; and each after a schedule, so that no file stays.
BUSY = """
import os, signal, sys
from tests.simulation.run import simulate
parent, seed, on_file = os.getppid(), int(sys.argv[1]), sys.argv[2] == "on a database"
over = []
signal.signal(signal.SIGTERM, lambda *_: over.append(True))
while not over and os.getppid() == parent:
    simulate(seed, 700, on_file=on_file)
    print("kept", seed, flush=True)
    seed += 1
"""


@dataclass(frozen=True)
class Run:
    """One run of pytest: how it ended, and where its output is."""

    seed: int
    log: Path
    code: int

    @property
    def failed(self) -> list[str]:
        """What failed; where nothing can be named, the run itself."""
        found = FAILED.findall(self.log.read_text(errors="replace"))
        return found or ([f"{self.log.stem}: exit code {self.code}"] if self.code else [])

    @property
    def result(self) -> str:
        """The last line in which pytest counts."""
        found = RESULT.findall(self.log.read_text(errors="replace"))
        return str(found[-1]) if found else f"exit code {self.code}"


def main() -> int:
    options = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    options.add_argument("--rounds", type=int, default=5)
    options.add_argument("--only", choices=MARKS, default="all")
    options.add_argument("--workers", default="2", help="how many tests run beside each other")
    options.add_argument("--logs", type=Path, default=ROOT / ".steady")
    options.add_argument("tests", nargs="*", help="these alone, as pytest takes them")
    given = options.parse_args()
    given.logs.mkdir(exist_ok=True)
    runs: list[Run] = []
    for number in range(1, given.rounds + 1):
        seed = random.SystemRandom().randrange(2**32)
        pool = ["-n", given.workers, "--dist", "worksteal"]
        with busy_cores(given.logs / f"round-{number}-beside", runs):
            runs.append(run(given, f"round-{number}", seed, "not alone", pool))
        runs.append(run(given, f"round-{number}-alone", seed, "alone", ["-p", "no:xdist"]))
    return told(runs, given.rounds)


@contextmanager
def busy_cores(logs: Path, runs: list[Run]) -> Iterator[None]:
    """A simulation on each core until the block ends; what they found is added to the runs."""
    loops = [
        SimulatingCore(logs.with_name(f"{logs.name}-{n}.log"), PLACES[n % len(PLACES)])
        for n in range(CORES)
    ]
    try:
        yield
    finally:
        runs += [loop.end() for loop in loops]
    found = ", ".join(f"{loop.kept} {loop.place} from seed {loop.seed}" for loop in loops)
    print(f"  beside it these schedules kept every promise: {found}")


class SimulatingCore:
    """A process that plays one schedule after the other, from a fresh seed on."""

    def __init__(self, log: Path, place: str) -> None:
        self.place = place
        self.seed = random.SystemRandom().randrange(FRESH)
        self._log = log
        with log.open("w") as file:
            words = [sys.executable, "-c", BUSY, str(self.seed), place]
            self._process = subprocess.Popen(words, cwd=ROOT, stdout=file, stderr=file)

    @property
    def kept(self) -> int:
        """How many schedules kept every promise."""
        lines = self._log.read_text(errors="replace").splitlines()
        return sum(line.startswith("kept ") for line in lines)

    def end(self) -> Run:
        """End it; one that ended by itself has failed."""
        code = self._process.poll() or 0
        self._process.terminate()
        self._process.wait()
        return Run(self.seed, self._log, code)


def run(given: argparse.Namespace, name: str, seed: int, marks: str, how: Sequence[str]) -> Run:
    """Run the tests with these marks once; its words go to a log."""
    log = given.logs / f"{name}.log"
    wanted = f"({MARKS[given.only]}) and {marks}" if MARKS[given.only] else marks
    fresh = ["--hypothesis-profile=fresh", f"--hypothesis-seed={seed}"]
    command = [sys.executable, "-m", "pytest", "-m", wanted, *how, *fresh]
    with log.open("w") as file:
        code = subprocess.run(
            [*command, *given.tests],
            cwd=ROOT,
            stdout=file,
            stderr=subprocess.STDOUT,
            check=False,
        ).returncode
    found = Run(seed, log, 0 if code == 5 else code)  # 5: there are none with these marks
    print(f"{name}: {found.result} (seed {seed})", flush=True)
    return found


def told(runs: Sequence[Run], rounds: int) -> int:
    """List what failed, and how often; 0 when nothing did."""
    failures: dict[str, list[Run]] = {}
    for one in runs:
        for test in one.failed:
            failures.setdefault(test, []).append(one)
    for test, where in sorted(failures.items()):
        print(f"\n{test}\n  failed {len(where)} of {rounds} times")
        for one in where:
            print(f"  seed {one.seed}: {one.log}")
    if not failures:
        print("\nNothing failed, not even once.")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
