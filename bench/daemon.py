"""What the daemon costs: its start, its memory, its idle hours, and a press's way to the hook.

Run as `python -m bench.daemon [--rounds N] [--idle SECONDS]`.
"""

import argparse
import socket
import subprocess
import time
from concurrent.futures import Executor, ThreadPoolExecutor
from pathlib import Path

from bench.quarterdeck import MeasuredHouse, payload, table

from quarterdeck.daemon.clock import COUNTER


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--rounds", type=int, default=200)
    parser.add_argument("--idle", type=float, default=20.0)
    args = parser.parse_args()
    with MeasuredHouse() as daemon, subprocess.Popen(["sleep", "600"]) as agent:
        memory = daemon.process.memory_info().rss / 1e6
        idle = _idle(daemon, args.idle)
        with ThreadPoolExecutor(args.rounds) as pool:  # each waits until its outcome is told
            waits = sorted(_press(daemon, pool, agent.pid, n) for n in range(args.rounds))
        agent.kill()
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


def _idle(daemon: MeasuredHouse, seconds: float) -> float:
    before = sum(daemon.process.cpu_times()[:2])
    time.sleep(seconds)
    return (sum(daemon.process.cpu_times()[:2]) - before) / seconds * 100


def _press(daemon: MeasuredHouse, pool: Executor, agent: int, number: int) -> float:
    """Keep a hook open, answer it, and wait for the reply's first byte."""
    line = _hook(daemon, agent, number)
    ask = _ask(daemon, f"npm run build{number}")
    body = {"choice": "allow", "confirm": True}
    began = time.perf_counter()
    pool.submit(daemon.client.post, f"/api/asks/{ask}/answer", body)
    while b"say " not in line.recv(65536):
        pass
    waited = (time.perf_counter() - began) * 1000
    line.sendall(b"printed\n")
    line.close()
    _tell_it_ran(daemon, agent, number)
    return waited


def _hook(daemon: MeasuredHouse, agent: int, number: int) -> socket.socket:
    line = socket.socket(socket.AF_UNIX)
    line.connect(str(daemon.paths.socket))
    line.sendall(_frame(payload(f"npm run build{number}"), "ask", agent, number))
    line.recv(64)  # kept
    return line


def _tell_it_ran(daemon: MeasuredHouse, agent: int, number: int) -> None:
    told = payload(f"npm run build{number}").replace(b"PermissionRequest", b"PostToolUse")
    with socket.socket(socket.AF_UNIX) as line:
        line.connect(str(daemon.paths.socket))
        line.sendall(_frame(told, "tell", agent, number + 100_000))
        line.recv(64)


def _frame(data: bytes, kind: str, agent: int, number: int) -> bytes:
    """What the hook client of an agent would send; another pid than ours, or we may not answer."""
    started = time.clock_gettime_ns(COUNTER)
    stat = Path(f"/proc/{agent}/stat").read_text()
    head = f"id={number}-{started}\0started={started}\0kind={kind}\0pid=1\0ancestor={stat}"
    return b"QD1 %d %d\n" % (len(head), len(data)) + head.encode() + data


def _ask(daemon: MeasuredHouse, text: str) -> str:
    while True:
        for ask in daemon.client.list("/api/asks"):
            if ask["text"] == text:
                return str(ask["id"])


def _p(waits: list[float], share: float) -> float:
    return waits[min(len(waits) - 1, int(len(waits) * share))]


if __name__ == "__main__":
    main()
