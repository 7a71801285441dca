"""What the daemon costs: its start, its memory, its idle hours, and a press's way to the hook.

Run as `python -m bench.daemon [--rounds N] [--idle SECONDS]`.
"""

import argparse
import json
import subprocess
import sys
import time
from concurrent.futures import Executor, ThreadPoolExecutor
from pathlib import Path
from typing import Self

from bench.quarterdeck import MeasuredDaemon, payload, table


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--rounds", type=int, default=200)
    parser.add_argument("--idle", type=float, default=20.0)
    args = parser.parse_args()
    with MeasuredDaemon() as daemon, PlayedAgent(daemon) as agent:
        memory = daemon.process.memory_info().rss / 1e6
        idle = _idle(daemon, args.idle)
        with ThreadPoolExecutor(args.rounds) as pool:  # each waits until its outcome is told
            waits = sorted(_press(daemon, pool, agent, n) for n in range(args.rounds))
    table(
        [
            ("daemon", "measured", "goal"),
            ("up: start to first answer", f"{daemon.seconds_to_start:.2f} s", "≤ 0.5 s"),
            ("memory", f"{memory:.0f} MB", "≤ 60 MB"),
            (f"CPU over {args.idle:.0f} s with nothing to do", f"{idle:.2f} %", "≈ 0 %"),
            ("press → reply on the hook's connection, p50", f"{_p(waits, 0.5):.1f} ms", ""),
            ("… p99", f"{_p(waits, 0.99):.1f} ms", "≤ 10 ms"),
        ]
    )


def _idle(daemon: MeasuredDaemon, seconds: float) -> float:
    before = sum(daemon.process.cpu_times()[:2])
    time.sleep(seconds)
    return (sum(daemon.process.cpu_times()[:2]) - before) / seconds * 100


def _press(daemon: MeasuredDaemon, pool: Executor, agent: "PlayedAgent", number: int) -> float:
    """Keep a hook open, answer it, and wait for the reply's first byte."""
    command = f"npm run build{number}"
    agent.says("ask", payload(command))
    ask = _ask(daemon, command)
    body = {"choice": "allow", "confirm": True}
    began = time.perf_counter()
    pool.submit(daemon.client.post, f"/api/asks/{ask}/answer", body)
    waited = (agent.hears()[1] - began) * 1000
    agent.says("tell", payload(command).replace(b"PermissionRequest", b"PostToolUse"))
    agent.hears()
    return waited


class PlayedAgent:
    """A process that speaks as the hooks of an agent; see `hook_lines`."""

    def __init__(self, daemon: MeasuredDaemon) -> None:
        script = Path(__file__).with_name("hook_lines.py")
        self._process = subprocess.Popen(
            [sys.executable, str(script), str(daemon.paths.socket)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        assert self._process.stdin
        assert self._process.stdout
        self._process.stdin.close()
        self._process.wait()
        self._process.stdout.close()

    def says(self, kind: str, data: bytes) -> None:
        """Send a hook of this kind."""
        assert self._process.stdin
        self._process.stdin.write(json.dumps([kind, data.decode()]) + "\n")
        self._process.stdin.flush()

    def hears(self) -> tuple[float, float]:
        """When the last hook was sent, and when it was told what to print, or was heard."""
        assert self._process.stdout
        sent, heard = self._process.stdout.readline().split()
        return float(sent), float(heard)


def _ask(daemon: MeasuredDaemon, text: str) -> str:
    while True:
        for ask in daemon.client.list("/api/asks"):
            if ask["text"] == text:
                return str(ask["id"])


def _p(waits: list[float], share: float) -> float:
    return waits[min(len(waits) - 1, int(len(waits) * share))]


if __name__ == "__main__":
    main()
