"""The real Claude Code in tmux, and keyboards whose firmware runs on MicroPython."""

import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from urllib.parse import urlsplit

import psutil
import pytest
from tests.firmware.desk import Device
from tests.live.daemon import Json, LiveDaemon
from tests.live.lab.agent import Agent
from tests.live.lab.lab import Lab
from tests.live.lab.script import Gate, Script
from tests.stage.cut_line import CutLine
from tests.stage.processes import words_of
from tests.stage.until import PATIENCE, until

SETTINGS = "[http]\nport = 0\n[display]\nguard_ms = 0\nhold_ms = 200\n"
FIRST, SECOND = 0, 1
SOAKS = "QUARTERDECK_ROUNDS" in os.environ
CUT = 60.0 if SOAKS else 0.5  # seconds without the network
ENDLESS = "tail -f made.txt"
HELD = 0.4  # seconds: twice what it needs


@contextmanager
def keyboard(daemon: LiveDaemon, name: str, session: Json, url: str = "") -> Iterator["Keyboard"]:
    """A keyboard that belongs to this session."""
    device = Device(url or daemon.url, daemon.paths.token.read_text().strip(), name)
    try:
        device.wait(lambda told: "shown" in told)
        daemon.post(f"/api/surfaces/keyboard-{name}/bind", {"session": session["id"]})
        device.wait(lambda told: told.get("session") == session["id"])
        yield Keyboard(daemon, device, name)
    finally:
        device.close()


class Keyboard:
    """A keyboard on the desk, and what the daemon knows that it shows by now."""

    def __init__(self, daemon: LiveDaemon, device: Device, name: str) -> None:
        self.device = device
        self._daemon = daemon
        self._name = f"/api/surfaces/keyboard-{name}"

    def wait(self, board: str, *labels: str) -> None:
        """Wait until this board is on its keys, not only was there once."""

        def found() -> Json | None:
            told = self._daemon.get(self._name)
            keys = [key["label"] or "" for key in told.get("keys", ())]
            fits = told["board"] == board and all(map(str.__contains__, keys, labels))
            return told if fits else None

        shown = until(
            found, PATIENCE, lambda: f"{self._daemon.get(self._name)}\n{self._daemon.sessions()}"
        )
        self.device.wait(lambda told: told.get("shown", 0) >= shown["n"])

    def press(self, key: int) -> None:
        self.device.press(key)


def session_of(daemon: LiveDaemon, agent: Agent) -> Json:
    """An agent's session, once its pane is known."""

    def found() -> Json | None:
        mine = (s for s in daemon.sessions() if s["cwd"] == str(agent.cwd))
        return next((s for s in mine if (s["terminal"] or {}).get("tty")), None)

    return until(found, PATIENCE, lambda: str(daemon.sessions()))


@pytest.mark.soak
def test_two_keyboards_each_work_for_their_own_agent_until_it_dies(lab: Lab, version: str) -> None:
    daemon = LiveDaemon(lab)
    daemon.configure(SETTINGS)
    daemon.up()
    daemon.connect()
    try:
        _walk(lab, daemon, version)
    finally:
        daemon.close()


def _walk(lab: Lab, daemon: LiveDaemon, version: str) -> None:
    later = Gate()
    lab.model.on("wait for me", Script().hold(later).say("I waited."))
    settings = {"permissions": {"allow": ["Bash(tail *)"]}}
    one, other = lab.agent(version, settings=settings), lab.agent(version, settings=settings)
    mine, its = session_of(daemon, one), session_of(daemon, other)
    with (
        CutLine(urlsplit(daemon.url).port or 0) as line,
        keyboard(daemon, "one", mine, line.url) as keys,
        keyboard(daemon, "other", its) as its_keys,
    ):
        other.prompt("wait for me")
        its_keys.wait("working", "STOP")

        _allow(lab, one, keys)
        _lose_the_network(lab, daemon, one, keys, line)
        _stop_and_continue(lab, one, keys)
        _stop_at_once_and_continue(lab, one, keys)
        _wrap_up(lab, one, keys)
        _move_to_background(lab, one, keys)
        one.wait_registry("shell", PATIENCE)  # idle, but for what runs in the background
        _end(one)
        until(lambda: "Background command" in _told(daemon), PATIENCE, lambda: _told(daemon))

        assert other.registry()["status"] == "busy", "the other agent works on"
        one.stop()
        keys.wait("lost", "", "", "", "Sessions")
        later.open()
        other.wait_screen("I waited.", PATIENCE)
        its_keys.wait("idle")
        shown = {
            told["session"] for told in its_keys.device.heard if "shown" in told and told["session"]
        }
        assert shown == {its["id"]}, "nothing of the other session"


