"""What a careless control client does to its user, and that ours does none of it (tmux 3.3a)."""

import asyncio
import os
import re
import signal
import sys
import time
from pathlib import Path

import psutil
from tests.stage.tmux import BridgedServer, reader, until

from quarterdeck.domain.states import Outcome
from quarterdeck.terminals.tmux.control.commands import request
from quarterdeck.terminals.tmux.control.link import COMMANDS, STREAM, attach
from quarterdeck.terminals.tmux.control.process import Address
from quarterdeck.terminals.tmux.seeing import screen
from quarterdeck.terminals.tmux.seeing.server import Server
from quarterdeck.terminals.tmux.seeing.terminal_events import ScreenChanged

SOURCE = Path(__file__).parents[3] / "src" / "quarterdeck" / "terminals" / "tmux"
CHATTER = """
import sys
n = 0
while True:
    n += 1
    sys.stdout.write("word " * 200)
    sys.stdout.flush()
    if n % 20 == 0:
        open(sys.argv[1], "a").write(".")
"""


class Chatter:
    """An agent that writes without end, and counts how far it came."""

    def __init__(self, bridged: BridgedServer) -> None:
        program, self.count = (
            bridged.tmux_server.root / "chatter.py",
            bridged.tmux_server.root / "count",
        )
        program.write_text(CHATTER)
        self.pane = bridged.tmux_server.session(
            "chatter", f"{sys.executable} {program} {self.count}"
        )

    def far(self) -> int:
        return self.count.stat().st_size if self.count.exists() else 0

    async def goes_on(self) -> None:
        before = self.far()
        await until(lambda: self.far() > before)


async def watched(bridged: BridgedServer, pane: str) -> Server:
    server = bridged.bridge.add_server(bridged.tmux_server.socket)
    await until(lambda: pane in server.panes)
    server.follow(pane)
    await until(lambda: server.told(pane))
    return server


def memory(bridged: BridgedServer) -> int:
    pid = int(bridged.tmux_server.tmux("display-message", "-p", "#{pid}"))
    return psutil.Process(pid).memory_info().rss


async def test_h1_stopped_clients_change_nothing(bridged: BridgedServer) -> None:
    chatter = Chatter(bridged)
    server = await watched(bridged, chatter.pane)
    for pid in server.control_pids:
        os.kill(pid, signal.SIGSTOP)
    for _ in range(3):
        await asyncio.sleep(0.7)
        await chatter.goes_on()
    bridged.told.clear()
    await until(lambda: any(isinstance(told, ScreenChanged) for told in bridged.told))


async def test_h1_h9_a_busy_daemon_freezes_no_agent_and_fills_no_memory(
    bridged: BridgedServer,
) -> None:
    chatter = Chatter(bridged)
    await watched(bridged, chatter.pane)
    await until(lambda: chatter.far() > 0)
    size = memory(bridged)
    for _ in range(3):
        before = chatter.far()
        _block(2.5)
        assert chatter.far() > before
    assert memory(bridged) - size < 60_000_000
    await chatter.goes_on()


def _block(seconds: float) -> None:
    """Keep the loop from doing anything, as a long computation would."""
    time.sleep(seconds)


def test_h2_h3_what_kills_or_wedges_a_server_is_never_said() -> None:
    said = "\n".join(path.read_text() for path in SOURCE.rglob("*.py"))
    assert not re.search(r":off\b|:on\b|refresh-client.{0,8}-C|refresh-client.{0,8}-f", said)
    assert '"paste-buffer"' not in said
    assert '"run-shell"' not in said
    assert said.count('"no-output') + said.count(",no-output") == 1


async def test_h2_a_paused_pane_flows_again_and_the_server_lives(bridged: BridgedServer) -> None:
    pane = bridged.tmux_server.session("a", "sh")
    server = await watched(bridged, pane)
    stream = server._streams.running[server.panes[pane].session]
    for _ in range(20):
        await stream.ask(request("refresh-client", "-A", f"{pane}:pause"), 2)
    bridged.told.clear()
    bridged.tmux_server.tmux("send-keys", "-t", pane, "-l", "echo flow$((1+1))ing\n")
    await until(lambda: _shown(bridged, "flow2ing"))
    assert bridged.tmux_server.alive()


def _shown(bridged: BridgedServer, text: str) -> bool:
    return any(
        isinstance(told, ScreenChanged) and text in told.screen.text for told in bridged.told
    )


async def test_h4_captures_leave_the_servers_memory_as_it_was(bridged: BridgedServer) -> None:
    pane = bridged.tmux_server.session("a", "seq 1000; exec cat", size=(200, 50))
    server = await watched(bridged, pane)
    for _ in range(50):
        await server.capture([pane])
    before = memory(bridged)
    for _ in range(200):
        await server.capture([pane])
    assert memory(bridged) - before < 400_000


async def test_h5_a_reply_that_was_forgotten_comes_with_the_beat(bridged: BridgedServer) -> None:
    chatter = Chatter(bridged)
    server = await watched(bridged, chatter.pane)
    await until(lambda: chatter.far() > 0)
    _block(2.5)
    stream = server._streams.running[server.panes[chatter.pane].session]
    answer = await stream.ask(request("display-message", "-p", "here"), 4)
    assert answer.lines == ("here",)
    await chatter.goes_on()


