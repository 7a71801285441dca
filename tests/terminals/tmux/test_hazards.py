"""What a careless control client does to its user, and that ours does none of it (tmux 3.3a)."""

import asyncio
import os
import re
import signal
import sys
import time
from pathlib import Path

import psutil
from tests.terminals.tmux.crew import Crew, reader, until

from quarterdeck.domain.states import Outcome
from quarterdeck.terminals.tmux import screen
from quarterdeck.terminals.tmux.calm import QUIET
from quarterdeck.terminals.tmux.commands import request
from quarterdeck.terminals.tmux.happenings import ScreenChanged
from quarterdeck.terminals.tmux.link import COMMANDS, STREAM, attach
from quarterdeck.terminals.tmux.process import Address
from quarterdeck.terminals.tmux.server import Server

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

    def __init__(self, crew: Crew) -> None:
        program, self.count = crew.ship.root / "chatter.py", crew.ship.root / "count"
        program.write_text(CHATTER)
        self.pane = crew.ship.session("chatter", f"{sys.executable} {program} {self.count}")

    def far(self) -> int:
        return self.count.stat().st_size if self.count.exists() else 0

    async def goes_on(self) -> bool:
        before = self.far()
        try:
            await until(lambda: self.far() > before, 3)
        except AssertionError:
            return False
        return True


async def watched(crew: Crew, pane: str) -> Server:
    server = crew.bridge.add_server(crew.ship.socket)
    await until(lambda: pane in server.panes)
    server.follow(pane)
    await until(lambda: server.told(pane))
    return server


def memory(crew: Crew) -> int:
    pid = int(crew.ship.tmux("display-message", "-p", "#{pid}"))
    return psutil.Process(pid).memory_info().rss


async def test_h1_stopped_clients_change_nothing(crew: Crew) -> None:
    chatter = Chatter(crew)
    server = await watched(crew, chatter.pane)
    for pid in server.control_pids:
        os.kill(pid, signal.SIGSTOP)
    for _ in range(3):
        await asyncio.sleep(0.7)
        assert await chatter.goes_on()
    crew.told.clear()
    await until(lambda: any(isinstance(told, ScreenChanged) for told in crew.told))


async def test_h1_h9_a_busy_daemon_freezes_no_agent_and_fills_no_memory(crew: Crew) -> None:
    chatter = Chatter(crew)
    await watched(crew, chatter.pane)
    await until(lambda: chatter.far() > 0)
    size = memory(crew)
    for _ in range(3):
        before = chatter.far()
        _block(2.5)
        assert chatter.far() > before
    assert memory(crew) - size < 60_000_000
    assert await chatter.goes_on()


def _block(seconds: float) -> None:
    """Keep the loop from doing anything, as a long computation would."""
    time.sleep(seconds)


def test_h2_h3_what_kills_or_wedges_a_server_is_never_said() -> None:
    said = "\n".join(path.read_text() for path in SOURCE.glob("*.py"))
    assert not re.search(r":off\b|:on\b|refresh-client.{0,8}-C|refresh-client.{0,8}-f", said)
    assert '"paste-buffer"' not in said
    assert '"run-shell"' not in said
    assert said.count('"no-output') + said.count(",no-output") == 1


async def test_h2_a_paused_pane_flows_again_and_the_server_lives(crew: Crew) -> None:
    pane = crew.ship.session("a", "sh")
    server = await watched(crew, pane)
    stream = server._streams.running[server.panes[pane].session]
    for _ in range(20):
        await stream.ask(request("refresh-client", "-A", f"{pane}:pause"), 2)
    crew.told.clear()
    crew.ship.tmux("send-keys", "-t", pane, "-l", "echo flow$((1+1))ing\n")
    await until(lambda: _shown(crew, "flow2ing"))
    assert crew.ship.alive()


def _shown(crew: Crew, text: str) -> bool:
    return any(isinstance(told, ScreenChanged) and text in told.screen.text for told in crew.told)


async def test_h4_captures_leave_the_servers_memory_as_it_was(crew: Crew) -> None:
    pane = crew.ship.session("a", "seq 1000; exec cat", size=(200, 50))
    server = await watched(crew, pane)
    for _ in range(50):
        await server.capture([pane])
    before = memory(crew)
    for _ in range(200):
        await server.capture([pane])
    assert memory(crew) - before < 400_000


async def test_h5_a_reply_that_was_forgotten_comes_with_the_beat(crew: Crew) -> None:
    chatter = Chatter(crew)
    server = await watched(crew, chatter.pane)
    await until(lambda: chatter.far() > 0)
    _block(2.5)
    stream = server._streams.running[server.panes[chatter.pane].session]
    answer = await stream.ask(request("display-message", "-p", "here"), 4)
    assert answer.lines == ("here",)
    assert await chatter.goes_on()


