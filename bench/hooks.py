"""What a hook costs: our client beside curl and beside a script that forks ten jq.

Run as `python -m bench.hooks [--count N]`. All send the same bytes over a Unix socket,
in turns, so that whatever else the machine does hits them alike, and all are started by a
process that is named like an agent, because the daemon looks for one above each hook.
"""

import argparse
import multiprocessing
import random
import socket
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path

from bench.hook_lines import name_like_an_agent
from bench.quarterdeck import HOOK, MeasuredDaemon, payload, table

SYSTEM = "/usr/bin/python3"  # others are often built otherwise, and start more slowly
CODE = f"import sys; sys.path.insert(0, {str(HOOK.parent)!r}); import hook; hook.run()"


class Sink:
    """A small HTTP server on a Unix socket that takes everything."""

    def __init__(self) -> None:
        self.path = str(Path(tempfile.mkdtemp(prefix="qdb-", dir="/tmp")) / "sink")
        self._server = socket.socket(socket.AF_UNIX)
        self._server.bind(self.path)
        self._server.listen(64)
        threading.Thread(target=self._serve, daemon=True).start()

    def _serve(self) -> None:
        while True:
            line, _ = self._server.accept()
            line.recv(1 << 20)
            line.sendall(b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\nConnection: close\r\n\r\n{}")
            line.close()


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--count", type=int, default=60)
    count = parser.parse_args().count
    agents = multiprocessing.get_context("fork").Pool(1, name_like_an_agent)
    sink = Sink()
    jq = "; ".join(["X=$(printf '%s' \"$P\" | jq -r .tool_name)"] * 10)
    with agents as agent, MeasuredDaemon() as daemon:
        ours = ["-IS", "-c", CODE, str(daemon.paths.socket), "tell"]
        system = {"… by the system's own Python": [SYSTEM, *ours]} if Path(SYSTEM).exists() else {}
        ways = {
            "our client": [sys.executable, *ours],
            **system,
            "curl": ["curl", "-s", "--unix-socket", sink.path, "--data-binary", "@-", "http://x/"],
            "bash with ten jq": ["bash", "-c", f"P=$(cat); {jq}"],
        }
        spent: dict[str, list[float]] = {name: [] for name in ways}
        for _ in range(count):
            # In any order: what runs first leaves its files in the caches for the next.
            for name in random.sample(list(ways), len(ways)):
                spent[name].append(agent.apply(_run, (ways[name],)))
    curl, script = _p50(spent["curl"]), _p50(spent["bash with ten jq"])
    rows = [("hook client, start to exit", "p50 ms", "p95 ms", "x curl", "x script")]
    for name, times in spent.items():
        p50 = _p50(times)
        p95 = sorted(times)[int(len(times) * 0.95)]
        rows.append((name, f"{p50:.1f}", f"{p95:.1f}", f"{p50 / curl:.2f}", f"{p50 / script:.3f}"))
    table(rows)


def _run(command: list[str]) -> float:
    began = time.perf_counter()
    subprocess.run(command, input=payload(), stdout=subprocess.DEVNULL, check=True)
    return (time.perf_counter() - began) * 1000


def _p50(times: list[float]) -> float:
    return statistics.median(times)


if __name__ == "__main__":
    main()
