"""Registry files and processes are followed: changes, ends, and pids that come again."""

import asyncio
import json
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest
from tests.agents.claude.recorded import a_hook, asking
from tests.stage.until import PATIENCE

from quarterdeck.agents.claude import registry
from quarterdeck.agents.claude.hook_asks import ask_of
from quarterdeck.agents.claude.observer import Observer, config_from, config_of, is_alive, start_of
from quarterdeck.agents.claude.transcripts import Follower
from quarterdeck.agents.claude.wire import LONGEST_NAME
from quarterdeck.domain import events as e
from quarterdeck.domain.ids import SessionId
from quarterdeck.domain.sessions import Facts, Process, Session
from quarterdeck.domain.states import State

S1 = SessionId("s1")


class Seen:
    """What the observer told, and a way to wait for more."""

    def __init__(self) -> None:
        self.events: list[e.Event] = []
        self._news = asyncio.Event()

    def put(self, event: e.Event) -> None:
        self.events.append(event)
        self._news.set()

    async def until(self, kind: type[e.Event], count: int = 1) -> list[e.Event]:
        async with asyncio.timeout(PATIENCE):
            while len(found := [x for x in self.events if isinstance(x, kind)]) < count:
                self._news.clear()
                await self._news.wait()
        return found

    @property
    def states(self) -> list[State]:
        return [x.sighting.state for x in self.events if isinstance(x, e.Sighted)]


class Child:
    """A real process that plays the agent."""

    def __init__(self, config: Path) -> None:
        self.config = config
        (config / "sessions").mkdir(exist_ok=True)
        self.popen = subprocess.Popen(
            [sys.executable, "-c", "input()"],
            stdin=subprocess.PIPE,
            env={**os.environ, "CLAUDE_CONFIG_DIR": str(config)},
        )
        self.process = Process(socket.gethostname(), self.pid, start_of(self.pid) or 0)

    @property
    def pid(self) -> int:
        return self.popen.pid

    @property
    def file(self) -> Path:
        return registry.file_of(self.config, self.pid)

    def writes(self, **entry: object) -> None:
        """Rewrite the registry file, in one step as the agent does."""
        whole = {"pid": self.pid, "status": "idle", "updatedAt": time.time() * 1000, **entry}
        self.writes_raw(json.dumps(whole).encode())

    def writes_raw(self, data: bytes) -> None:
        new = self.config / "sessions" / "new"
        new.write_bytes(data)
        new.rename(self.file)

    def end(self) -> None:
        if self.popen.poll() is None:
            self.popen.kill()
        assert self.popen.stdin
        self.popen.stdin.close()
        self.popen.wait()


@pytest.fixture
def child(tmp_path: Path) -> Iterator[Child]:
    child = Child(tmp_path)
    yield child
    child.end()


@pytest.fixture
def seen() -> Seen:
    return Seen()


@pytest.fixture
async def observer(seen: Seen) -> AsyncIterator[Observer]:
    observer = Observer(seen.put, time.time)
    running = asyncio.ensure_future(observer.run())
    yield observer
    running.cancel()
    observer.close()
    await asyncio.gather(running, return_exceptions=True)


async def test_each_change_of_the_file_is_seen(
    observer: Observer, seen: Seen, child: Child
) -> None:
    child.writes(status="busy", version="2.1.325", name="mine", sessionId="x")
    observer.watch(S1, child.process, child.config)
    await seen.until(e.Sighted)
    (noted,) = await seen.until(e.SessionNoted)
    assert isinstance(noted, e.SessionNoted)
    assert noted.facts == Facts(title="mine", version="2.1.325", agent_session="x")
    child.writes(status="waiting", waitingFor="permission prompt")
    await seen.until(e.Sighted, 2)
    child.writes(status="idle")
    await seen.until(e.Sighted, 3)
    assert seen.states == [State.WORKING, State.WAITING, State.IDLE]


async def test_a_file_that_changes_twice_within_one_tick_of_its_clock_is_read_twice(
    seen: Seen, child: Child
) -> None:
    file = child.config / "sessions" / f"{child.pid}.json"
    at = time.time_ns() + 10**9  # however long a test takes: only just written
    observer = Observer(seen.put, time.time)
    observer.watch(S1, child.process, child.config)
    for status in ("busy", "idle"):
        file.write_text(json.dumps({"pid": child.pid, "status": status, "updatedAt": 1.0}))
        os.utime(file, ns=(at, at))
        observer.look(S1)
    assert seen.states == [State.WORKING, State.IDLE]
    observer.close()


async def test_what_an_agent_dates_in_the_future_is_seen_now(seen: Seen, child: Child) -> None:
    observer = Observer(seen.put, time.time)
    observer.watch(S1, child.process, child.config)
    child.writes(status="busy", updatedAt=(time.time() + 3600) * 1000)
    observer.look(S1)
    [sighted] = [x for x in seen.events if isinstance(x, e.Sighted)]
    assert sighted.sighting.at <= time.time()
    observer.close()


async def test_a_first_file_without_a_state_says_nothing_of_it(
    observer: Observer, seen: Seen, child: Child
) -> None:
    child.writes(status=None)
    observer.watch(S1, child.process, child.config)
    await seen.until(e.SessionNoted)
    assert seen.states == []


