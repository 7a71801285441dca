"""The hook client: carries a hook and its answer, and is never in the way."""

import json
import os
import re
import select
import shlex
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import psutil
import pytest
from tests.stage import hook_client
from tests.stage.agent_name import called_claude
from tests.stage.hook_client import HOOK, PATIENT
from tests.stage.until import PATIENCE, until

import quarterdeck.hook
from quarterdeck.agents.claude import wire
from quarterdeck.app.cli.client import Client as HttpClient
from quarterdeck.app.cli.client import Trouble
from quarterdeck.app.paths import Paths
from quarterdeck.app.running_daemon import running
from quarterdeck.daemon.clock import COUNTER
from quarterdeck.ports import Nonsense
from quarterdeck.processes import chain

PAYLOAD = b'{"hook_event_name": "PermissionRequest"}'
KINDS = ("tell", "ask", "judge", "status")
TICK = 1 / os.sysconf("SC_CLK_TCK")  # seconds; the kernel dates a process no better


def command(path: Path, kind: str, *more: str, **limits: float) -> list[str]:
    """What the line in the agent's settings runs."""
    last = [""] if kind == "status" and not more else []
    return hook_client.words(path, kind, *more, *last, limits=limits)


@contextmanager
def started(
    path: Path, kind: str, *more: str, limits: dict[str, float] = PATIENT, **env: str
) -> Iterator["subprocess.Popen[bytes]"]:
    """A hook on its way; its input is written by the test."""
    with subprocess.Popen(
        command(path, kind, *more, **limits),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env={**os.environ, **env},
    ) as hook:
        yield hook
        hook.kill()


def ends_silently(hook: "subprocess.Popen[bytes]", payload: bytes | None = PAYLOAD) -> bool:
    printed, complained = hook.communicate(payload, timeout=PATIENCE)
    return (hook.returncode, printed, complained) == (0, b"", b"")


class Daemon:
    """The other end, played by the test word by word."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._listener = socket.socket(socket.AF_UNIX)
        self._listener.bind(str(path))
        self._listener.listen()
        self._listener.settimeout(PATIENCE)
        self.line = socket.socket()

    def accept(self) -> None:
        self.line.close()
        self.line, _ = self._listener.accept()
        self.line.settimeout(PATIENCE)

    def take(self) -> tuple[wire.Head, bytes]:
        """Accept a hook and read all of it."""
        self.accept()
        sizes = wire.read_greeting(self.read_line())
        head, payload = (self._read(size) for size in sizes)
        return wire.read_head(head, "here"), payload

    def read_line(self) -> bytes:
        found = b""
        while not found.endswith(b"\n"):
            piece = self._read(1)
            if not piece:
                return found
            found += piece
        return found[:-1]

    def _read(self, size: int) -> bytes:
        found = b""
        while len(found) < size and (piece := self.line.recv(size - len(found))):
            found += piece
        return found

    def is_called(self) -> bool:
        """Whether somebody waits at the door."""
        return bool(select.select([self._listener], [], [], 0)[0])

    def say(self, words: bytes) -> None:
        self.line.sendall(words)

    def close(self) -> None:
        self.line.close()
        self._listener.close()


@pytest.fixture
def daemon(place: Path) -> Iterator[Daemon]:
    daemon = Daemon(place / "s")
    yield daemon
    daemon.close()


# Nobody there


@pytest.mark.parametrize("kind", KINDS)
def test_without_a_daemon_it_ends_at_once_and_says_nothing(place: Path, kind: str) -> None:
    with started(place / "nothing", kind) as hook:
        assert ends_silently(hook)


@pytest.mark.parametrize("kind", KINDS)
def test_a_socket_on_which_nobody_listens_is_no_daemon(place: Path, kind: str) -> None:
    with socket.socket(socket.AF_UNIX) as left_behind:
        left_behind.bind(str(place / "s"))
    with started(place / "s", kind) as hook:
        assert ends_silently(hook)


def test_a_daemon_that_hangs_holds_nobody_up(daemon: Daemon) -> None:
    with (
        started(daemon.path, "ask", limits={}) as ask,
        started(daemon.path, "judge", limits={}) as judge,
        started(daemon.path, "tell", limits={}) as tell,
    ):
        for hook in (tell, judge, ask):
            assert ends_silently(hook)


@pytest.mark.parametrize(
    "words",
    [
        b"\xff\xfe\x00\n",
        b"HTTP/1.1 400 Bad Request\r\n\r\n",
        b"say many\n",
        b"say -5\n",
        b"gate soon\n",
        b"\n",
        b"done\n",
        b"x" * 100_000 + b"\n",
    ],
)
def test_a_daemon_that_babbles_makes_nothing_print(daemon: Daemon, words: bytes) -> None:
    with started(daemon.path, "ask") as hook:
        give(hook)
        daemon.take()
        daemon.say(words)
        assert ends_silently(hook, None)


@pytest.mark.parametrize("words", [b"", b"say 10\nhalf", b"no end of line"])
def test_a_daemon_that_closes_makes_nothing_print(daemon: Daemon, words: bytes) -> None:
    with started(daemon.path, "ask") as hook:
        give(hook)
        daemon.take()
        daemon.say(words)
        daemon.line.close()
        assert ends_silently(hook, None)


def give(hook: "subprocess.Popen[bytes]", payload: bytes = PAYLOAD) -> None:
    """Write a hook's input, and nothing more."""
    assert hook.stdin
    hook.stdin.write(payload)
    hook.stdin.close()
    hook.stdin = None


