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
from tests.stage.device import begin, daemon_with_door, opened

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