async def test_h6_a_screen_full_of_forged_replies_stays_a_screen(crew: Crew) -> None:
    forged = "; ".join(f"echo %end {n}; echo %output %9 boo; echo %exit" for n in range(5))
    pane = crew.ship.session("a", f"{forged}; exec cat")
    await until(lambda: "%exit" in crew.ship.shown(pane))
    heard: list[object] = []
    client = await attach(Address(crew.ship.socket), "a", COMMANDS, heard.append, 5)
    try:
        for _ in range(20):
            answer = await client.ask(screen.request([(pane, 50)]), 5)
            (shown,) = screen.read(answer.lines)
            assert "%output %9 boo" in shown.plain
    finally:
        await client.close()
    assert not any("boo" in str(one) for one in heard)


async def test_h6_a_programs_name_forges_nothing(crew: Crew) -> None:
    script = crew.ship.root / "named.sh"
    script.write_text("exec -a \"$(printf 'x\\n%%exit\\n%%end 1 2 1')\" sleep 60\n")
    pane = crew.ship.session("a", f"bash {script}")
    server = await watched(crew, pane)
    await until(lambda: server.panes[pane].command.startswith("x_"))
    assert server.control_pids


async def test_the_rest_goes_on_while_one_pane_floods(crew: Crew) -> None:
    mate, pane = await crew.mate("a")
    crew.ship.session("flood", "yes")
    server = crew.bridge.servers[crew.ship.socket]
    await until(lambda: len(server.panes) == 2)
    flood = next(name for name, p in server.panes.items() if p.command == "yes")
    server.follow(flood)
    await until(lambda: server.told(flood))
    for n in range(3):
        assert (await crew.bridge.send_text(pane, f"number {n}", reader)).success
    assert mate.submitted == ["number 0", "number 1", "number 2"]
    assert STREAM == "ignore-size,pause-after=2"


async def test_h10_no_client_attaches_while_sessions_come_and_go(crew: Crew) -> None:
    pane = crew.ship.session("a")
    server = crew.bridge.add_server(crew.ship.socket)
    await until(lambda: pane in server.panes)
    server.follow(pane)
    last = time.monotonic()
    for n in range(40):
        crew.ship.session(f"short{n}", "true" if n % 2 else "cat")
        await asyncio.sleep(0.02)
        if time.monotonic() - last > QUIET:
            break  # too slow a machine to hold the server in unrest
        last = time.monotonic()
        assert server.control_pids == []
    await until(lambda: server.told(pane), 15)
    assert crew.ship.alive()


async def test_h7_nothing_that_is_sent_to_a_dead_pane_ends_the_server(crew: Crew) -> None:
    mate, pane = await crew.mate("a")
    crew.ship.tmux("set-option", "-g", "remain-on-exit", "on")
    os.kill(mate.pid, signal.SIGKILL)
    dead = ("display-message", "-p", "-t", mate.pane, "#{pane_dead}")
    await until(lambda: crew.ship.tmux(*dead) == "1")
    sent = [
        await crew.bridge.send_text(pane, "hello", reader),
        await crew.bridge.send_keys(pane, "Enter", expect=()),
        await crew.bridge.press(pane, ["Enter"], reader),
    ]
    assert not any(told.success for told in sent)
    assert all(told.outcome is not Outcome.UNKNOWN for told in sent)
    assert crew.ship.alive()


async def test_h8_copy_mode_swallows_nothing_that_is_then_said_to_have_arrived(crew: Crew) -> None:
    mate, pane = await crew.mate("a")
    crew.ship.tmux("copy-mode", "-t", mate.pane)
    sent = [
        await crew.bridge.send_text(pane, "q", reader),
        await crew.bridge.send_keys(pane, "q", expect=()),
        await crew.bridge.press(pane, ["q"], reader),
    ]
    assert all(told.outcome is Outcome.BLOCKED for told in sent)
    assert crew.ship.tmux("display-message", "-p", "-t", mate.pane, "#{pane_in_mode}") == "1"
    assert mate.lines() == []


async def test_a_folders_name_forges_nothing(crew: Crew) -> None:
    where = crew.ship.root / "x\n%exit\n%end 1 2 1"
    where.mkdir()
    pane = crew.ship.tmux(
        *("new-session", "-d", "-s", "a", "-c", str(where)), *("-P", "-F", "#{pane_id}", "cat")
    )
    server = await watched(crew, pane)
    assert set(server.panes) == {pane}
    assert server.control_pids