# A conversation


def test_it_brings_the_payload_byte_by_byte_and_says_who_it_is(daemon: Daemon) -> None:
    payload = bytes(range(256)) * 10
    with started(daemon.path, "tell", TMUX_PANE="%3", CLAUDE_PID="x\ny", SECRET="no") as hook:
        give(hook, payload)
        head, came = daemon.take()
        assert came == payload
        assert (head.kind, head.pid) == ("tell", hook.pid)
        assert head.ancestors[0].pid == os.getpid()
        assert head.env["TMUX_PANE"] == "%3"
        assert head.env["CLAUDE_PID"] == "x\ny"
        assert "SECRET" not in head.env
        assert 0 <= time.clock_gettime_ns(time.CLOCK_BOOTTIME) - head.started < 30e9
        daemon.say(b"done\n")
        assert ends_silently(hook, None)


@pytest.mark.parametrize("kind", ["tell", "status"])
def test_it_stays_until_the_daemon_has_seen_who_it_is_and_prints_nothing_of_its(
    daemon: Daemon, kind: str
) -> None:
    with started(daemon.path, kind) as hook:
        give(hook)
        head, _ = daemon.take()
        assert is_running(head.pid)
        daemon.say(b"say 5\nallow")
        assert ends_silently(hook, None)


@pytest.mark.parametrize("kind", ["tell", "status"])
def test_whoever_only_tells_goes_when_it_is_seen(daemon: Daemon, kind: str) -> None:
    with started(daemon.path, kind) as hook:
        give(hook)
        daemon.accept()
        daemon.say(b"seen\n")
        assert ends_silently(hook, None)
        assert daemon.read_line().startswith(wire.GREETING)


def test_it_names_every_process_above_it_up_to_the_first(daemon: Daemon) -> None:
    with started(daemon.path, "tell") as hook:
        give(hook)
        head, _ = daemon.take()
        above = [p.pid for p in psutil.Process().parents()]
        assert [p.pid for p in head.ancestors] == [os.getpid(), *above][:6]
        daemon.say(b"done\n")
        assert ends_silently(hook, None)


