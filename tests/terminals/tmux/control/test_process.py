import asyncio
from pathlib import Path

import psutil
import pytest
from tests.stage.tmux import TmuxServer, until

from quarterdeck.terminals.tmux.control.commands import request
from quarterdeck.terminals.tmux.control.process import (
    Address,
    TmuxProcess,
    run,
    start,
    surely,
    surroundings,
)
from quarterdeck.terminals.tmux.results import TmuxBridgeErrorType, TmuxError

SESSIONS = request("list-sessions", "-F", "#{session_name}")


@pytest.fixture
def stuck(tmp_path: Path) -> Address:
    """A tmux that writes down its process and never answers."""
    program = tmp_path / "tmux"
    program.write_text(f"#!/bin/sh\necho $$ > {tmp_path}/pid\nexec sleep 1000\n")
    program.chmod(0o700)
    return Address(str(tmp_path / "s"), str(program))


async def test_a_request_is_answered_line_by_line(tmux_server: TmuxServer) -> None:
    tmux_server.session("a")
    tmux_server.session("b c")
    answer = await run(Address(tmux_server.socket), SESSIONS, 20)
    assert (answer.lines, answer.error) == (("a", "b c"), "")


async def test_a_request_that_fails_gives_tmuxs_own_complaint(tmux_server: TmuxServer) -> None:
    tmux_server.session("a")
    answer = await run(Address(tmux_server.socket), request("kill-pane", "-t", "%99"), 20)
    assert answer.error == "can't find pane: %99"


async def test_no_request_ever_starts_a_server(tmux_server: TmuxServer) -> None:
    answer = await run(Address(tmux_server.socket), request("new-session", "-d", "cat"), 20)
    assert answer.error
    assert not tmux_server.alive()


async def test_a_tmux_that_is_not_there_is_said_to_be_missing(tmux_server: TmuxServer) -> None:
    with pytest.raises(TmuxError) as raised:
        await run(Address(tmux_server.socket, "/nonexistent/tmux"), SESSIONS, 20)
    assert raised.value.kind is TmuxBridgeErrorType.TMUX_NOT_INSTALLED


async def test_a_tmux_that_does_not_answer_is_not_waited_for_longer(stuck: Address) -> None:
    with pytest.raises(TmuxError) as raised:
        await run(stuck, SESSIONS, 0.05)
    assert raised.value.kind is TmuxBridgeErrorType.TIMEOUT


async def test_a_request_that_nobody_wants_any_more_leaves_no_process(
    stuck: Address, tmp_path: Path
) -> None:
    written = tmp_path / "pid"
    async with asyncio.TaskGroup() as group:
        asking = group.create_task(run(stuck, SESSIONS, 1000))
        await until(lambda: written.exists() and written.read_text().endswith("\n"))
        asking.cancel()
    assert not psutil.pid_exists(int(written.read_text()))


def test_tmux_is_not_told_that_it_runs_inside_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("TMUX", "TMUX_PANE", "TMUX_TMPDIR"):
        monkeypatch.setenv(name, "x")
    assert "TMUX_TMPDIR" in surroundings()
    assert surroundings().keys().isdisjoint({"TMUX", "TMUX_PANE"})


async def test_who_is_cancelled_still_waits_for_what_is_sure_to_come() -> None:
    event = asyncio.Event()
    async with asyncio.TaskGroup() as group:
        waiting = group.create_task(surely(event))
        await asyncio.sleep(0)
        waiting.cancel()
        await asyncio.sleep(0)
        assert not waiting.done()
        event.set()
    assert waiting.cancelled()


@pytest.mark.parametrize("turns", range(4))
async def test_whoever_is_cancelled_twice_while_a_process_starts_leaves_none(turns: int) -> None:
    made: list[TmuxProcess] = []

    def make() -> TmuxProcess:
        made.append(TmuxProcess())
        return made[-1]

    starting = asyncio.ensure_future(start(make, ["sleep", "60"]))
    for wait in (turns, 1):
        for _ in range(wait):
            await asyncio.sleep(0)
        starting.cancel()
    await asyncio.wait([starting])
    assert starting.cancelled()
    assert all(process.closed.is_set() for process in made)
