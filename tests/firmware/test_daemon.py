"""The firmware on a real MicroPython, connected to the real daemon."""

import json
import queue
import subprocess
import threading
import time
from collections.abc import Callable, Iterator
from subprocess import DEVNULL, PIPE
from typing import Any
from urllib.parse import urlsplit

import pytest
from tests.firmware.micropython import command
from tests.stage.daemon import StagedDaemon, staged_daemon
from tests.stage.until import PATIENCE

Json = dict[str, Any]

ALLOW = 0  # yes is on the first of four keys
HOLD = 0.2  # seconds
SETTINGS = "[display]\nguard_ms = 0\nhold_ms = 200\n"


class Device:
    """A keyboard on the desk: fingers go in, what it does comes out."""

    def __init__(self, daemon: StagedDaemon) -> None:
        where = urlsplit(daemon.url)
        token = daemon.paths.token.read_text().strip()
        statements = "from watched import run_forever\n"
        statements += f"await run_forever({where.hostname!r}, {where.port}, {token!r})"
        self._process = subprocess.Popen(
            command(statements), stdin=PIPE, stdout=PIPE, stderr=DEVNULL, text=True
        )
        self._told: queue.Queue[Json] = queue.Queue()
        self._listener = threading.Thread(target=self._listen)
        self._listener.start()

    def _listen(self) -> None:
        assert self._process.stdout
        for line in self._process.stdout:
            self._told.put(json.loads(line))

    def wait(self, is_it: Callable[[Json], object]) -> Json:
        """The next thing it tells that is meant."""
        end = time.monotonic() + PATIENCE
        while True:
            told = self._told.get(timeout=max(0.0, end - time.monotonic()))
            if is_it(told):
                return told

    def contacts(self, *down: int) -> None:
        assert self._process.stdin
        self._process.stdin.write(f"{sum(1 << key for key in down)}\n")
        self._process.stdin.flush()

    def press(self, key: int) -> None:
        self.contacts(key)
        self.wait(lambda told: told.get("down") == key)
        self.contacts()
        self.wait(lambda told: told.get("up") == key)

    def hold(self, key: int, seconds: float) -> None:
        """Hold a key for so long since the daemon counts."""
        self.contacts(key)
        self.wait(lambda told: told.get("heard") == "began")
        time.sleep(seconds)
        self.contacts()
        self.wait(lambda told: told.get("up") == key)

    def close(self) -> None:
        with self._process:  # closes its pipes
            self._process.kill()
            self._listener.join()


@pytest.fixture
def daemon() -> Iterator[StagedDaemon]:
    with staged_daemon(settings=SETTINGS) as daemon:
        yield daemon


@pytest.fixture
def device(daemon: StagedDaemon) -> Iterator[Device]:
    device = Device(daemon)
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
