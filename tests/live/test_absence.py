"""Without Quarterdeck, with it broken, hung or gone, Claude Code behaves as if it was not there."""

import os
import signal
import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import psutil
from tests.live.daemon import LiveDaemon
from tests.live.lab.agent import Agent
from tests.live.lab.lab import Lab
from tests.live.lab.script import Script
from tests.stage.processes import processes_of, words_of
from tests.stage.until import until

GARBAGE = {
    "nothing": b"",
    "bytes": b"\xff\xfe\x00" * 1000,
    "words": b"say 5\nhello",
    "a size that is none": b"say much\n",
    "more than comes": b"kept\nsay 99999999\n{",
    "no end of a line": b"kept\n" + b"x" * 300_000,
}


def test_without_a_daemon_the_agent_asks_at_its_terminal(
    lab: Lab, daemon: LiveDaemon, version: str
) -> None:
    daemon.close()
    agent = _agent(lab, version)

    agent.prompt("make a file")

    _answers_at_the_terminal(lab, agent)
    _nothing_is_left(lab, agent)
    assert processes_of(daemon.home) == []


def test_a_daemon_that_stops_midway_leaves_the_dialog_alone(
    lab: Lab, daemon: LiveDaemon, version: str
) -> None:
    agent = _agent(lab, version)
    agent.prompt("make a file")
    daemon.wait_ask()

    daemon.close()

    _answers_at_the_terminal(lab, agent)
    _nothing_is_left(lab, agent)


def test_a_hung_daemon_holds_nothing_up(lab: Lab, daemon: LiveDaemon, version: str) -> None:
    with _hung(daemon):
        agent = _agent(lab, version)

        agent.prompt("make a file")

        _answers_at_the_terminal(lab, agent)
        _nothing_is_left(lab, agent)


def test_a_daemon_that_hangs_midway_leaves_the_dialog_alone(
    lab: Lab, daemon: LiveDaemon, version: str
) -> None:
    agent = _agent(lab, version)
    agent.prompt("make a file")
    daemon.wait_ask()

    with _hung(daemon):
        _answers_at_the_terminal(lab, agent)
        _nothing_is_left(lab, agent)


def test_garbage_from_the_socket_changes_nothing(
    lab: Lab, daemon: LiveDaemon, version: str
) -> None:
    daemon.close()
    agent = _agent(lab, version)
    for number, said in enumerate(GARBAGE.values()):
        prompt, made = f"make file {number} of many", agent.cwd / f"made{number}.txt"
        lab.model.on(prompt, Script().bash(f"npm --version > {made.name}"))
        with _answering(daemon.home / "hooks.sock", said):
            agent.prompt(prompt)
            agent.wait_dialog("Do you want to proceed?")
            agent.press("1")
            [outcome] = lab.model.wait_outcomes(1, prompt)
        assert not outcome.is_error
        assert made.exists()
        _no_trace(agent)
    _nothing_is_left(lab, agent)


def test_a_permission_starts_the_daemon_that_is_missing(
    lab: Lab, daemon: LiveDaemon, version: str
) -> None:
    daemon.kill()
    agent = _agent(lab, version)

    agent.prompt("make a file")
    ask = daemon.wait_ask()
    told = daemon.answer(ask, "allow")

    assert told["outcome"] == "accepted"
    agent.wait_screen("It is made.")
    agent.stop()
    daemon.wait_session(pid=agent.pid, state="ended")


def _agent(lab: Lab, version: str) -> Agent:
    lab.model.on("make a file", Script().bash("npm --version > made.txt").say("It is made."))
    return lab.agent(version)


def _answers_at_the_terminal(lab: Lab, agent: Agent) -> None:
    agent.wait_dialog("Do you want to proceed?")
    agent.press("1")
    [outcome] = lab.model.wait_outcomes(1)
    assert not outcome.is_error
    assert (agent.cwd / "made.txt").exists()
    agent.wait_screen("It is made.")
    _no_trace(agent)


def _no_trace(agent: Agent) -> None:
    agent.wait_registry("idle")  # until then some versions count the hooks that they start
    shown = agent.screen().lower()
    assert "hook" not in shown
    assert "quarterdeck" not in shown


def _nothing_is_left(lab: Lab, agent: Agent) -> None:
    """Every hook ends with its agent."""
    agent.stop()
    until(lambda: not _hooks(lab), 8, lambda: f"hooks are left: {_hooks(lab)}")


def _hooks(lab: Lab) -> list[psutil.Process]:
    return [p for p in lab.processes() if any("hook.run()" in word for word in words_of(p))]


@contextmanager
def _hung(daemon: LiveDaemon) -> Iterator[None]:
    pid = daemon.pid
    os.kill(pid, signal.SIGSTOP)
    try:
        yield
    finally:
        os.kill(pid, signal.SIGCONT)


@contextmanager
def _answering(path: Path, said: bytes) -> Iterator[None]:
    """Something else listens where the daemon should, and says this to everybody."""
    path.unlink(missing_ok=True)
    with socket.socket(socket.AF_UNIX) as door:
        door.bind(str(path))
        door.listen(64)
        talking = threading.Thread(target=_talk, args=(door, said))
        talking.start()
        try:
            yield
        finally:
            door.shutdown(socket.SHUT_RDWR)
            talking.join()


def _talk(door: socket.socket, said: bytes) -> None:
    lines = []
    with suppress(OSError):
        while True:
            line, _ = door.accept()
            lines.append(line)
            line.settimeout(5)
            with suppress(OSError):
                line.recv(100)
                line.sendall(said)
            if not said:
                line.close()
    for line in lines:
        line.close()
