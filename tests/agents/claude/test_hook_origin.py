"""Who sent a hook, and from where."""

import os
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from types import MappingProxyType

import pytest

from quarterdeck.agents.claude.hook_origin import agent_above, branch_of, surroundings
from quarterdeck.agents.claude.observer import start_of
from quarterdeck.agents.claude.wire import Head
from quarterdeck.domain.sessions import Process, Terminal
from quarterdeck.ports import Nonsense

HOST = socket.gethostname()


def head(*ancestors: tuple[int, str, int], **env: str) -> Head:
    processes = tuple(Process(HOST, pid, start) for pid, _, start in ancestors)
    names = tuple(name for _, name, _ in ancestors)
    return Head("7-1", 1, "tell", 7, processes, names, MappingProxyType(env))


GONE = 2**22 + 5  # no process has this pid


def test_the_agent_is_above_the_shells() -> None:
    above = ((8, "sh", 5), (9, "env", 4), (GONE, "claude", 3), (1, "init", 1))
    assert agent_above(head(*above), HOST) == Process(HOST, GONE, 3)


@pytest.fixture
def child() -> Iterator[int]:
    process = subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE)
    yield process.pid
    process.communicate(b"\n")


def test_where_the_kernel_told_nothing_the_agent_is_asked_for(child: int) -> None:
    assert agent_above(head((child, "", 0)), HOST) == Process(HOST, child, start_of(child) or 0)


@pytest.mark.parametrize(
    "given",
    [
        head(),
        head((8, "sh", 5)),
        head((GONE, "", 0)),
        head((8, "sh", 5), (9, "systemd", 3), (10, "claude", 2)),
        head((1, "init", 1)),
        head((1, "", 0)),
    ],
)
def test_a_hook_without_an_agent_is_refused(given: Head) -> None:
    with pytest.raises(Nonsense, match="no agent above it"):
        agent_above(given, HOST)


def test_a_process_of_another_user_is_no_agent_of_ours(
    child: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    start, owner = start_of(child) or 0, os.getuid()
    assert agent_above(head((child, "claude", start)), HOST).pid == child
    monkeypatch.setattr(os, "getuid", lambda: owner + 1)
    for given in (head((child, "claude", start)), head((child, "", 0))):
        with pytest.raises(Nonsense, match="no agent above it"):
            agent_above(given, HOST)


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
    own = surroundings(head(), Process(HOST, os.getpid(), 1), {})
    assert (own.keyboard_id or "").endswith(f"-{os.getpid()}")
    gone = surroundings(head(), Process(HOST, GONE, 1), {})
    assert gone.keyboard_id == f"tk-0-{GONE}"


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
