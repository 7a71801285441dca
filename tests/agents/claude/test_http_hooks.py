"""Whose a posted hook is, told by real processes."""

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import psutil
import pytest
from tests.stage.agent_name import called_claude
from tests.stage.tmux import TmuxServer

from quarterdeck.agents.claude.http_hooks import agent_of
from quarterdeck.domain.ids import SessionId
from quarterdeck.domain.sessions import Facts, Process, Session, Terminal
from quarterdeck.domain.states import State

NEST = "import subprocess, sys; subprocess.run([sys.argv[1], '-c', sys.argv[2]])"
TELL = "import os; print(os.getpid(), flush=True); input()"


@pytest.fixture
def caller(tmp_path: Path) -> Iterator[int]:
    """A process below one that is called claude."""
    claude = tmp_path / "claude"
    claude.symlink_to(sys.executable)
    words = [str(claude), "-c", NEST, sys.executable, TELL]
    with subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as agent:
        assert agent.stdout
        yield int(agent.stdout.readline())  # before it tells, it may still be called claude too


def session(pid: int, **facts: object) -> Session:
    """A session of this process."""
    return Session(
        SessionId(f"s{pid}"),
        Process("here", pid, 1),
        "claude",
        "shop",
        0,
        Facts(**facts),  # type: ignore[arg-type]
        State.IDLE,
        0.0,
        "",
        (),
    )


def test_the_agent_that_a_persons_script_names_is_the_hooks(caller: int) -> None:
    agent = psutil.Process(caller).ppid()
    assert agent_of({"pid": agent}, None, []) == agent
    assert agent_of({"pid": agent}, os.getpid(), []) == agent


def test_an_agent_speaks_for_itself_alone(caller: int) -> None:
    own = psutil.Process(caller).ppid()
    with called_claude():
        others = session(os.getpid(), agent_session="theirs", terminal=Terminal(pane="%1"))
        for forged in ({"pid": os.getpid()}, {"session_id": "theirs"}, {"tmux_pane": "%1"}):
            assert agent_of(forged, caller, [others]) == own


def test_neither_a_shell_nor_tmux_becomes_an_agent_by_being_named(tmp_path: Path) -> None:
    tmux = TmuxServer(tmp_path)
    pane = tmux.session("a", "exec sh")
    for what in ("#{pid}", "#{pane_pid}"):
        pid = int(tmux.tmux("display-message", "-p", "-t", pane, what))
        assert agent_of({"pid": pid}, None, []) is None
    tmux.close()


def test_a_process_that_is_not_there_or_not_ours_is_nobodys_agent() -> None:
    for pid in (0, -1, 1, 2**40, True, "1", None):
        assert agent_of({"pid": pid}, None, []) is None


def test_the_agent_above_the_caller_is_known_by_its_program(caller: int) -> None:
    assert agent_of({}, caller, []) == psutil.Process(caller).ppid()


def test_without_a_caller_the_agents_own_name_counts_and_then_the_pane() -> None:
    first = session(11, agent_session="one", terminal=Terminal(pane="%1"))
    second = session(22, agent_session="two", terminal=Terminal(pane="%2"))
    assert agent_of({"session_id": "two", "tmux_pane": "%1"}, None, [first, second]) == 22
    assert agent_of({"tmux_pane": "%1"}, None, [first, second]) == 11
    assert agent_of({"session_id": "three", "tmux_pane": "%1"}, None, [first, second]) is None
    assert agent_of({}, None, [session(33)]) is None
