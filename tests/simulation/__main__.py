"""Simulate from the command line: `python -m tests.simulation --seeds 20`.

Each run begins at a fresh seed, unless one is given, and says which.
"""

import argparse
import secrets
import sys
import time
from collections.abc import Sequence

from tests.simulation.run import Failed, simulate

FRESH = 10**9  # seeds to begin at; a run of a million hardly meets an earlier one


def main(given: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.simulation", description=__doc__)
    parser.add_argument("--steps", type=int, default=700, help="steps of each simulation")
    parser.add_argument("--seeds", type=int, default=1, help="how many simulations")
    parser.add_argument("--seed", type=int, help="the first of them; without it, a fresh one")
    parser.add_argument("--file", action="store_true", help="on a real database")
    args = parser.parse_args(given)
    first = secrets.randbelow(FRESH) if args.seed is None else args.seed
    where = "a real database" if args.file else "memory"
    say(f"seeds {first} to {first + args.seeds - 1}, {args.steps} steps each, on {where}")
    began, steps = time.monotonic(), 0
    for seed in range(first, first + args.seeds):
        try:
            steps += simulate(seed, args.steps, on_file=args.file).steps
        except Failed as failed:
            say(f"seed {seed}: {failed}")
            return 1
    say(f"{steps} steps kept every promise in {time.monotonic() - began:.1f} s")
    return 0


def say(line: str) -> None:
    """Print at once: a long run tells its first seed before it ends."""
    print(line, flush=True)  # noqa: T201 - a program


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