def test_a_hook_that_tells_is_dated_by_its_birth_however_late_it_gets_to_run(
    daemon: Daemon,
) -> None:
    began = time.clock_gettime_ns(time.CLOCK_BOOTTIME)
    line = shlex.join(command(daemon.path, "tell"))
    # Not before our word does it become a hook: it is older by then.
    with subprocess.Popen(["sh", "-c", f"read word; exec {line}"], stdin=subprocess.PIPE) as hook:
        born = time.clock_gettime_ns(time.CLOCK_BOOTTIME)
        time.sleep(5 * TICK)
        hook.communicate(b"\n" + PAYLOAD)
        head, _ = daemon.take()

    assert began - TICK * 1e9 <= head.started <= born + TICK * 1e9


@pytest.mark.parametrize("kind", ["ask", "judge"])
def test_it_prints_the_answer_and_says_so(daemon: Daemon, kind: str) -> None:
    with started(daemon.path, kind) as hook:
        give(hook)
        daemon.take()
        daemon.say(b"seen\n")
        daemon.say(b"say 7\nanswer!")
        assert says_printed(daemon.read_line())
        assert hook.communicate(timeout=PATIENCE) == (b"answer!", b"")
        assert hook.returncode == 0


def test_an_answer_may_come_in_pieces_and_be_large(daemon: Daemon) -> None:
    answer = b"x" * 3_000_000
    with started(daemon.path, "ask") as hook:
        give(hook)
        daemon.take()
        for piece in (b"ke", b"pt\nsa", b"y 3000000\n", answer[:10]):
            daemon.say(piece)
            time.sleep(0.01)
        daemon.say(answer[10:])
        assert hook.communicate(timeout=PATIENCE)[0] == answer


def test_a_gate_ends_by_itself(daemon: Daemon) -> None:
    with started(daemon.path, "ask") as hook:
        give(hook)
        daemon.take()
        daemon.say(b"gate 0\n")
        assert ends_silently(hook, None)


def test_it_says_when_its_agent_ends_it(daemon: Daemon) -> None:
    with started(daemon.path, "ask") as hook:
        give(hook)
        daemon.take()
        daemon.say(b"kept\n")
        hook.send_signal(signal.SIGTERM)
        assert daemon.read_line() == b"terminated"
        assert ends_silently(hook, None)


def test_a_kept_hook_comes_back_to_a_restarted_daemon_as_the_same(daemon: Daemon) -> None:
    with started(daemon.path, "ask") as hook:
        give(hook)
        first = daemon.take()
        daemon.say(b"kept\n")
        daemon.close()
        daemon.path.unlink()
        later = Daemon(daemon.path)
        assert later.take() == first
        later.say(b"say 2\nok")
        assert says_printed(later.read_line())
        assert hook.communicate(timeout=PATIENCE)[0] == b"ok"
        later.close()


def test_a_kept_hook_comes_back_however_long_it_was_kept_before(daemon: Daemon) -> None:
    limits = {**PATIENT, "COME_BACK_FOR": 0.4}
    with started(daemon.path, "ask", limits=limits) as hook:
        give(hook)
        first = daemon.take()
        daemon.say(b"kept\n")
        time.sleep(0.5)  # it is kept for longer than it would look for a daemon
        daemon.path.unlink()
        later = Daemon(daemon.path)
        daemon.close()
        assert later.take() == first
        later.say(b"done\n")
        assert ends_silently(hook, None)
        later.close()


def test_a_hook_that_printed_does_not_come_back_though_the_daemon_died_meanwhile(
    daemon: Daemon,
) -> None:
    with started(daemon.path, "ask") as hook:
        give(hook)
        daemon.take()
        hook.send_signal(signal.SIGSTOP)
        daemon.say(b"kept\nsay 7\nanswer!")
        daemon.close()
        daemon.path.unlink()
        later = Daemon(daemon.path)
        hook.send_signal(signal.SIGCONT)
        assert hook.communicate(timeout=PATIENCE) == (b"answer!", b"")
        assert not later.is_called()
        later.close()


