"""Who counts as an agent: real processes, real tmux, and what hostile ones try."""

import os
import subprocess
import sys
import textwrap
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from tests.stage.pids import writes_pid, written_pid
from tests.stage.tmux import TmuxServer
from tests.stage.until import until

import quarterdeck.hook
from quarterdeck.agent_processes import (
    KNOWN,
    MARKS,
    Standing,
    can_be_agent,
    is_agent_program,
    nearest_agent,
    standing_of,
    without_marks,
)
from quarterdeck.domain.sessions import Process
from quarterdeck.processes import look

SLEEPS = "import time; print(flush=True); time.sleep(60)"
# Runs its arguments below seven more of itself.
DEEP = textwrap.dedent("""
    import os, subprocess, sys
    depth = int(sys.argv[1])
    if depth:
        clean = {k: v for k, v in os.environ.items() if k not in %r}
        words = [sys.executable, sys.argv[0], str(depth - 1)]
        sys.exit(subprocess.run(words, env=clean).returncode)
    print(os.getpid(), flush=True)
    input()
""")


@contextmanager
def running(*words: str, **env: str) -> Iterator["subprocess.Popen[bytes]"]:
    with subprocess.Popen(
        words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, env={**os.environ, **env}
    ) as process:
        yield process
        process.kill()


def first_line(process: "subprocess.Popen[bytes]") -> bytes:
    assert process.stdout
    return process.stdout.readline()


@pytest.fixture
def tmux(tmp_path: Path) -> Iterator[TmuxServer]:
    server = TmuxServer(tmp_path)
    yield server
    server.close()


def me() -> Process:
    return Process("here", os.getpid(), look(os.getpid()).start)


def test_a_person_is_below_no_agent() -> None:
    with running(sys.executable, "-c", SLEEPS, CLAUDE="1", CLAUDE_PID="7") as process:
        first_line(process)
        assert standing_of(process.pid, [Process("here", 2**22 + 7, 1)]) is Standing.PERSON


@pytest.mark.parametrize("mark", MARKS)
def test_whoever_carries_a_mark_is_below_an_agent(mark: str) -> None:
    with running(sys.executable, "-c", SLEEPS, **{mark: "x"}) as process:
        first_line(process)
        assert standing_of(process.pid, []) is Standing.AGENT


def test_a_mark_is_found_however_far_above(tmp_path: Path) -> None:
    script = tmp_path / "deep.py"
    script.write_text(DEEP % (MARKS,))
    with running(sys.executable, str(script), "7", CLAUDECODE="1") as process:
        pid = int(first_line(process))
        assert standing_of(pid, []) is Standing.AGENT
    with running(sys.executable, str(script), "7") as process:
        assert standing_of(int(first_line(process)), []) is Standing.PERSON


def test_what_runs_below_an_agents_program_needs_no_mark(tmp_path: Path) -> None:
    claude = tmp_path / "claude"
    claude.symlink_to(sys.executable)
    nest = f"import subprocess; subprocess.run([{sys.executable!r}, '-c', {SHOW!r}])"
    with running(str(claude), "-c", nest) as process:
        assert standing_of(int(first_line(process)), []) is Standing.AGENT


SHOW = "import os; print(os.getpid(), flush=True); input()"


def test_whoever_descends_from_a_session_is_below_it_until_its_pid_is_anothers() -> None:
    with running(sys.executable, "-c", SLEEPS) as process:
        first_line(process)
        assert standing_of(process.pid, [me()]) is Standing.AGENT
        later = Process("here", os.getpid(), me().start - 1)
        assert standing_of(process.pid, [later]) is Standing.PERSON


def test_the_agent_that_a_process_belongs_to_is_the_nearest() -> None:
    here, above = (Process("h", pid, look(pid).start) for pid in (os.getpid(), os.getppid()))
    assert nearest_agent(os.getpid(), [above, here]) == here
    assert nearest_agent(os.getpid(), [Process("h", here.pid, here.start + 1)]) is None
    assert nearest_agent(2**22 + 7, [here]) is None


def test_whoever_is_gone_may_have_been_below_an_agent() -> None:
    with running("true") as process:
        process.wait()
    assert standing_of(process.pid, []) is Standing.AGENT
    assert standing_of(-5, []) is Standing.AGENT


