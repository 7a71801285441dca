"""What our hooks cost a turn: the real Claude Code makes many tool calls, with them and without.

Run as `python -m bench.turn [--calls N] [--rounds N]`.
"""

import argparse
import statistics
import time

from bench.quarterdeck import table
from tests.live.daemon import LiveDaemon
from tests.live.lab.lab import Lab
from tests.live.lab.script import Script
from tests.live.lab.versions import NEWEST


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--calls", type=int, default=200)
    parser.add_argument("--rounds", type=int, default=3)
    args = parser.parse_args()
    spent: dict[str, list[float]] = {"without": [], "with hooks": [], "with the tripwire": []}
    for _ in range(args.rounds):
        for name, times in spent.items():
            times.append(_turn(args.calls, name))
    bare = statistics.median(spent["without"])
    rows = [(f"a turn of {args.calls} calls", "seconds", "ms a call more", "ratio")]
    for name, times in spent.items():
        middle = statistics.median(times)
        more = (middle - bare) / args.calls * 1000
        rows.append((name, f"{middle:.2f}", f"{more:.1f}", f"{middle / bare:.3f}"))
    table(rows)


def _turn(calls: int, manner: str) -> float:
    with Lab() as lab:
        daemon = LiveDaemon(lab)
        if manner != "without":
            daemon.up()
            more = ["--tripwire", "critical"] if "tripwire" in manner else []
            daemon.qd("setup", "claude", *more)
            if more:
                daemon.qd("down")
                daemon.up()
        script = Script()
        for number in range(calls):
            script = script.bash(f"echo {number}")
        lab.model.on("count", script.say("That is all."))
        agent = lab.agent(NEWEST)
        began = time.perf_counter()
        agent.prompt("count")
        agent.wait_screen("That is all.", timeout=300)
        spent = time.perf_counter() - began
        daemon.close()
        return spent


if __name__ == "__main__":
    main()