def test_a_kept_hook_whose_agent_is_gone_ends(daemon: Daemon, place: Path) -> None:
    script = "import subprocess, sys; subprocess.run(sys.argv[1:], stdin=open('p'))"
    (place / "p").write_bytes(PAYLOAD)
    words = [sys.executable, "-c", script, *command(daemon.path, "ask")]
    with subprocess.Popen(words, cwd=place) as agent:
        head, _ = daemon.take()
        daemon.say(b"kept\n")
        agent.kill()
        agent.wait()
        daemon.close()
        until(lambda: not is_running(head.pid), 10, lambda: "the hook lives on")


def says_printed(line: bytes) -> bool:
    """Whether a client says that it printed, a moment ago."""
    word, _, counter = line.partition(b" ")
    return word == b"printed" and 0 < time.clock_gettime_ns(COUNTER) - int(counter) < 60e9


def is_running(pid: int) -> bool:
    try:
        state = Path(f"/proc/{pid}/stat").read_bytes().rpartition(b") ")[2][:1]
    except (FileNotFoundError, ProcessLookupError):
        return False
    return state != b"Z"


def test_an_agent_that_listens_no_more_is_told_nothing_and_not_asked_again(daemon: Daemon) -> None:
    with started(daemon.path, "ask") as hook:
        give(hook)
        daemon.take()
        daemon.say(b"kept\n")
        assert hook.stdout
        hook.stdout.close()
        hook.stdout = None
        daemon.say(b"say 2\nok")
        assert daemon.read_line() == b""
        assert hook.wait(PATIENCE) == 0


def test_fifty_megabytes_do_not_hurt(daemon: Daemon) -> None:
    with started(daemon.path, "ask") as hook:
        give(hook, b"x" * 50_000_000)
        daemon.accept()
        with pytest.raises(Nonsense, match="a payload of 50000000 bytes"):
            wire.read_greeting(daemon.read_line())
        daemon.say(b"done\n")
        daemon.line.close()
        assert ends_silently(hook, None)


@pytest.mark.parametrize("words", [[], ["socket"]])
def test_without_its_arguments_it_still_ends_silently(words: list[str]) -> None:
    told = subprocess.run(
        [sys.executable, "-IS", HOOK, *words], input=b"{}", capture_output=True, check=False
    )
    assert (told.returncode, told.stdout, told.stderr) == (0, b"", b"")


def test_a_closed_input_is_an_empty_one(place: Path) -> None:
    line = shlex.join(command(place / "nothing", "ask"))
    told = subprocess.run(["sh", "-c", f"{line} <&-"], capture_output=True, check=False)
    assert (told.returncode, told.stdout, told.stderr) == (0, b"", b"")


# Others in the daemon's place

ALLOW = '{"hookSpecificOutput": {"decision": {"behavior": "allow"}}}'
IMPOSTOR = str(Path(__file__).parent / "stage" / "impostor.py")


@contextmanager
def impostor(path: Path, *ways: str, **env: str) -> Iterator["subprocess.Popen[str]"]:
    """Something else that answers on the daemon's socket; an orphan ends when it has answered."""
    path.parent.chmod(0o777)
    words = ["python3", IMPOSTOR, str(path), ALLOW, *ways]
    with subprocess.Popen(words, stdout=subprocess.PIPE, text=True, env=env, cwd="/") as other:
        assert other.stdout
        assert other.stdout.readline() == "listening\n"
        yield other


def test_what_looks_like_a_daemon_of_ours_is_believed(place: Path) -> None:
    """So that the attacks below fail for what they are, not for how they are made."""
    with impostor(place / "s") as other, started(place / "s", "ask") as hook:
        assert hook.communicate(PAYLOAD, timeout=PATIENCE)[0] == ALLOW.encode()
        assert other.stdout
        assert other.stdout.readline() == "took it\n"