async def test_a_pipe_in_place_of_the_file_holds_up_nobody(
    observer: Observer, seen: Seen, child: Child
) -> None:
    os.mkfifo(child.file)
    observer.watch(S1, child.process, child.config)
    observer.look(S1)
    child.file.unlink()
    child.writes(status="idle")
    await seen.until(e.Sighted)


async def test_a_file_without_end_is_not_read(observer: Observer, seen: Seen, child: Child) -> None:
    child.writes(status="idle", name="x" * 10 * registry.LARGEST)
    observer.watch(S1, child.process, child.config)
    observer.look(S1)
    assert observer.entry(S1) is None
    child.writes(status="idle", name="y" * 5000)
    await seen.until(e.Sighted)
    (noted,) = await seen.until(e.SessionNoted)
    assert isinstance(noted, e.SessionNoted)
    assert noted.facts.title == "y" * LONGEST_NAME


async def test_a_shell_that_was_taken_for_an_agent_before_is_none_any_more(
    observer: Observer, seen: Seen
) -> None:
    pipe = asyncio.subprocess.PIPE
    shell = await asyncio.create_subprocess_exec("sh", "-c", "read x; :", stdin=pipe)
    before = Process(socket.gethostname(), shell.pid, start_of(shell.pid) or 0)
    observer.resume(a_session(before))
    await seen.until(e.ProcessEnded)
    assert not observer.knows(before)
    await shell.communicate(b"\n")


async def test_nonsense_in_the_file_changes_nothing(
    observer: Observer, seen: Seen, child: Child
) -> None:
    child.writes(status="busy")
    observer.watch(S1, child.process, child.config)
    await seen.until(e.Sighted)
    for data in (b"", b"{", b"\xff", b"[" * 100_000, b'{"pid": 1}', b'{"pid": "x"}'):
        child.writes_raw(data)
        observer.look(S1)
    child.writes(status="idle")
    await seen.until(e.Sighted, 2)
    assert seen.states == [State.WORKING, State.IDLE]


async def test_the_file_of_an_earlier_process_with_this_pid_says_nothing(
    observer: Observer, seen: Seen, child: Child
) -> None:
    child.writes(status="waiting", procStart=str(child.process.start - 1))
    observer.watch(S1, child.process, child.config)
    observer.look(S1)
    assert seen.events == []
    child.writes(status="busy", procStart=str(child.process.start))
    await seen.until(e.Sighted)
    assert seen.states == [State.WORKING]


async def test_the_end_of_a_process_is_seen_at_once(
    observer: Observer, seen: Seen, child: Child
) -> None:
    observer.watch(S1, child.process, child.config)
    child.popen.send_signal(signal.SIGKILL)  # not waited for: a zombie has ended, too
    await seen.until(e.ProcessEnded)
    assert observer.entry(S1) is None


async def test_a_process_that_is_gone_already_ends_at_once(
    observer: Observer, seen: Seen, child: Child
) -> None:
    child.end()
    observer.watch(S1, child.process, child.config)
    await seen.until(e.ProcessEnded)


async def test_a_pid_that_was_used_again_is_not_the_old_process(
    observer: Observer, seen: Seen, child: Child
) -> None:
    older = Process(child.process.host, child.pid, child.process.start - 1)
    assert not is_alive(older)
    observer.watch(S1, older, child.config)
    await seen.until(e.ProcessEnded)
    assert is_alive(child.process)


def a_session(process: Process) -> Session:
    return Session(S1, process, "claude", "n", 0, Facts(), State.IDLE, 0.0, "", ())


async def test_a_session_of_an_earlier_run_is_followed_again(
    observer: Observer, seen: Seen, child: Child
) -> None:
    child.writes(status="busy")
    # The kernel shows an environment a moment after the start.
    while config_of(child.pid) != child.config:  # noqa: ASYNC110 - nobody announces it
        await asyncio.sleep(0.01)
    observer.resume(a_session(child.process))
    await seen.until(e.Sighted)
    assert seen.states == [State.WORKING]
    child.end()
    await seen.until(e.ProcessEnded)
    observer.resume(a_session(child.process))
    await seen.until(e.ProcessEnded, 2)


async def test_a_record_is_read_until_the_result_stands_there(
    observer: Observer, seen: Seen, child: Child, tmp_path: Path
) -> None:
    record = tmp_path / "record.jsonl"
    ask = ask_of(a_hook({}).stamp, asking("Bash", {"command": "ls"}, tool_use_id="t1"), None, None)
    observer.watch(S1, child.process, child.config)
    observer.follow(Follower(ask, record, 0, 0))
    observer.follow(None)
    part = {"type": "tool_result", "tool_use_id": "t1", "content": "x"}
    record.write_text(json.dumps({"type": "user", "message": {"content": [part]}}) + "\n")
    await seen.until(e.HookPassedOver)


def test_the_start_of_a_process_is_known_and_that_of_a_zombie_is_not(child: Child) -> None:
    assert start_of(os.getpid()) is not None
    child.popen.kill()
    os.waitid(os.P_PID, child.pid, os.WEXITED | os.WNOWAIT)
    assert start_of(child.pid) is None
    assert start_of(2**22 + 5) is None


def test_the_agents_files_are_where_its_environment_says() -> None:
    assert config_from({"CLAUDE_CONFIG_DIR": "/x", "HOME": "/h"}) == Path("/x")
    assert config_from({"HOME": "/h"}) == Path("/h/.claude")
    assert config_from({}) == Path.home() / ".claude"
    assert config_of(2**22 + 5) == Path.home() / ".claude"