def _told(daemon: LiveDaemon) -> str:
    """All that waits, and all that did."""
    return f"{daemon.asks()} {daemon.history()}"


def _allow(lab: Lab, agent: Agent, keys: Keyboard) -> None:
    lab.model.on("make a file", Script().bash("npm --version > made.txt").say("It is made."))
    agent.prompt("make a file")
    keys.wait("permission", "Yes")
    keys.press(FIRST)
    agent.wait_screen("It is made.", PATIENCE)
    assert (agent.cwd / "made.txt").exists()


def _lose_the_network(
    lab: Lab, daemon: LiveDaemon, agent: Agent, keys: Keyboard, line: CutLine
) -> None:
    """Something is asked meanwhile; it is on the keys once the network is back."""
    lab.model.on("make another", Script().bash("npm --version > more.txt").say("One more is made."))
    back = time.monotonic() + CUT
    agent.wait_registry("idle", PATIENCE)
    line.cut(silently=SOAKS)
    agent.prompt("make another")
    daemon.wait_ask(containing="more.txt")
    time.sleep(max(0.0, back - time.monotonic()))
    keys.device.wait(lambda told: told.get("status") == "offline")
    keys.press(FIRST)  # the last board can be seen, not pressed
    assert daemon.wait_ask(containing="more.txt")
    line.restore()
    back_again = 2 * PATIENCE  # its pauses have grown, to half a minute and more
    keys.device.wait(lambda told: told.get("heard") == "welcome", back_again)
    keys.wait("permission", "Yes")
    keys.press(FIRST)
    agent.wait_screen("One more is made.", PATIENCE)
    assert (agent.cwd / "more.txt").exists()


def _stop_and_continue(lab: Lab, agent: Agent, keys: Keyboard) -> None:
    lab.model.on("sleep long", Script().bash(ENDLESS).say("Too late."))
    lab.model.on("continue with what", Script().say("I go on."))
    agent.wait_registry("idle", PATIENCE)
    agent.prompt("sleep long")
    keys.wait("working", "STOP", "BACKGROUND", ENDLESS)
    keys.press(FIRST)
    agent.wait_registry("idle", PATIENCE)
    keys.wait("idle", "Continue")
    keys.press(FIRST)
    agent.wait_screen("I go on.", PATIENCE)


def _stop_at_once_and_continue(lab: Lab, agent: Agent, keys: Keyboard) -> None:
    """Nothing has come of the prompt: the agent puts it back into its composer."""
    thinking = Gate()
    lab.model.on("think", Script().hold(thinking).say("I thought about it."))
    agent.wait_registry("idle", PATIENCE)
    agent.prompt("think")
    thinking.wait_reached(PATIENCE)
    keys.wait("working", "STOP")
    keys.press(FIRST)
    agent.wait_registry("idle", PATIENCE)
    thinking.open()
    keys.wait("idle", "Continue")
    keys.press(FIRST)
    agent.wait_screen("I thought about it.", PATIENCE)


def _wrap_up(lab: Lab, agent: Agent, keys: Keyboard) -> None:
    lab.model.on("do a lot", Script().bash(ENDLESS).say("All of it."))
    lab.model.on("finish the step", Script().say("Wrapped up."))
    agent.wait_registry("idle", PATIENCE)
    agent.prompt("do a lot")
    keys.wait("working", "STOP", "BACKGROUND", ENDLESS)
    keys.device.hold(FIRST, HELD)
    agent.wait_screen("finish the step", PATIENCE)  # it waits for the command's end
    _end(agent)
    agent.wait_screen("Wrapped up.", PATIENCE)
    keys.wait("idle", "Continue")


def _end(agent: Agent) -> None:
    """End the command that the agent runs."""
    below = psutil.Process(agent.pid).children(recursive=True)
    (command,) = (process for process in below if words_of(process) == ENDLESS.split())
    command.terminate()


def _move_to_background(lab: Lab, agent: Agent, keys: Keyboard) -> None:
    lab.model.on("serve it", Script().bash(ENDLESS).say("It is served."))
    agent.wait_registry("idle", PATIENCE)
    agent.prompt("serve it")
    keys.wait("working", "STOP", "BACKGROUND", ENDLESS)
    agent.wait_screen("ctrl+b", PATIENCE)  # the agent takes the key from then on
    keys.press(SECOND)
    agent.wait_screen("It is served.", PATIENCE)