@pytest.mark.parametrize(
    ("ways", "env"),
    [
        (["another-user"], {}),
        (["below-claude"], {}),
        (["orphan"], {"CLAUDECODE": "1"}),
        (["orphan"], {"AI_AGENT": "claude-code"}),
        (["orphan"], {**{f"PAD{n}": "x" * 9000 for n in range(50)}, "CLAUDECODE": "1"}),
    ],
    ids=["of another user", "below an agent", "ran away", "ran away, other mark", "padded"],
)
@pytest.mark.parametrize("kind", ["ask", "judge"])
def test_no_answer_is_taken_from_an_impostor(
    place: Path, kind: str, ways: list[str], env: dict[str, str]
) -> None:
    path = os.environ["PATH"]
    with impostor(place / "s", *ways, PATH=path, **env) as other:
        with started(place / "s", kind) as hook:
            assert ends_silently(hook)
        assert other.stdout
        assert other.stdout.readline() == "refused\n"


def test_nothing_is_told_to_another_user(place: Path) -> None:
    with impostor(place / "s", "another-user", PATH=os.environ["PATH"]) as other:
        with started(place / "s", "tell") as hook:
            assert ends_silently(hook)
        assert other.stdout
        assert other.stdout.readline() == "refused\n"


def test_an_impostor_that_hides_its_environment_is_none_of_ours(place: Path) -> None:
    """As another user than root, who can look into everything."""
    place.chmod(0o777)
    both = f"""
import os, subprocess, sys
os.setuid(65534)
words = ["python3", {IMPOSTOR!r}, sys.argv[1], {ALLOW!r}, "hidden", "orphan"]
other = subprocess.Popen(words, stdout=subprocess.PIPE, env={{"CLAUDECODE": "1", **os.environ}})
other.stdout.readline()
words = ["python3", "-IS", sys.argv[2], sys.argv[1], "ask"]
hook = subprocess.run(words, input=b"{{}}", capture_output=True)
print(hook.stdout, other.stdout.readline())
"""
    copy = place / "hook.py"
    copy.write_text(Path(HOOK).read_text())
    told = subprocess.run(
        ["python3", "-c", both, str(place / "s"), str(copy)],
        capture_output=True,
        cwd="/",
        check=True,
    )
    assert told.stdout == b"b'' b'refused\\n'\n", told.stderr


# Starting a daemon


def test_a_missing_daemon_is_started_and_asked(place: Path) -> None:
    (place / "config.toml").write_text("[http]\nport = 0\n")
    payload = {"hook_event_name": "PermissionRequest", "tool_name": "Bash", "cwd": "/x"}
    env = {
        **{mark.decode(): "1" for mark in quarterdeck.hook.MARKS},
        "CLAUDE_CODE_ENTRYPOINT": "cli",
    }
    words = (str(place / "down"), str(place))
    with (
        called_claude(),
        started(place / "hooks.sock", "ask", *words, limits=PATIENT, **env) as hook,
    ):
        give(hook, json.dumps(payload).encode())
        pid = until(lambda: pid_of(place), 10, lambda: "no daemon was started")
        until(lambda: asks_at(place), 10, lambda: "nothing was asked")
        assert hook.poll() is None
        environment = Path(f"/proc/{pid}/environ").read_bytes().split(b"\0")
        assert not {entry.partition(b"=")[0] for entry in environment} & set(quarterdeck.hook.MARKS)
        assert os.getpid() not in [process.pid for process in chain(pid)]
        stop(place, pid)


