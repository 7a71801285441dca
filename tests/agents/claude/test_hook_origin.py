"""Who sent a hook, and from where."""

import json
import os
import socket
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import MappingProxyType

import psutil
import pytest

from quarterdeck.agents.claude.hook_origin import (
    NOBODY,
    SendingProcess,
    agent_above,
    branch_of,
    is_agent,
    sender_of,
    surroundings,
)
from quarterdeck.agents.claude.wire import LONGEST_NAME, Head
from quarterdeck.domain.sessions import Process, Terminal
from quarterdeck.ports import Nonsense
from quarterdeck.processes import look

HOST = socket.gethostname()


def head(*ancestors: Process, **env: str) -> Head:
    return Head("7-1", 1, "tell", 7, ancestors, MappingProxyType(env))


GONE = Process(HOST, 2**22 + 5, 3)  # no process has this pid


def known(*processes: Process) -> Callable[[Process], bool]:
    return lambda process: process in processes


def me() -> Process:
    return Process(HOST, os.getpid(), look(os.getpid()).start)


CONNECTS = "import socket, sys; s = socket.socket(socket.AF_UNIX); s.connect(sys.argv[1]); input()"


@contextmanager
def sent_by(code: str, name: str, **env: str) -> Iterator[tuple[SendingProcess, int]]:
    """Who the kernel says sends a hook, from below a process of this name; that one's pid."""
    with (
        tempfile.TemporaryDirectory(prefix="qdo-", dir="/tmp") as place,
        socket.socket(socket.AF_UNIX) as listener,
    ):
        agent = Path(place) / name
        agent.symlink_to(sys.executable)
        listener.bind(f"{place}/s")
        listener.listen()
        nest = f"{code}\nimport subprocess, sys; subprocess.run(sys.argv[1:])"
        words = [str(agent), "-c", nest, sys.executable, "-c", CONNECTS, f"{place}/s"]
        with subprocess.Popen(words, stdin=subprocess.PIPE, env={**os.environ, **env}) as process:
            line, _ = listener.accept()
            with line:
                yield sender_of(line), process.pid
                assert process.stdin
                process.stdin.close()


def test_the_agent_is_the_nearest_program_of_one_above_whoever_sends() -> None:
    with sent_by("pass", "claude") as (sender, agent):
        assert sender.uid == os.getuid()
        found = agent_above(sender, head(me()), HOST, known())
        assert (found.pid, found.start) == (agent, look(agent).start)


@pytest.mark.parametrize("name", ["sh", "tmux: server", "python3", "node"])
def test_nothing_else_becomes_an_agent_whatever_the_hook_says(name: str) -> None:
    with sent_by("pass", name) as (sender, other):
        forged = head(Process(HOST, other, look(other).start), me())
        with pytest.raises(Nonsense, match="no agent above it"):
            agent_above(sender, forged, HOST, known(me()))


def entry(config: Path, pid: int, start: int) -> None:
    (config / "sessions").mkdir(exist_ok=True)
    said = {"pid": pid, "procStart": str(start)}
    (config / "sessions" / f"{pid}.json").write_text(json.dumps(said))


REGISTERS = """
import json, os, pathlib
start = pathlib.Path("/proc/self/stat").read_text().rpartition(")")[2].split()[19]
where = pathlib.Path(os.environ["CLAUDE_CONFIG_DIR"], "sessions")
where.mkdir()
said = {"pid": os.getpid(), "procStart": start}
(where / f"{os.getpid()}.json").write_text(json.dumps(said))
"""


def test_a_program_of_any_name_is_an_agent_by_its_own_registry_entry(tmp_path: Path) -> None:
    with sent_by(REGISTERS, "cc", CLAUDE_CONFIG_DIR=str(tmp_path)) as (sender, agent):
        assert agent_above(sender, head(), HOST, known()).pid == agent


def test_an_entry_makes_no_agent_of_a_shell_nor_of_anothers_process(tmp_path: Path) -> None:
    with sent_by(REGISTERS, "bash", CLAUDE_CONFIG_DIR=str(tmp_path)) as (sender, _):
        assert sender.agent is None
    with sent_by("pass", "cc", CLAUDE_CONFIG_DIR=str(tmp_path)) as (_, other):
        entry(tmp_path, other, look(other).start - 1)  # of an earlier process with its pid
        assert not is_agent(look(other))
        entry(tmp_path, other, look(other).start)
        assert is_agent(look(other))


def test_a_last_word_comes_from_an_agent_that_was_known() -> None:
    orphan = SendingProcess(os.getuid(), 7, "7.1-", None)
    assert agent_above(orphan, head(GONE), HOST, known(GONE)) == GONE
    for forged in (head(GONE), head(me()), head()):
        with pytest.raises(Nonsense, match="no agent above it"):
            agent_above(orphan, forged, HOST, known(me()))


def test_where_the_kernel_names_no_sender_the_hook_is_asked() -> None:
    """A stand-in for macOS: the chain above a hook begins at the parent that it tells."""
    with sent_by("pass", "claude") as (sender, agent):
        told = head(Process(HOST, psutil.Process(sender.pid).ppid(), 0))
        assert agent_above(NOBODY, told, HOST, known()).pid == agent
    for nobody in (head(), head(GONE), head(Process(HOST, 1, 0))):
        with pytest.raises(Nonsense, match="no agent above it"):
            agent_above(NOBODY, nobody, HOST, known())


def test_a_process_of_another_user_is_no_agent_of_ours(monkeypatch: pytest.MonkeyPatch) -> None:
    with sent_by("pass", "claude") as (_, agent):
        assert is_agent(look(agent))
        owner = os.getuid()
        monkeypatch.setattr(os, "getuid", lambda: owner + 1)
        assert not is_agent(look(agent))


