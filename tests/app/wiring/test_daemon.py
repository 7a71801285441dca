"""The whole daemon: what it loads, a full disk, and everything that must hold through it."""

import asyncio
import resource
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.app.cli.asked import asked
from tests.stage.calls import call
from tests.stage.daemon import StagedDaemon, staged_daemon
from tests.stage.tmux import until as happens
from tests.stage.until import until

from quarterdeck.app.cli.up import MOST_FILES
from quarterdeck.app.paths import Paths
from quarterdeck.app.running_daemon import running
from quarterdeck.app.settings import load
from quarterdeck.app.wiring.daemon import Daemon
from quarterdeck.daemon.availability import CommanderAvailability
from quarterdeck.domain.open_asks import MOST_OF_ONE
from quarterdeck.terminals.tmux.bridge import TmuxBridge

ROOT = Path(__file__).parents[3]


@pytest.fixture
def daemon() -> Iterator[StagedDaemon]:
    with staged_daemon() as daemon:
        yield daemon


def fill_disk(daemon: StagedDaemon) -> None:
    """From now on the kernel lets the daemon's files grow no more."""
    _limit(daemon, 1)


def make_room(daemon: StagedDaemon) -> None:
    _limit(daemon, resource.RLIM_INFINITY)


def _limit(daemon: StagedDaemon, most: int) -> None:
    found = running(daemon.paths.lock)
    assert found
    resource.prlimit(found.pid, resource.RLIMIT_FSIZE, (most, resource.RLIM_INFINITY))


def trouble(daemon: StagedDaemon) -> str:
    return str(call(daemon, "GET", "/healthz")[1].get("trouble", ""))


def test_a_full_disk_is_said_sends_nothing_loses_nothing_and_passes(daemon: StagedDaemon) -> None:
    agent = daemon.agent("full")
    first = asked(daemon, agent)
    fill_disk(daemon)

    status, told = call(daemon, "POST", f"/api/asks/{first.id}/answer", {"choice": "allow"})
    assert (status, told["outcome"]) == (200, "not_delivered")
    assert told["note"].startswith("the journal cannot be written: ")
    assert first.is_open(daemon)
    assert first.hook.printed.empty()

    health = call(daemon, "GET", "/healthz")[1]
    assert not health["ok"]
    assert health["trouble"]
    assert call(daemon, "GET", "/api/status")[1]["trouble"] == health["trouble"]

    second = agent.bash("ls while it is full", tool_use_id="t-full")
    asked_meanwhile = [a["text"] for a in daemon.history()]
    assert "ls while it is full" not in asked_meanwhile  # nothing is shown that is not written

    make_room(daemon)
    until(lambda: not trouble(daemon), 10, lambda: f"still {trouble(daemon)}")
    until(
        lambda: "ls while it is full" in [a["text"] for a in daemon.history()],
        10,
        lambda: "what came meanwhile is lost",
    )

    def go_on() -> None:
        assert first.hook.reply()["decision"] == {"behavior": "allow"}
        ran(first.ask["text"], first.call)

    def ran(command: str, call_id: str) -> None:
        given = {"command": command}
        agent.tell("PostToolUse", tool_name="Bash", tool_input=given, tool_use_id=call_id)

    with daemon.meanwhile(go_on):
        _, told = call(daemon, "POST", f"/api/asks/{first.id}/answer", {"choice": "allow"})
    assert told["outcome"] == "accepted"
    ran("ls while it is full", "t-full")
    assert second.reply() == {}


# What a daemon loads before anybody needs it costs every start; see `app/wiring/later.py`.
UNUSED = (
    "PIL",
    "StreamDeck",
    "concurrent.futures.process",
    "mcp",
    "pydantic",
    "quarterdeck.advisors",
    "quarterdeck.app.wiring.keyboard_calls",
    "quarterdeck.app.wiring.network",
    "quarterdeck.app.wiring.surfaces",
    "quarterdeck.boards.board",
    "quarterdeck.boards.drawing",
    "quarterdeck.daemon.key_boards",
    "quarterdeck.doors.keyboard_api.calls",
    "quarterdeck.doors.mcp.desk",
    "quarterdeck.doors.mcp.server",
    "quarterdeck.doors.network",
    "quarterdeck.doors.surface",
    "quarterdeck.surfaces.kit",
    "quarterdeck.surfaces.push",
    "quarterdeck.surfaces.streamdeck.deck",
    "quarterdeck.surfaces.tkeyboard",
    "quarterdeck.terminals.macos",
)
STARTED = """
import asyncio, sys
from pathlib import Path
from tests.app.wiring.inside import running
from quarterdeck.judgement.risk.rulebook import rulebook

async def main():
    async with running(Path(sys.argv[1])) as inside:
        await inside.get("/api/status")
        print(rulebook.cache_info().currsize, *(n for n in sys.argv[2:] if n in sys.modules))

asyncio.run(main())
"""