async def test_h6_a_screen_full_of_forged_replies_stays_a_screen(bridged: BridgedServer) -> None:
    forged = "; ".join(f"echo %end {n}; echo %output %9 boo; echo %exit" for n in range(5))
    pane = bridged.tmux_server.session("a", f"{forged}; exec cat")
    await until(lambda: "%exit" in bridged.tmux_server.shown(pane))
    heard: list[object] = []
    client = await attach(Address(bridged.tmux_server.socket), "a", COMMANDS, heard.append, 5)
    try:
        for _ in range(20):
            answer = await client.ask(screen.request([(pane, 50)]), 5)
            (shown,) = screen.read(answer.lines)
            assert "%output %9 boo" in shown.plain
    finally:
        await client.close()
    assert not any("boo" in str(one) for one in heard)


async def test_h6_a_programs_name_forges_nothing(bridged: BridgedServer) -> None:
    script = bridged.tmux_server.root / "named.sh"
    script.write_text("exec -a \"$(printf 'x\\n%%exit\\n%%end 1 2 1')\" sleep 60\n")
    pane = bridged.tmux_server.session("a", f"bash {script}")
    server = await watched(bridged, pane)
    await until(lambda: server.panes[pane].command.startswith("x_"))
    assert server.control_pids


async def test_the_rest_goes_on_while_one_pane_floods(bridged: BridgedServer) -> None:
    composer, pane = await bridged.composer("a")
    bridged.tmux_server.session("flood", "yes")
    server = bridged.bridge.servers[bridged.tmux_server.socket]
    await until(lambda: "yes" in {p.command for p in server.panes.values()})
    flood = next(name for name, p in server.panes.items() if p.command == "yes")
    server.follow(flood)
    await until(lambda: server.told(flood))
    for n in range(3):
        assert (await bridged.bridge.send_text(pane, f"number {n}", reader)).success
    assert composer.submitted == ["number 0", "number 1", "number 2"]
    assert STREAM == "ignore-size,pause-after=2"


async def test_h10_a_server_outlives_clients_that_attach_while_sessions_come_and_go(
    bridged: BridgedServer,
) -> None:
    pane = bridged.tmux_server.session("a")
    server = bridged.bridge.add_server(bridged.tmux_server.socket)
    await until(lambda: pane in server.panes)
    passing = ["new-session", "-d", "-s", "short", "cat", ";", "kill-session", "-t", "short"]

    async def unrest() -> None:
        while True:
            await asyncio.to_thread(bridged.tmux_server.tmux, *passing)

    async with asyncio.TaskGroup() as group:
        restless = group.create_task(unrest())
        for _ in range(20):
            client = await server.attach("a", STREAM, lambda _: None)
            await client.close()
        restless.cancel()
    assert bridged.tmux_server.alive()


async def test_a_server_outlives_a_session_that_our_clients_are_slow_to_leave(
    bridged: BridgedServer,
) -> None:
    names = ["one", "two", "three"]
    panes = [bridged.tmux_server.session(name) for name in names]
    server = await watched(bridged, panes[0])
    await until(lambda: len(server.control_pids) == 2)
    for pid in server.control_pids:
        os.kill(pid, signal.SIGSTOP)
    clients = bridged.tmux_server.tmux("list-clients", "-F", "#{session_name}").split()
    for session in set(clients):
        bridged.tmux_server.tmux("kill-session", "-t", session)
    await asyncio.sleep(1.5)  # by then the server has checked what its clients subscribed to
    left = bridged.tmux_server.tmux("list-sessions", "-F", "#{session_name}").split()
    assert set(left) == set(names) - set(clients)


async def test_h7_nothing_that_is_sent_to_a_dead_pane_ends_the_server(
    bridged: BridgedServer,
) -> None:
    composer, pane = await bridged.composer("a")
    bridged.tmux_server.tmux("set-option", "-g", "remain-on-exit", "on")
    os.kill(composer.pid, signal.SIGKILL)
    dead = ("display-message", "-p", "-t", composer.pane, "#{pane_dead}")
    await until(lambda: bridged.tmux_server.tmux(*dead) == "1")
    sent = [
        await bridged.bridge.send_text(pane, "hello", reader),
        await bridged.bridge.send_keys(pane, "Enter", expect=()),
        await bridged.bridge.press(pane, ["Enter"], reader),
    ]
    assert not any(told.success for told in sent)
    assert all(told.outcome is not Outcome.UNKNOWN for told in sent)
    assert bridged.tmux_server.alive()


async def test_h8_copy_mode_swallows_nothing_that_is_then_said_to_have_arrived(
    bridged: BridgedServer,
) -> None:
    composer, pane = await bridged.composer("a")
    bridged.tmux_server.tmux("copy-mode", "-t", composer.pane)
    sent = [
        await bridged.bridge.send_text(pane, "q", reader),
        await bridged.bridge.send_keys(pane, "q", expect=()),
        await bridged.bridge.press(pane, ["q"], reader),
    ]
    assert all(told.outcome is Outcome.BLOCKED for told in sent)
    assert (
        bridged.tmux_server.tmux("display-message", "-p", "-t", composer.pane, "#{pane_in_mode}")
        == "1"
    )
    assert composer.lines() == []


async def test_a_folders_name_forges_nothing(bridged: BridgedServer) -> None:
    where = bridged.tmux_server.root / "x\n%exit\n%end 1 2 1"
    where.mkdir()
    pane = bridged.tmux_server.tmux(
        *("new-session", "-d", "-s", "a", "-c", str(where)), *("-P", "-F", "#{pane_id}", "cat")
    )
    server = await watched(bridged, pane)
    assert set(server.panes) == {pane}
    assert server.control_pids