@pytest.mark.parametrize(
    ("env", "terminal"),
    [
        ({}, None),
        ({"TMUX": "/t/s,12,0", "TMUX_PANE": "%3"}, Terminal("/t/s", 12, pane="%3")),
        ({"TMUX": "nonsense", "TMUX_PANE": "%3"}, Terminal("nonsense", 0, pane="%3")),
        ({"TMUX": "/t/s,x,0", "TMUX_PANE": "%3"}, Terminal("/t/s", 0, pane="%3")),
        ({"TMUX": "/t/s,²,0", "TMUX_PANE": "%3"}, Terminal("/t/s", 0, pane="%3")),
        ({"TMUX": f"/t/s,{'9' * 5000},0", "TMUX_PANE": "%3"}, Terminal("/t/s", 0, pane="%3")),
        ({"TMUX": "/t/s,12,0"}, None),
        ({"TMUX": "/t/s,12,0", "TMUX_PANE": "%3\x1b[2J"}, None),
        ({"TMUX": "/t/s,12,0", "TMUX_PANE": "x" * 9000}, None),
        ({"TMUX_PANE": "$(touch /tmp/x)", "ITERM_SESSION_ID": "w0"}, Terminal(iterm_pane="w0")),
        ({"ITERM_SESSION_ID": "\x1b]0;x\x07"}, Terminal(iterm_pane="␛]0;x␇")),
        ({"ITERM_SESSION_ID": "w0"}, Terminal(iterm_pane="w0")),
    ],
)
def test_the_terminal_is_read_from_the_environment(
    env: dict[str, str], terminal: Terminal | None
) -> None:
    facts = surroundings(head(**env), Process(HOST, 1, 1), {})
    assert facts.terminal == terminal


def test_the_keyboard_id_can_be_given() -> None:
    given = surroundings(head(CLAUDE_SESSION_ID="mine"), Process(HOST, 1, 1), {})
    assert given.keyboard_id == "mine"
    endless = surroundings(head(CLAUDE_SESSION_ID="x" * 10**6), Process(HOST, 1, 1), {})
    assert len(endless.keyboard_id or "") == LONGEST_NAME
    theirs = surroundings(head(CLAUDE_PID="24429"), GONE, {})
    assert theirs.keyboard_id == "tk-0-24429"
    nonsense = surroundings(head(CLAUDE_PID="x\ny"), GONE, {})
    assert nonsense.keyboard_id == f"tk-0-{GONE.pid}"
    own = surroundings(head(), Process(HOST, os.getpid(), 1), {})
    assert (own.keyboard_id or "").endswith(f"-{os.getpid()}")
    gone = surroundings(head(), GONE, {})
    assert gone.keyboard_id == f"tk-0-{GONE.pid}"


def git(*words: str, cwd: Path) -> None:
    subprocess.run(["git", *words], cwd=cwd, check=True, capture_output=True)


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    place = tmp_path / "repository"
    place.mkdir()
    git("init", "-b", "main", cwd=place)
    git(
        "-c", "user.name=a", "-c", "user.email=a@b", "commit", "--allow-empty", "-m", "x", cwd=place
    )
    return place


def test_the_branch_is_read_from_git(repository: Path) -> None:
    (repository / "deep" / "er").mkdir(parents=True)
    assert branch_of(repository) == "main"
    assert branch_of(repository / "deep" / "er") == "main"
    git("checkout", "-b", "feature/x", cwd=repository)
    assert branch_of(repository) == "feature/x"
    git("checkout", "--detach", cwd=repository)
    assert len(branch_of(repository) or "") == 8


def test_a_working_tree_of_its_own_has_its_own_branch(repository: Path) -> None:
    git("worktree", "add", "-b", "aside", str(repository / "trees" / "aside"), cwd=repository)
    assert branch_of(repository / "trees" / "aside") == "aside"
    assert branch_of(repository) == "main"


@pytest.mark.parametrize("name", ["not there", "a\0b", "x" * 5000, "\udcff"])
def test_a_directory_that_cannot_be_has_no_branch(name: str, tmp_path: Path) -> None:
    assert branch_of(tmp_path / name) is None


def test_a_head_that_cannot_be_read_is_no_branch(tmp_path: Path) -> None:
    (tmp_path / ".git").mkdir()
    os.mkfifo(tmp_path / ".git" / "HEAD")
    assert branch_of(tmp_path) is None
    (tmp_path / ".git" / "HEAD").unlink()
    (tmp_path / ".git" / "HEAD").write_bytes(b"\xff\xfe")
    assert branch_of(tmp_path) is None


def test_the_branch_is_safe_to_show(tmp_path: Path) -> None:
    (tmp_path / ".git").mkdir()
    (tmp_path / ".git" / "HEAD").write_text("ref: refs/heads/\x1b[2Jx\n")
    assert branch_of(tmp_path) == "␛[2Jx"


def test_the_branch_is_looked_up_only_when_it_may_have_changed(repository: Path) -> None:
    for event, branch in [("SessionStart", "main"), ("UserPromptSubmit", "main"), ("Stop", None)]:
        payload = {"hook_event_name": event, "cwd": str(repository)}
        assert surroundings(head(), Process(HOST, 1, 1), payload).branch == branch
    for cwd in ("", None, 3, ["x"]):
        payload_without: dict[str, object] = {"hook_event_name": "SessionStart", "cwd": cwd}
        assert surroundings(head(), Process(HOST, 1, 1), payload_without).branch is None