def test_a_daemon_has_loaded_nothing_that_nobody_has_used(place: Path) -> None:
    words = [sys.executable, "-c", STARTED, str(place), *UNUSED]
    told = subprocess.run(words, capture_output=True, text=True, check=True, cwd=ROOT)
    assert told.stdout.split() == ["0"]


async def test_programs_inside_find_the_services_by_name(place: Path) -> None:
    (place / "config.toml").write_text(
        "[http]\nport = 0\n[tmux_bridge]\nhealth_check_interval = 7\n"
    )
    paths = Paths(place / "config.toml", place, place, place)
    daemon = Daemon(paths, load(paths.config), ends_unused=False)
    tracker, first = (daemon.extensions[n] for n in ("commander_availability", "tmux_bridge"))
    assert isinstance(tracker, CommanderAvailability)
    assert isinstance(first, TmuxBridge)
    assert tracker.every == 7
    running = asyncio.ensure_future(daemon.run())
    await happens(lambda: daemon.extensions["tmux_bridge"] is not first)
    assert isinstance(daemon.extensions["tmux_bridge"], TmuxBridge)
    daemon.stop.set()
    await running


FORGED = 1800
# An agent that forges asks, as many as it can, each of another subagent that there is not.
FLOOD = """
import ctypes, json, socket, sys, time
path, count = sys.argv[1], int(sys.argv[2])
ctypes.CDLL(None).prctl(15, b"claude", 0, 0, 0)
stat = open("/proc/self/stat", "rb").read()
lines = []
for number in range(count):
    payload = {"hook_event_name": "PermissionRequest", "tool_name": "Bash", "cwd": "/",
               "agent_id": f"a{number}", "tool_input": {"command": f"echo {number}"}}
    data = json.dumps(payload).encode()
    started = time.clock_gettime_ns(time.CLOCK_BOOTTIME)
    head = b"id=7-%d\\0started=%d\\0kind=ask\\0pid=7\\0ancestor=" % (number, started) + stat
    line = socket.socket(socket.AF_UNIX)
    line.connect(path)
    try:
        line.sendall(b"QD1 %d %d\\n" % (len(head), len(data)) + head + data)
    except BrokenPipeError:
        pass  # one too many: it was refused before it could say a word
    lines.append(line)
print("flooded", flush=True)
sys.stdin.read()
"""


def test_a_flood_of_forged_asks_leaves_the_persons_list_usable(daemon: StagedDaemon) -> None:
    words = [sys.executable, "-c", FLOOD, str(daemon.paths.socket), str(FORGED)]
    found = running(daemon.paths.lock)
    assert found
    with subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as flood:
        assert flood.stdout
        assert flood.stdout.readline() == b"flooded\n"
        one = asked(daemon, daemon.agent("honest"))
        asks = daemon.asks()
        assert one.id in [ask["id"] for ask in asks]
        assert len(asks) <= MOST_OF_ONE + 1
        assert len(list(Path(f"/proc/{found.pid}/fd").iterdir())) < 300
        told = call(daemon, "POST", f"/api/asks/{one.id}/answer", {"choice": "deny"})
        assert told[0] == 200
        assert one.hook.reply()["decision"]["behavior"] == "deny"


def test_as_many_files_may_be_open_as_the_system_lets_us(daemon: StagedDaemon) -> None:
    found = running(daemon.paths.lock)
    assert found
    soft, hard = resource.prlimit(found.pid, resource.RLIMIT_NOFILE)
    assert soft == min(hard, MOST_FILES)


def test_port_0_takes_a_fresh_port_at_each_start(daemon: StagedDaemon) -> None:
    first = daemon.url
    daemon.restart("")
    assert first != daemon.url
    assert call(daemon, "GET", "/api/asks")[0] == 200
