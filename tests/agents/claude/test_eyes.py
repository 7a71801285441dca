"""The eyes follow one process and its registry file, and take no later one for it."""

import asyncio
import json
import os
import subprocess
from pathlib import Path

import pytest

from quarterdeck.agents.claude.eyes import Eyes, is_alive, start_of
from quarterdeck.agents.claude.wire import session_id
from quarterdeck.domain.events import Event, ProcessEnded, SessionNoted, Sighted
from quarterdeck.domain.ids import SessionId
from quarterdeck.domain.sessions import Process
from quarterdeck.domain.states import State

SESSION = SessionId("desk")


@pytest.fixture
def ourselves() -> Process:
    start = start_of(os.getpid())
    assert start is not None
    return Process("here", os.getpid(), start)


def test_a_process_with_the_same_pid_and_another_start_is_another(ourselves: Process) -> None:
    later = Process("here", ourselves.pid, ourselves.start + 1)

    assert is_alive(ourselves)
    assert not is_alive(later)
    assert session_id(ourselves) != session_id(later)


def test_a_process_that_ended_has_no_start() -> None:
    child = subprocess.Popen(["true"])
    child.wait()

    assert start_of(child.pid) is None


async def test_a_session_whose_pid_another_process_took_is_over(
    ourselves: Process, tmp_path: Path
) -> None:
    seen: list[Event] = []
    eyes = Eyes(seen.append, lambda: 7.0)

    eyes.watch(SESSION, Process("here", ourselves.pid, ourselves.start - 1), tmp_path)

    assert seen == [ProcessEnded(SESSION, 7.0)]
    eyes.close()


async def test_the_end_of_a_process_is_seen(tmp_path: Path) -> None:
    ended = asyncio.Event()
    seen: list[Event] = []

    def put(event: Event) -> None:
        seen.append(event)
        ended.set()

    eyes = Eyes(put, lambda: 7.0)
    child = await asyncio.create_subprocess_exec("sleep", "60")
    start = start_of(child.pid)
    assert start is not None
    eyes.watch(SESSION, Process("here", child.pid, start), tmp_path)
    child.kill()

    await asyncio.wait_for(ended.wait(), 5)
    assert seen == [ProcessEnded(SESSION, 7.0)]
    await child.wait()
    eyes.close()


async def test_a_registry_file_without_a_state_says_nothing_of_it(
    ourselves: Process, tmp_path: Path
) -> None:
    seen: list[Event] = []
    eyes = Eyes(seen.append, lambda: 7.0)
    eyes.watch(SESSION, ourselves, tmp_path)

    _write(tmp_path, ourselves, {})
    eyes.look(SESSION)
    assert [type(event) for event in seen] == [SessionNoted]
    _write(tmp_path, ourselves, {"status": "idle", "statusUpdatedAt": 1})
    eyes.look(SESSION)

    assert isinstance(seen[-1], Sighted)
    assert seen[-1].sighting.state is State.IDLE
    eyes.close()


async def test_a_file_that_is_rewritten_within_one_tick_is_read_again(
    ourselves: Process, tmp_path: Path
) -> None:
    seen: list[Event] = []
    eyes = Eyes(seen.append, lambda: 7.0)
    eyes.watch(SESSION, ourselves, tmp_path)
    file = _write(tmp_path, ourselves, {"status": "busy", "statusUpdatedAt": 1})
    stamp = file.stat().st_mtime_ns
    eyes.look(SESSION)

    _write(tmp_path, ourselves, {"status": "idle", "statusUpdatedAt": 2})
    os.utime(file, ns=(stamp, stamp))
    eyes.look(SESSION)

    states = [event.sighting.state for event in seen if isinstance(event, Sighted)]
    assert states == [State.WORKING, State.IDLE]
    eyes.close()


def _write(config: Path, process: Process, more: dict[str, object]) -> Path:
    file = config / "sessions" / f"{process.pid}.json"
    file.parent.mkdir(exist_ok=True)
    file.write_text(json.dumps({"pid": process.pid, "sessionId": "one", **more}))
    return file
