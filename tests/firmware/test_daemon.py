"""The firmware on a real MicroPython, connected to the real daemon."""

from collections.abc import Iterator

import pytest
from tests.firmware.desk import Device, Json
from tests.stage.calls import call, token
from tests.stage.daemon import StagedDaemon, staged_daemon

ALLOW = 0  # yes is on the first of four keys
HOLD = 0.2  # seconds
SETTINGS = "[display]\nguard_ms = 0\nhold_ms = 200\n"


@pytest.fixture
def daemon() -> Iterator[StagedDaemon]:
    with staged_daemon(settings=SETTINGS) as daemon:
        yield daemon


@pytest.fixture
def device(daemon: StagedDaemon) -> Iterator[Device]:
    device = Device(daemon.url, token(daemon))
    yield device
    device.close()


def can_press(told: Json) -> object:
    return told.get("name") == "permission" and told["faces"][ALLOW][0]


def must_hold(told: Json) -> object:
    return told.get("name") == "permission" and told["faces"][ALLOW][0] is None


def test_a_permission_is_answered_on_a_key_and_again_after_the_daemon_was_killed(
    daemon: StagedDaemon, device: Device
) -> None:
    agent = daemon.agent("shop")
    asked = agent.bash("npm run build", tool_use_id="t1")
    device.wait(can_press)
    device.press(ALLOW)
    assert asked.reply()["decision"]["behavior"] == "allow"
    about = {"tool_name": "Bash", "tool_input": {"command": "npm run build"}}
    agent.tell("PostToolUse", tool_use_id="t1", **about)
    told = device.wait(lambda told: told.get("heard") == "outcome")
    assert told["outcome"] == "accepted"

    daemon.kill()
    daemon.up()
    device.wait(lambda told: told.get("heard") == "welcome")
    again = agent.bash("npm run test")
    device.wait(can_press)
    device.press(ALLOW)
    assert again.reply()["decision"]["behavior"] == "allow"


def test_something_critical_is_allowed_by_holding_only(
    daemon: StagedDaemon, device: Device
) -> None:
    asked = daemon.agent("shop").bash("rm -rf ~/projects")
    device.wait(must_hold)
    device.press(ALLOW)
    told = device.wait(lambda told: told.get("heard") == "outcome")
    assert told["outcome"] is None
    assert daemon.asks(), "it is still open"
    device.hold(ALLOW, HOLD * 1.5)
    assert asked.reply()["decision"]["behavior"] == "allow"


def test_a_keyboard_belongs_to_its_session_after_a_crash_and_shows_when_it_is_lost(
    daemon: StagedDaemon, device: Device
) -> None:
    shop, barn = daemon.agent("shop"), daemon.agent("barn")
    sessions: list[Json] = call(daemon, "GET", "/api/sessions")[1]
    mine = next(s["id"] for s in sessions if s["name"] == "barn")
    device.wait(lambda told: "shown" in told)
    call(daemon, "POST", "/api/surfaces/keyboard-desk-1/bind", {"session": mine})
    device.wait(lambda told: told.get("session") == mine)
    daemon.kill()
    daemon.up()
    device.wait(lambda told: told.get("heard") == "welcome")
    shop.bash("npm run build")
    own = barn.bash("npm test")
    told = device.wait(can_press)
    assert told["session"] == mine
    device.press(ALLOW)
    assert own.reply()["decision"]["behavior"] == "allow"
    assert daemon.asks(), "that of the other session is still open"
    barn.close()
    told = device.wait(lambda told: told.get("name") == "lost")
    assert (told["session"], told["says"][3]) == (mine, "Sessions")
