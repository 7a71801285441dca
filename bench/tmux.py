"""What watching and typing cost, beside polling and typing with one tmux process per command.

Run as `python bench/tmux.py [watch] [speed] [typing] [--seconds N] [--count N]` from the project.
CPU is the sum over this process, the tmux processes it starts and the tmux server.
"""

import argparse
import asyncio
import os
import resource
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable
from functools import partial
from pathlib import Path

import psutil

sys.path.insert(0, str(Path(__file__).parents[1]))

from tests.stage.tmux import PROGRAMS

from quarterdeck.judgement.screens import Reading, builtin_rules, read
from quarterdeck.terminals.tmux.bridge import TmuxBridge
from quarterdeck.terminals.tmux.control.commands import request
from quarterdeck.terminals.tmux.control.process import Address, run
from quarterdeck.terminals.tmux.settings import BridgeSettings

SPINNER = """
import itertools, sys, time
for n, sign in enumerate(itertools.cycle("·✢✳✶✻✽")):
    sys.stdout.write(f"\\r{sign} Polishing… ({n // 10}s · ↓ {n} tokens)")
    sys.stdout.flush()
    time.sleep(0.1)
"""


class TmuxServer:
    """A tmux server of our own."""

    def __init__(self) -> None:
        self.root = Path(tempfile.mkdtemp(prefix="qd-bench-"))
        self.socket = str(self.root / "s")

    def tmux(self, *words: str) -> str:
        argv = ["tmux", "-u", "-S", self.socket, "-f", "/dev/null", *words]
        return subprocess.run(argv, capture_output=True, text=True, check=True).stdout.strip()

    def panes(self, count: int, command: str) -> list[str]:
        """So many panes, ten to a tmux session."""
        shape = ("-P", "-F", "#{pane_id}", command)
        found = []
        for n in range(count):
            name = f"s{n // 10}"
            if n % 10:
                found.append(self.tmux("new-window", "-d", "-t", f"{name}:", *shape))
            else:
                size = ("-x", "120", "-y", "40")
                found.append(self.tmux("new-session", "-d", "-s", name, *size, *shape))
        return found

    def close(self) -> None:
        self.tmux("kill-server")
        shutil.rmtree(self.root, ignore_errors=True)


async def until(meant: Callable[[], bool]) -> None:
    end = time.monotonic() + 30
    while not meant():
        assert time.monotonic() < end
        await asyncio.sleep(0.05)


def cpu(server_pid: int, clients: list[int]) -> float:
    """Seconds of CPU so far."""
    mine = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    theirs = [psutil.Process(pid).cpu_times() for pid in (server_pid, *clients)]
    return sum(m.ru_utime + m.ru_stime for m in mine) + sum(t.user + t.system for t in theirs)


async def measured(seconds: float, server_pid: int, clients: Callable[[], list[int]]) -> float:
    """CPU in percent of one core over some seconds."""
    before = cpu(server_pid, clients())
    await asyncio.sleep(seconds)
    return (cpu(server_pid, clients()) - before) / seconds * 100


async def polling(tmux_server: TmuxServer, panes: list[str]) -> None:
    """The way of 004_…: list-panes every 250 ms, capture-pane of every pane every 500 ms."""
    address, seen = Address(tmux_server.socket), dict[str, tuple[str, ...]]()

    async def structure() -> None:
        while True:
            await run(address, request("list-panes", "-a", "-F", "#{pane_id} #{pane_pid}"), 5)
            await asyncio.sleep(0.25)

    async def content() -> None:
        while True:
            began = time.monotonic()
            for pane in panes:
                answer = await run(address, request("capture-pane", "-p", "-e", "-t", pane), 5)
                seen[pane] = answer.lines
            await asyncio.sleep(max(0.0, 0.5 - (time.monotonic() - began)))

    async with asyncio.TaskGroup() as group:
        group.create_task(structure())
        group.create_task(content())


async def watching(
    count: int, command: str, seconds: float, *, working: bool
) -> tuple[float, float]:
    """CPU of polling and of our way, one after the other on the same panes."""
    tmux_server = TmuxServer()
    try:
        panes = tmux_server.panes(count, command)
        pid = int(tmux_server.tmux("display-message", "-p", "#{pid}"))
        await asyncio.sleep(1)
        theirs = asyncio.ensure_future(polling(tmux_server, panes))
        await asyncio.sleep(1)
        polled = await measured(seconds, pid, list)
        theirs.cancel()
        await asyncio.gather(theirs, return_exceptions=True)
        async with TmuxBridge(BridgeSettings(), lambda _: None, PROGRAMS) as bridge:
            server = bridge.add_server(tmux_server.socket)
            await server.look()
            for pane in panes:
                server.follow(pane)
                server.watcher.pace.working(pane, working)
            await until(lambda: all(server.told(pane) for pane in panes))
            await asyncio.sleep(3)
            ours = await measured(seconds, pid, lambda: server.control_pids)
        return polled, ours
    finally:
        tmux_server.close()


