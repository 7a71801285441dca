"""The firmware on a real MicroPython, paired with the real daemon over TLS."""

import json
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from subprocess import DEVNULL, PIPE
from typing import Any

import pytest
from tests.firmware.micropython import command
from tests.stage.calls import call
from tests.stage.daemon import StagedDaemon
from tests.stage.device import begin, daemon_with_door, door_of, opened, paired
from tests.stage.until import until

Json = dict[str, Any]


@pytest.fixture(scope="module")
def daemon() -> Iterator[StagedDaemon]:
    with daemon_with_door() as daemon:
        yield daemon


@contextmanager
def newcomer(**given: object) -> Iterator[Iterator[Json]]:
    """A keyboard without a token, and what it tells."""
    line = command(f"from newcomer import run_forever\nawait run_forever(**{given!r})")
    with subprocess.Popen(line, stdin=PIPE, stdout=PIPE, stderr=DEVNULL, text=True) as device:
        assert device.stdout
        try:
            yield (json.loads(text) for text in device.stdout)
        finally:
            device.kill()


def test_a_keyboard_is_paired_by_the_digits_it_shows(daemon: StagedDaemon) -> None:
    begin(daemon)
    where = opened(daemon)
    assert where
    with newcomer(host=where["host"], port=where["port"]) as told:
        digits = next(said["digits"] for said in told if "digits" in said)
        status, device = call(daemon, "POST", "/api/pairing/digits", {"digits": digits})
        assert (status, device["name"]) == (200, "T-Keyboard desk-9")
        assert any(said.get("heard") == "board" for said in told)


def test_a_keyboard_is_paired_by_a_link(daemon: StagedDaemon) -> None:
    code = begin(daemon)
    where = opened(daemon)
    assert where
    given = {"host": where["host"], "port": where["port"], "code": code, "pin": where["pin"]}
    with newcomer(**given) as told:
        assert any(said.get("heard") == "board" for said in told)


def test_of_two_keyboards_with_one_token_the_first_gives_way_and_you_are_told(
    daemon: StagedDaemon,
) -> None:
    with door_of(daemon) as door:
        mine = paired(daemon, door)
    given = {"host": door.host, "port": door.port, "pin": door.pin, "token": mine["token"]}

    def is_told() -> bool:
        devices: list[Json] = call(daemon, "GET", "/api/devices")[1]
        return any(d["taken_over"] for d in devices if d["id"] == mine["device"])

    with newcomer(**given) as first:
        assert any(said.get("heard") == "board" for said in first)
        assert not is_told()
        with newcomer(**given) as second:
            assert any(said.get("status") == "taken over" for said in first)
            assert any(said.get("heard") == "board" for said in second)
            until(is_told, 20, lambda: "nobody is told")
