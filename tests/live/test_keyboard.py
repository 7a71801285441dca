"""The real Claude Code in tmux, and keyboards whose firmware runs on MicroPython."""

from collections.abc import Iterator
from contextlib import contextmanager

from tests.firmware.desk import Device
from tests.live.daemon import Json, LiveDaemon
from tests.live.lab.agent import Agent
from tests.live.lab.lab import Lab
from tests.live.lab.script import Gate, Script
from tests.stage.until import PATIENCE, until

SETTINGS = "[http]\nport = 0\n[display]\nguard_ms = 0\nhold_ms = 200\n"
FIRST, SECOND = 0, 1
HELD = 0.4  # seconds: twice what it needs


@contextmanager
def keyboard(daemon: LiveDaemon, name: str, session: Json) -> Iterator[Device]:
    """A keyboard that belongs to this session."""
    device = Device(daemon.url, daemon.paths.token.read_text().strip(), name)
    try:
        device.wait(lambda told: "shown" in told)
        daemon.post(f"/api/surfaces/keyboard-{name}/bind", {"session": session["id"]})
        device.wait(lambda told: told.get("session") == session["id"])
        yield device
    finally:
        device.close()


def session_of(daemon: LiveDaemon, agent: Agent) -> Json:
    """An agent's session, once its pane is known."""

    def found() -> Json | None:
        mine = (s for s in daemon.sessions() if s["cwd"] == str(agent.cwd))
        return next((s for s in mine if (s["terminal"] or {}).get("tty")), None)

    return until(found, PATIENCE, lambda: str(daemon.sessions()))


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
    lab.model.on("make a file", Script().bash("npm --version > made.txt").say("It is made."))
    lab.model.on("serve it", Script().bash("sleep 6").say("It is served."))
    lab.model.on("sleep long", Script().bash("sleep 60").say("Too late."))
    lab.model.on("continue with what", Script().say("I go on."))
    lab.model.on("do a lot", Script().bash("sleep 4").say("All of it."))
    lab.model.on("finish the step", Script().say("Wrapped up."))
    lab.model.on("wait for me", Script().hold(later).say("I waited."))
    settings = {"permissions": {"allow": ["Bash(sleep *)"]}}
    one, other = lab.agent(version, settings=settings), lab.agent(version, settings=settings)
    mine, its = session_of(daemon, one), session_of(daemon, other)
    with keyboard(daemon, "one", mine) as keys, keyboard(daemon, "other", its) as its_keys:
        other.prompt("wait for me")
        its_keys.wait_board("working", "STOP")

        one.prompt("make a file")
        keys.wait_board("permission", "Yes")
        keys.press(FIRST)
        one.wait_screen("It is made.", PATIENCE)
        assert (one.cwd / "made.txt").exists()

        one.prompt("sleep long")
        keys.wait_board("working", "STOP", "BACKGROUND")
        keys.press(FIRST)
        one.wait_registry("idle", PATIENCE)
        assert other.registry()["status"] == "busy", "the other agent works on"
        keys.wait_board("idle", "Continue")
        keys.press(FIRST)
        one.wait_screen("I go on.", PATIENCE)

        one.prompt("do a lot")
        keys.wait_board("working", "STOP. hold", "BACKGROUND")
        keys.hold(FIRST, HELD)
        one.wait_screen("Wrapped up.", PATIENCE)
        keys.wait_board("idle", "Continue")

        one.prompt("serve it")
        keys.wait_board("working", "STOP", "BACKGROUND")
        one.wait_screen("ctrl+b", PATIENCE)  # the agent takes the key from then on
        keys.press(SECOND)
        one.wait_screen("It is served.", PATIENCE)
        until(lambda: "Background command" in str(daemon.history()), PATIENCE, daemon.log)

        one.stop()
        lost = keys.wait_board("lost")
        assert lost["says"][3] == "Sessions"
        later.open()
        other.wait_screen("I waited.", PATIENCE)
        its_keys.wait_board("idle")
        shown = {told["session"] for told in its_keys.heard if "shown" in told and told["session"]}
        assert shown == {its["id"]}, "nothing of the other session"
