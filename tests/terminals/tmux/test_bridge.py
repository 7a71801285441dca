import asyncio
import os
import shutil
import signal
from dataclasses import replace
from pathlib import Path

import pytest
from tests.stage.tmux import BridgedServer, reader, until

from quarterdeck.domain.sessions import Process
from quarterdeck.domain.states import Outcome
from quarterdeck.judgement.screens.reading import Dialog
from quarterdeck.ports import Step
from quarterdeck.terminals.tmux.control.processes import started
from quarterdeck.terminals.tmux.results import TmuxBridgeErrorType, TmuxError

KINDS = TmuxBridgeErrorType


async def test_without_a_pane_nothing_is_sent(bridged: BridgedServer) -> None:
    for target in (None, ""):
        result = await bridged.bridge.send_text(target, "hello", reader)
        assert (result.outcome, result.error_type) == (Outcome.NOT_DELIVERED, KINDS.NO_PANE_ID)


async def test_a_pane_that_does_not_exist_is_not_found(bridged: BridgedServer) -> None:
    _, pane = await bridged.composer("a")
    for target in ("%99", replace(pane, pane="%99")):
        result = await bridged.bridge.send_text(target, "hello", reader)
        assert (result.outcome, result.error_type) == (Outcome.NOT_DELIVERED, KINDS.PANE_NOT_FOUND)


async def test_another_program_in_the_same_pane_gets_nothing(bridged: BridgedServer) -> None:
    composer, pane = await bridged.composer("a")
    bridged.tmux_server.tmux("respawn-pane", "-k", "-t", composer.pane, "cat")
    result = await bridged.bridge.send_text(pane, "hello", reader)
    assert (result.outcome, result.error_type) == (Outcome.NOT_DELIVERED, KINDS.PANE_NOT_FOUND)
    assert "hello" not in bridged.tmux_server.shown(composer.pane)


async def test_a_server_that_is_gone_is_a_failed_call(bridged: BridgedServer) -> None:
    _, pane = await bridged.composer("a")
    bridged.tmux_server.close()
    result = await bridged.bridge.send_text(pane, "hello", reader)
    assert (result.outcome, result.error_type) == (Outcome.NOT_DELIVERED, KINDS.SUBPROCESS_FAILED)


