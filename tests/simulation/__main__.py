"""Simulate from the command line: `python -m tests.simulation --steps 100000 --seeds 20`."""

import argparse
import sys
import time

from tests.simulation.run import Failed, simulate


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.simulation", description=__doc__)
    parser.add_argument("--steps", type=int, default=700, help="steps of each simulation")
    parser.add_argument("--seeds", type=int, default=1, help="how many simulations")
    parser.add_argument("--seed", type=int, default=0, help="the first of them")
    parser.add_argument("--file", action="store_true", help="on a real database")
    args = parser.parse_args()
    began, steps = time.monotonic(), 0
    for seed in range(args.seed, args.seed + args.seeds):
        try:
            steps += simulate(seed, args.steps, on_file=args.file).steps
        except Failed as failed:
            print(f"seed {seed}: {failed}")  # noqa: T201 - a program
            return 1
    print(f"{steps} steps kept every promise in {time.monotonic() - began:.1f} s")  # noqa: T201
    return 0


if __name__ == "__main__":
    sys.exit(main())