def test_a_daemon_that_a_hook_starts_runs_nothing_that_lies_in_the_project(
    place: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (place / "config.toml").write_text("[http]\nport = 0\n")
    for module in ("quarterdeck", "secrets", "logging", "multiprocessing"):
        (tmp_path / f"{module}.py").write_text(f"open({str(place / module)!r}, 'w')")
    monkeypatch.chdir(tmp_path)
    long = {"command": "ls " * 3000}  # so that it is rated in a process of its own
    payload = {"hook_event_name": "PermissionRequest", "tool_name": "Bash", "tool_input": long}
    words = (str(place / "down"), str(place))
    with called_claude(), started(place / "hooks.sock", "ask", *words, PYTHONPATH=".") as hook:
        give(hook, json.dumps(payload).encode())
        pid = until(lambda: pid_of(place), 10, lambda: f"no daemon runs: {list(place.iterdir())}")
        until(lambda: asks_at(place), 10, lambda: "nothing was asked")
        assert Path(f"/proc/{pid}/cwd").readlink() == place
        stop(place, pid)
    assert not {file.stem for file in tmp_path.iterdir()} & {file.name for file in place.iterdir()}


def asks_at(place: Path) -> list[dict[str, object]]:
    try:
        return HttpClient(Paths(place / "config.toml", place, place, place)).list("/api/asks")
    except Trouble:  # it only just starts
        return []


def stop(place: Path, pid: int) -> None:
    os.kill(pid, signal.SIGTERM)
    until(lambda: not running(place / "daemon"), 10, lambda: "the daemon does not stop")


def pid_of(place: Path) -> int | None:
    found = running(place / "daemon")
    return found.pid if found else None


def qd(place: Path, *words: str) -> "subprocess.CompletedProcess[bytes]":
    return subprocess.run(
        [sys.executable, "-m", "quarterdeck", *words],
        env={**os.environ, "QUARTERDECK_HOME": str(place)},
        capture_output=True,
        check=False,
    )


def test_after_qd_down_no_hook_starts_a_daemon(place: Path) -> None:
    assert qd(place, "down").returncode == 0
    with started(place / "hooks.sock", "ask", str(place / "down"), str(place)) as hook:
        assert ends_silently(hook)
    assert not (place / "daemon").exists()


@pytest.mark.parametrize("kind", ["tell", "judge"])
def test_only_asking_hooks_start_a_daemon(place: Path, kind: str) -> None:
    with started(place / "hooks.sock", kind) as hook:
        assert ends_silently(hook)
    assert list(place.iterdir()) == []


# The status line


def test_the_persons_own_status_line_gets_the_same_input_and_prints(daemon: Daemon) -> None:
    payload = b'{"cost": 1}' + b" " * 200_000
    with started(daemon.path, "status", "cat | wc -c; echo 'mine'") as hook:
        give(hook, payload)
        head, came = daemon.take()
        assert (head.kind, came) == ("status", payload)
        daemon.say(b"done\n")
        assert hook.communicate(timeout=PATIENCE)[0].split() == [b"%d" % len(payload), b"mine"]


def test_the_persons_own_status_line_prints_without_a_daemon(place: Path) -> None:
    with started(place / "nothing", "status", "echo mine; exit 3") as hook:
        assert hook.communicate(PAYLOAD, timeout=PATIENCE)[0] == b"mine\n"


def test_without_a_status_line_of_ones_own_nothing_is_printed(daemon: Daemon) -> None:
    with started(daemon.path, "status", "") as hook:
        give(hook)
        daemon.take()
        daemon.say(b"done\n")
        assert ends_silently(hook, None)


# What it costs


def test_no_other_module_that_is_written_in_python_is_imported(place: Path) -> None:
    plain = imported([sys.executable, "-X", "importtime", "-IS", "-c", ""])
    words = command(place / "nothing", "ask")
    ours = imported([words[0], "-X", "importtime", *words[1:]])
    more = ours - plain - set(sys.builtin_module_names)
    assert more <= {"_socket", "hook"}, f"{more} cost time at every hook"


def imported(words: list[str]) -> set[str]:
    told = subprocess.run(words, input=b"{}", capture_output=True, check=True)
    return set(re.findall(r"^import time: .*\|\s*(\S+)$", told.stderr.decode(), re.MULTILINE))
