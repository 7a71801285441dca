"""What MCP costs: memory before and after the first call, a relay's start, a question's way.

Run as `python -m bench.mcp [--rounds N]`.
"""

import argparse
import json
import statistics
import subprocess
import sys
import threading
import time
from collections.abc import Sequence
from contextlib import ExitStack
from typing import cast

from bench.quarterdeck import MeasuredDaemon, table
from tests.stage.daemon import Agent, StagedDaemon

from quarterdeck.app import mcp_relay

A_SESSION = 15  # questions; more at once would be held to be a flood
HELLO: dict[str, object] = {
    "protocolVersion": "2025-06-18",
    "capabilities": {},
    "clientInfo": {"name": "bench", "version": "1"},
}


class Pipes:
    """An agent that runs a relay."""

    def __init__(self, words: Sequence[str], environment: dict[str, str]) -> None:
        pipe = subprocess.PIPE
        self._relay = subprocess.Popen(words, stdin=pipe, stdout=pipe, env=environment)

    def says(self, method: str, params: dict[str, object], number: int | None) -> None:
        message: dict[str, object] = {"jsonrpc": "2.0", "method": method, "params": params}
        message |= {} if number is None else {"id": number}
        assert self._relay.stdin
        self._relay.stdin.write(json.dumps(message).encode() + b"\n")
        self._relay.stdin.flush()

    def hears(self, number: int) -> None:
        assert self._relay.stdout
        while json.loads(self._relay.stdout.readline()).get("id") != number:
            pass

    def begins(self) -> None:
        self.says("initialize", HELLO, 0)
        self.hears(0)
        self.says("notifications/initialized", {}, None)

    def leaves(self) -> None:
        assert self._relay.stdin
        self._relay.stdin.close()
        self._relay.wait()


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--rounds", type=int, default=90)
    args = parser.parse_args()
    with MeasuredDaemon() as daemon, ExitStack() as agents:
        before = daemon.process.memory_info().rss / 1e6
        fast = mcp_relay.words(daemon.paths.mcp)
        first = _ready(fast, daemon)
        relays = [_ready(fast, daemon) for _ in range(20)]
        commands = [_ready([sys.executable, "-m", "quarterdeck", "mcp"], daemon) for _ in range(20)]
        waits: list[float] = []
        for number in range(0, args.rounds, A_SESSION):
            agent = Agent(cast(StagedDaemon, daemon), daemon.home)
            agents.callback(agent.close)
            agent.tell("SessionStart", source="startup")
            waits += _asked(daemon, fast, agent.pid, number)
        after = daemon.process.memory_info().rss / 1e6
    waits.sort()
    table(
        [
            ("MCP", "measured", "goal"),
            ("daemon's memory before the first call", f"{before:.0f} MB", "≤ 60 MB"),
            ("… after it, and after all of this", f"{after:.0f} MB", "≤ 100 MB"),
            ("the first call of all, which loads the SDK", f"{first:.2f} s", ""),
            ("what `qd setup claude --mcp` registers: ready, p50", _seconds(relays), "≤ 0.4 s"),
            ("`qd mcp`: ready, p50", _seconds(commands), "≤ 0.4 s"),
            ("ask_human → shown, p50", f"{statistics.median(waits):.1f} ms", "≤ 20 ms"),
            ("… p90", f"{waits[int(len(waits) * 0.9)]:.1f} ms", ""),
        ]
    )


def _seconds(waits: list[float]) -> str:
    return f"{statistics.median(waits):.2f} s"


def _ready(words: Sequence[str], daemon: MeasuredDaemon) -> float:
    """How long it takes from a relay's start until it has answered the first request."""
    began = time.perf_counter()
    pipes = Pipes(words, daemon.environment)
    pipes.begins()
    waited = time.perf_counter() - began
    pipes.leaves()
    return waited


def _asked(daemon: MeasuredDaemon, words: Sequence[str], agent: int, first: int) -> list[float]:
    """How long each question of one session takes until a listener is told of it."""
    while not (session := _session(daemon, agent)):
        pass
    pipes = Pipes(words, daemon.environment)
    pipes.begins()
    waits = []
    listens = daemon.client.events("/api/events")
    next(listens)  # it is there
    for number in range(first + 1, first + 1 + A_SESSION):
        question = f"Question {number}?"
        given = {"question": question, "session": session}
        began = time.perf_counter()
        pipes.says("tools/call", {"name": "ask_human", "arguments": given}, number)
        ask = next(told for _, told in listens if told.get("title") == question)
        waits.append((time.perf_counter() - began) * 1000)
        answer = {"choice": "cancel"}
        going = threading.Thread(
            target=daemon.client.post, args=(f"/api/asks/{ask['id']}/answer", answer)
        )
        going.start()
        pipes.hears(number)
        going.join()
    pipes.leaves()
    return waits


def _session(daemon: MeasuredDaemon, agent: int) -> str:
    sessions = daemon.client.list("/api/sessions")
    return next((str(s["id"]) for s in sessions if s["pid"] == agent), "")


if __name__ == "__main__":
    main()