async def test_a_machine_without_tmux_says_so(
    bridged: BridgedServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    bridged.bridge.add_server(bridged.tmux_server.socket)
    monkeypatch.setenv("PATH", "/nonexistent")
    result = await bridged.bridge.send_text("%0", "hello", reader)
    assert result.error_type is KINDS.TMUX_NOT_INSTALLED
    assert (await bridged.bridge.check_health("%0")).error_type is KINDS.TMUX_NOT_INSTALLED


async def test_a_tmux_that_cannot_be_run_is_a_cause_of_its_own(
    bridged: BridgedServer, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "tmux").write_text("not a program")
    (tmp_path / "tmux").chmod(0o700)
    bridged.bridge.add_server(bridged.tmux_server.socket)
    monkeypatch.setenv("PATH", str(tmp_path))
    result = await bridged.bridge.send_text("%0", "hello", reader)
    assert (result.outcome, result.error_type) == (Outcome.NOT_DELIVERED, KINDS.UNKNOWN)


async def test_a_server_that_does_not_answer_is_a_timeout(impatient: BridgedServer) -> None:
    _, pane = await impatient.composer("a")
    os.kill(pane.server_pid, signal.SIGSTOP)
    try:
        result = await impatient.bridge.send_text(pane, "hello", reader)
    finally:
        os.kill(pane.server_pid, signal.SIGCONT)
    assert (result.outcome, result.error_type) == (Outcome.NOT_DELIVERED, KINDS.TIMEOUT)


async def test_an_unknown_key_is_not_sent(bridged: BridgedServer) -> None:
    composer, pane = await bridged.composer("a")
    result = await bridged.bridge.send_keys(pane, "Entr", expect=())
    assert (result.outcome, result.error_type) == (Outcome.NOT_DELIVERED, KINDS.SEND_FAILED)
    assert composer.lines() == []


async def test_health_tells_whether_the_pane_is_there_and_an_agent_runs(
    bridged: BridgedServer, tmp_path: Path
) -> None:
    agent = tmp_path / "claude"
    shutil.copy(shutil.which("sleep") or "/bin/sleep", agent)
    pane = bridged.tmux_server.session("a", f"exec {agent} 60")
    shell = bridged.tmux_server.session("b", "cat")
    bridged.bridge.add_server(bridged.tmux_server.socket)
    await until(
        lambda: (
            "claude"
            in bridged.tmux_server.tmux("list-panes", "-a", "-F", "#{pane_current_command}")
        )
    )
    healthy = await bridged.bridge.check_health(pane)
    assert (healthy.available, healthy.running) == (True, True)
    empty = await bridged.bridge.check_health(shell)
    assert (empty.available, empty.running) == (True, False)
    missing = await bridged.bridge.check_health("%99")
    assert (missing.available, missing.error_type) == (False, KINDS.PANE_NOT_FOUND)


async def test_a_process_is_found_by_its_terminal_and_by_what_it_was_told(
    bridged: BridgedServer,
) -> None:
    child = bridged.tmux_server.root / "child"
    orphan = bridged.tmux_server.root / "orphan"
    pane = bridged.tmux_server.session(
        "a", f"sh -c 'sleep 60 & echo $! > {child}; setsid sleep 60 & echo $! > {orphan}; wait'"
    )
    bridged.bridge.add_server(bridged.tmux_server.socket)
    for file in (child, orphan):
        await until(lambda file=file: file.exists() and file.read_text().strip())  # type: ignore[misc]
        found = await bridged.bridge.find(int(file.read_text()))
        assert found is not None
        assert found.identity.pane == pane
    os.kill(int(orphan.read_text()), signal.SIGTERM)
    assert await bridged.bridge.find(os.getpid()) is None


async def test_a_capture_of_a_missing_pane_raises(bridged: BridgedServer) -> None:
    bridged.tmux_server.session("a")
    bridged.bridge.add_server(bridged.tmux_server.socket)
    with pytest.raises(TmuxError) as raised:
        await bridged.bridge.capture_pane("%99")
    assert raised.value.kind is KINDS.PANE_NOT_FOUND


async def test_the_panes_of_every_server_are_listed(bridged: BridgedServer) -> None:
    panes = {bridged.tmux_server.session("a"), bridged.tmux_server.session("b")}
    bridged.bridge.add_server(bridged.tmux_server.socket)
    bridged.bridge.add_server("/nonexistent/socket")
    assert {pane.identity.pane for pane in await bridged.bridge.list_panes()} == panes


async def test_only_the_very_process_that_is_meant_gets_a_text(bridged: BridgedServer) -> None:
    composer, pane = await bridged.composer("a")
    start = started(composer.pid)
    assert start
    for process, outcome in (
        (Process("here", composer.pid, start + 1), Outcome.NOT_DELIVERED),
        (Process("here", os.getpid(), started(os.getpid()) or 0), Outcome.NOT_DELIVERED),
        (Process("here", composer.pid, start), Outcome.ACCEPTED),
    ):
        result = await bridged.bridge.send_text(pane, "hello", reader, process=process)
        assert result.outcome is outcome, (process, result)
    assert composer.submitted == ["hello"]


@pytest.mark.parametrize(
    ("target", "kind"),
    [(None, KINDS.NO_PANE_ID), ("", KINDS.NO_PANE_ID), ("%99", KINDS.PANE_NOT_FOUND)],
)
async def test_nothing_is_done_to_a_pane_that_is_not_there(
    bridged: BridgedServer, target: str | None, kind: TmuxBridgeErrorType
) -> None:
    await bridged.composer("a")
    bridge = bridged.bridge
    for told in (
        await bridge.send_text(target, "hello", reader),
        await bridge.send_keys(target, "Enter", expect=()),
        await bridge.press(target, ["Enter"], reader),
        await bridge.run_script(target, Nothing(), reader),
    ):
        assert (told.outcome, told.error_type) == (Outcome.NOT_DELIVERED, kind)
    assert (await bridge.check_health(target)).error_type is kind
    with pytest.raises(TmuxError) as raised:
        await bridge.capture_pane(target)
    assert raised.value.kind is kind


class Nothing:
    """A script that knows no way."""

    def next(self, dialog: Dialog) -> Step | None:
        del dialog
        return None


async def test_a_working_agent_takes_a_text_into_its_own_queue_where_asked_to(
    bridged: BridgedServer,
) -> None:
    composer, pane = await bridged.composer("a")
    composer.turn_work()
    await until(lambda: composer.shows("esc to interrupt"))
    told = await bridged.bridge.send_text(pane, "hello", reader, own_queue=True)
    assert told.success
    assert composer.submitted == ["hello"]


async def test_without_anybody_who_could_say_so_a_text_that_left_the_composer_was_taken(
    bridged: BridgedServer,
) -> None:
    composer, pane = await bridged.composer("a")
    sends = [bridged.bridge.send_text(pane, f"number {n}", reader) for n in range(3)]
    assert all(told.success for told in await asyncio.gather(*sends))
    assert composer.submitted == ["number 0", "number 1", "number 2"]


async def test_panes_are_listed_and_their_health_told(bridged: BridgedServer) -> None:
    _, pane = await bridged.composer("a")
    shell = bridged.tmux_server.session("b", "sh")
    listed = {one.identity.pane for one in await bridged.bridge.list_panes()}
    assert listed == {pane.pane, shell}
    health = await bridged.bridge.check_health(shell)
    assert (health.available, health.running, health.error_type) == (True, False, None)