async def speed(count: int) -> None:
    tmux_server = TmuxServer()
    try:
        (pane,) = tmux_server.panes(1, "cat")
        tty = os.open(
            tmux_server.tmux("display-message", "-p", "-t", pane, "#{pane_tty}"), os.O_WRONLY
        )
        async with TmuxBridge(BridgeSettings(), lambda _: None, PROGRAMS) as bridge:
            server = bridge.add_server(tmux_server.socket)
            await server.look()
            server.follow(pane)
            await until(lambda: server.told(pane))
            await asyncio.sleep(0.5)
            waits = []
            for _ in range(count // 4):
                server.watcher.still(pane)
                began = time.perf_counter()
                os.write(tty, b"x")
                await server.watcher.stir(pane, 5)
                waits.append(time.perf_counter() - began)
                await asyncio.sleep(0.3)
            print(f"output to event: p50 {p50(waits):.2f} ms, p95 {p95(waits):.2f} ms (goal p50 5)")
            for name, asked in (
                ("display-message", request("display-message", "-p", "x")),
                ("send-keys", request("send-keys", "-t", pane, "-l", "x" * 40)),
            ):
                fast = await timed(partial(server.ask, asked), count * 4)
                slow = await timed(partial(run, server.address, asked, 5), count)
                print(f"{name}: channel {fast:.3f} ms, process {slow:.2f} ms: {slow / fast:.0f} x")
        os.close(tty)
    finally:
        tmux_server.close()


async def timed(call: Callable[[], Awaitable[object]], count: int) -> float:
    waits = []
    for _ in range(count):
        began = time.perf_counter()
        await call()
        waits.append(time.perf_counter() - began)
    return p50(waits)


def p50(waits: list[float]) -> float:
    return statistics.median(waits) * 1000


def p95(waits: list[float]) -> float:
    return sorted(waits)[int(len(waits) * 0.95)] * 1000


async def typing(count: int) -> None:
    from tests.live.lab.lab import Lab
    from tests.live.lab.versions import NEWEST, OLDEST

    rules = builtin_rules()

    def reader(screen: str) -> Reading:
        return read(screen, "claude", rules)

    for version in (NEWEST, OLDEST):
        with Lab() as lab:
            agent = lab.agent(version)
            address = Address(str(lab.tmux.socket))
            async with TmuxBridge(BridgeSettings(), lambda _: None, PROGRAMS) as bridge:
                pane = await bridge.find(agent.pid)
                assert pane is not None
                bridge.servers[pane.identity.socket].follow(pane.identity.pane)
                await asyncio.sleep(2)
                ours, theirs, wrong = list[float](), list[tuple[float, float]](), 0
                for n in range(count):
                    text = f"say {n} " + "words " * (80 if n % 2 else 1)
                    await idle(bridge, reader, agent.pane)
                    began = time.perf_counter()
                    result = await bridge.send_text(pane.identity, text, reader)
                    ours.append(time.perf_counter() - began)
                    wrong += not result.success
                    await idle(bridge, reader, agent.pane)
                    theirs.append(await fixed(address, reader, agent.pane, text))
            print(
                f"typing, Claude Code {version}: ours p50 {p50(ours):.0f} ms p95 {p95(ours):.0f} ms"
                f" ({count - wrong} of {count} accepted), fixed delay p50"
                f" {p50([sent for sent, _ in theirs]):.0f} ms to Enter,"
                f" {p50([taken for _, taken in theirs]):.0f} ms verified"
            )


async def idle(bridge: TmuxBridge, reader: Callable[[str], Reading], pane: str) -> None:
    calm = 0
    while calm < 3:
        reading = reader((await bridge.capture_pane(pane)).text)
        calm = calm + 1 if (reading.state, reading.composer) == ("idle", "empty") else 0
        await asyncio.sleep(0.1)


async def fixed(
    address: Address, reader: Callable[[str], Reading], pane: str, text: str
) -> tuple[float, float]:
    """The way of 001_…: a process per command and a delay by length.

    Gives the time until Enter was sent, and until captures showed that it was taken.
    """
    began = time.perf_counter()
    await run(address, request("send-keys", "-t", pane, "-l", "--", text), 5)
    await asyncio.sleep((120 + max(0, len(text) - 200) // 10) / 1000)
    await run(address, request("capture-pane", "-p", "-e", "-t", pane), 5)
    await run(address, request("send-keys", "-t", pane, "Enter"), 5)
    sent, draft = time.perf_counter() - began, True
    while draft:
        answer = await run(address, request("capture-pane", "-p", "-e", "-t", pane), 5)
        draft = reader("\n".join(answer.lines)).composer == "draft"
    return sent, time.perf_counter() - began


async def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("what", nargs="*", default=["watch", "speed", "typing"])
    parser.add_argument("--seconds", type=float, default=10)
    parser.add_argument("--count", type=int, default=100)
    options = parser.parse_args()
    if "watch" in options.what:
        for count, command, working, goal in (
            (50, "cat", False, 40),
            (20, f"{sys.executable} -c '{SPINNER}'", True, 2),
        ):
            what = "spinner" if working else "idle"
            polled, ours = await watching(count, command, options.seconds, working=working)
            print(
                f"{count} panes, {what}: polling {polled:.1f} %, ours {ours:.2f} %:"
                f" 1/{polled / ours:.0f} (goal 1/{goal})"
            )
    if "speed" in options.what:
        await speed(options.count)
    if "typing" in options.what:
        await typing(options.count // 4)


if __name__ == "__main__":
    asyncio.run(main())