def test_shells_terminals_and_tmux_are_no_agents_whatever_a_session_says(tmux: TmuxServer) -> None:
    pane = tmux.session("a", "exec sh")
    server = look(int(tmux.tmux("display-message", "-p", "#{pid}")))
    shell = look(int(tmux.tmux("display-message", "-p", "-t", pane, "#{pane_pid}")))
    bogus = [Process("here", p.pid, p.start) for p in (server, shell)]
    assert not can_be_agent(server)
    assert not can_be_agent(shell)
    assert standing_of(shell.pid, bogus) is Standing.PERSON


def test_an_agent_that_is_a_script_is_known_by_the_script(tmp_path: Path) -> None:
    node = tmp_path / "node"
    node.symlink_to(sys.executable)
    for folder, expected in (("claude-code", True), ("server", False)):
        script = tmp_path / folder / "cli.js"
        script.parent.mkdir()
        script.write_text(SLEEPS)
        with running(str(node), str(script)) as process:
            first_line(process)
            assert is_agent_program(look(process.pid)) is expected


def test_what_we_start_carries_no_mark() -> None:
    assert without_marks({**dict.fromkeys(MARKS, "1"), "HOME": "/h"}) == {"HOME": "/h"}


def test_the_hook_client_knows_the_same_marks_and_programs() -> None:
    client = quarterdeck.hook
    assert tuple(mark.decode() for mark in client.MARKS) == MARKS
    assert [name.decode() for name in client.AGENTS] == KNOWN["agents"]
    assert [name.decode() for name in client.RUNTIMES] == KNOWN["runtimes"]


# tmux


def test_a_tmux_server_that_was_started_below_an_agent_marks_nobody(
    tmux: TmuxServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for mark in MARKS:
        monkeypatch.setenv(mark, "1")
    tmux.session("a", writes_pid(tmp_path / "pid"))
    assert standing_of(written_pid(tmp_path / "pid"), []) is Standing.PERSON


def test_an_agent_cannot_mark_every_pane(tmux: TmuxServer, tmp_path: Path) -> None:
    tmux.session("a")
    tmux.tmux("set-environment", "-g", "CLAUDECODE", "1")
    tmux.session("b", writes_pid(tmp_path / "pid"))
    assert standing_of(written_pid(tmp_path / "pid"), []) is Standing.PERSON


def test_an_agent_in_a_pane_of_a_marked_server_is_one_all_the_same(
    tmux: TmuxServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CLAUDECODE", "1")
    inner = writes_pid(tmp_path / "pid")
    tmux.session("a", f"CLAUDE_CODE_SESSION_ID=x sh -c '{inner}'; true")
    assert standing_of(written_pid(tmp_path / "pid"), []) is Standing.AGENT


@pytest.mark.parametrize(
    "way", [("run-shell", "-b"), ("if-shell", "-b"), ("pipe-pane", "-t", "a")], ids=lambda w: w[0]
)
def test_what_tmux_runs_without_a_pane_is_a_job(
    tmux: TmuxServer, tmp_path: Path, way: tuple[str, ...]
) -> None:
    tmux.session("a")
    more = ("",) if way[0] == "if-shell" else ()
    tmux.tmux(*way, writes_pid(tmp_path / "pid"), *more)
    assert standing_of(written_pid(tmp_path / "pid"), []) is Standing.TMUX_JOB


def test_a_popup_is_a_job_and_a_pane_is_a_person(tmux: TmuxServer, tmp_path: Path) -> None:
    tmux.session("a", writes_pid(tmp_path / "pane"))
    assert standing_of(written_pid(tmp_path / "pane"), []) is Standing.PERSON
    person = tmux.person("a")
    until(lambda: tmux.tmux("list-clients"), 10, lambda: "nobody attached")
    popup = subprocess.Popen(
        ["tmux", "-S", tmux.socket, "display-popup", "-E", writes_pid(tmp_path / "popup")]
    )
    assert standing_of(written_pid(tmp_path / "popup"), []) is Standing.TMUX_JOB
    popup.kill()
    popup.wait()
    person.leaves()
