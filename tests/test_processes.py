"""What the kernel tells of a process, told by real ones."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from quarterdeck import processes
from quarterdeck.processes import Vanished, arguments, chain, environment, look

SLEEPS = [sys.executable, "-c", "input()"]
# Opens a terminal, and says which process runs in it once that has begun.
WINDOW = """
import os, pty
pid, window = pty.fork()
if pid:
    os.read(window, 1)
    print(pid, flush=True)
else:
    print(flush=True)
input()
"""


def test_a_process_and_all_above_it_are_known() -> None:
    with subprocess.Popen(SLEEPS, stdin=subprocess.PIPE) as child:
        found = chain(child.pid)
        assert [p.pid for p in found[:3]] == [child.pid, os.getpid(), os.getppid()]
        assert found[-1].pid == 1
        assert found[0].start >= found[1].start


def test_a_name_may_hold_any_sign(tmp_path: Path) -> None:
    odd = tmp_path / "a) R 1 (b"
    odd.symlink_to(sys.executable)
    with subprocess.Popen([str(odd), "-c", "input()"], stdin=subprocess.PIPE) as child:
        while child.poll() is None and look(child.pid).name != odd.name:
            pass
        assert (look(child.pid).name, look(child.pid).parent) == (odd.name, os.getpid())


def test_one_that_ended_is_gone_though_its_parent_did_not_notice() -> None:
    with subprocess.Popen(["true"]) as child:
        os.waitid(os.P_PID, child.pid, os.WEXITED | os.WNOWAIT)
        with pytest.raises(Vanished):
            look(child.pid)
    with pytest.raises(Vanished):
        chain(child.pid)
    with pytest.raises(Vanished):
        environment(child.pid)
    assert arguments(child.pid) == []


def test_a_window_s_first_process_leads_and_has_a_terminal() -> None:
    words = [sys.executable, "-c", WINDOW]
    with subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as outer:
        assert outer.stdout
        inner = look(int(outer.stdout.readline()))
        assert (inner.leads, inner.terminal) == (True, True)
        plain = look(outer.pid)
        assert not plain.leads


def test_words_and_environment_are_those_it_was_started_with() -> None:
    env = {**os.environ, "MARK": "1"}
    with subprocess.Popen([*SLEEPS, "word"], stdin=subprocess.PIPE, env=env) as child:
        while child.poll() is None and "word" not in arguments(child.pid):
            pass
        assert environment(child.pid)["MARK"] == "1"


def test_where_there_is_no_proc_the_system_is_asked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A stand-in for macOS, where psutil asks the kernel."""
    told = [p.pid for p in chain(os.getpid())]
    monkeypatch.setattr(processes, "PROC", tmp_path)
    assert [p.pid for p in chain(os.getpid())] == told
    with pytest.raises(Vanished):
        look(2**22 + 7)
