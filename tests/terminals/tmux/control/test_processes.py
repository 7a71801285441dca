import os
import shutil
import signal
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.stage.tmux import TmuxServer, until

from quarterdeck.terminals.tmux.control.processes import (
    environment,
    foreground,
    group,
    started,
    terminal,
    with_parents,
)


@pytest.fixture
def odd(tmp_path: Path) -> Iterator[subprocess.Popen[bytes]]:
    """A process without a terminal, whose name looks like other fields of its description."""
    program = tmp_path / "a) S 1 2 (b"
    shutil.copy(shutil.which("sleep") or "/bin/sleep", program)
    with subprocess.Popen([program, "1000"], start_new_session=True, env={"HOLD": "fast"}) as one:
        yield one
        one.kill()


def test_a_process_keeps_its_start_and_has_none_when_it_ended(
    odd: subprocess.Popen[bytes],
) -> None:
    start = started(odd.pid)
    assert start is not None
    assert start >= (started(os.getpid()) or 0) > 0
    assert started(odd.pid) == start
    odd.kill()
    os.waitid(os.P_PID, odd.pid, os.WEXITED | os.WNOWAIT)
    assert started(odd.pid) is None  # though nobody has asked for its end yet
    odd.wait()
    assert started(odd.pid) is None


def test_a_name_with_parentheses_hides_nothing(odd: subprocess.Popen[bytes]) -> None:
    assert group(odd.pid) == odd.pid


def test_a_process_without_a_terminal_has_nothing_in_front(odd: subprocess.Popen[bytes]) -> None:
    assert (terminal(odd.pid), foreground(odd.pid)) == (None, None)


async def test_the_environment_is_what_the_process_was_started_with(
    odd: subprocess.Popen[bytes],
) -> None:
    # The kernel may show it a moment after the program has begun.
    await until(lambda: environment(odd.pid) == {"HOLD": "fast"})


def test_the_parents_come_nearest_first(odd: subprocess.Popen[bytes]) -> None:
    assert list(with_parents(odd.pid))[:3] == [odd.pid, os.getpid(), os.getppid()]


def test_of_a_process_that_is_gone_nothing_is_known(odd: subprocess.Popen[bytes]) -> None:
    odd.kill()
    odd.wait()
    told = (group(odd.pid), foreground(odd.pid), terminal(odd.pid), environment(odd.pid))
    assert told == (None, None, None, {})
    assert list(with_parents(odd.pid)) == [odd.pid]


async def test_the_group_in_front_is_the_one_that_has_the_panes_keyboard(
    tmux_server: TmuxServer,
) -> None:
    told = tmux_server.root / "told"
    pane = tmux_server.session("a", f"set -m; sleep 1000 & echo $! > {told}; exec cat")
    await until(lambda: told.exists() and told.read_text().endswith("\n"))
    front = int(tmux_server.tmux("display-message", "-p", "-t", pane, "#{pane_pid}"))
    behind = int(told.read_text())
    try:
        assert (group(front), group(behind)) == (front, behind)
        assert foreground(front) == foreground(behind) == front
    finally:
        os.kill(behind, signal.SIGKILL)


async def test_a_terminal_that_was_opened_later_is_known_too(tmux_server: TmuxServer) -> None:
    terminal(os.getpid())
    pane = tmux_server.session("a")
    pid, tty = tmux_server.tmux(
        "display-message", "-p", "-t", pane, "#{pane_pid} #{pane_tty}"
    ).split()
    await until(lambda: terminal(int(pid)) == tty)  # a process takes its terminal when it runs
