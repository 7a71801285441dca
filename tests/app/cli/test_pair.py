"""`qd pair`: one device comes in by a link, or by the digits that it shows."""

import json
import os
import re
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import pytest
from tests.app.cli.conftest import Qd, Told
from tests.stage.calls import call
from tests.stage.daemon import StagedDaemon
from tests.stage.device import Door, daemon_with_door, door_of, showing
from tests.stage.until import PATIENCE, until

from quarterdeck.app.cli import pair
from quarterdeck.doors.network.door import OFF
from quarterdeck.doors.network.pairing import MISTAKEN


@pytest.fixture(scope="module")
def open_daemon() -> Iterator[StagedDaemon]:
    with daemon_with_door() as daemon:
        yield daemon


@pytest.fixture(scope="module")
def door(open_daemon: StagedDaemon) -> Iterator[Door]:
    with door_of(open_daemon) as door:
        yield door


@pytest.fixture
def qd_pair(
    open_daemon: StagedDaemon, qd_at: Callable[[Path], Qd]
) -> Iterator[Callable[..., "Future[Told]"]]:
    """`qd pair`, once it waits for a device."""
    with ThreadPoolExecutor(1) as person:

        def begin(*words: str) -> "Future[Told]":
            going = person.submit(qd_at(open_daemon.home), "pair", *words)
            until(lambda: state(open_daemon)["left"], 20, lambda: "it does not begin")
            return going

        yield begin


def state(daemon: StagedDaemon) -> dict[str, object]:
    found: dict[str, object] = call(daemon, "GET", "/api/pairing")[1]
    return found


def test_the_device_that_shows_the_digits_comes_in(
    open_daemon: StagedDaemon, door: Door, qd_pair: Callable[..., "Future[Told]"]
) -> None:
    going = qd_pair("--name", "Desk", "--role", "answer", "--ceiling", "medium")
    with showing(door) as (_, digits):
        body = {"digits": digits}
        assert call(open_daemon, "POST", "/api/pairing/digits", body)[0] == 200
        told = going.result(PATIENCE)
    assert told.code == 0
    assert re.search(r"Desk \(device-\w+\) may answer, and allow up to medium\.\n$", told.out)
    link = urlsplit(re.search(r"^Link +(\S+)$", told.out, re.MULTILINE)[1])  # type: ignore[index]
    assert (link.port, parse_qs(link.query)["pin"]) == (door.port, [door.pin])


def test_the_digits_can_be_typed_at_the_terminal(
    open_daemon: StagedDaemon,
    door: Door,
    qd_pair: Callable[..., "Future[Told]"],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    keyboard, terminal = os.openpty()
    with os.fdopen(terminal) as stdin, os.fdopen(keyboard, "w", buffering=1) as typing:
        monkeypatch.setattr(sys, "stdin", stdin)
        going = qd_pair()
        with showing(door) as (line, digits):
            typing.write(f"{int(digits) ^ 1:06}\n{digits[:3]} {digits[3:]}\n")
            told = going.result(PATIENCE)
            assert "token" in json.loads(line.recv(PATIENCE))
    assert told.code == 0
    assert MISTAKEN in told.out
    assert "desk (device-" in told.out


def test_digits_can_be_given_with_the_command(
    open_daemon: StagedDaemon, door: Door, qd_at: Callable[[Path], Qd]
) -> None:
    qd = qd_at(open_daemon.home)
    call(open_daemon, "POST", "/api/pairing", {})
    with showing(door) as (_, digits):
        assert "may answer and type, and allow up to high" in qd("pair", "--digits", digits).out
    told = qd("pair", "--digits", digits)
    assert told.code == 1
    assert "run `qd pair`" in told.err


def test_who_gives_up_lets_nobody_in(
    open_daemon: StagedDaemon, qd_at: Callable[[Path], Qd], monkeypatch: pytest.MonkeyPatch
) -> None:
    def give_up() -> str:
        raise KeyboardInterrupt

    monkeypatch.setattr(pair, "_typed", give_up)
    assert qd_at(open_daemon.home)("pair").code == 130
    assert state(open_daemon)["left"] == 0


def test_a_minute_in_which_nobody_comes_ends(
    open_daemon: StagedDaemon, qd_pair: Callable[..., "Future[Told]"]
) -> None:
    going = qd_pair()
    call(open_daemon, "POST", "/api/pairing/cancel")
    told = going.result(PATIENCE)
    assert (told.code, told.err.splitlines()[0]) == (1, "qd: No device was paired.")


def test_while_the_door_is_closed_it_says_how_to_open_it(qd: Qd) -> None:
    told = qd("pair")
    assert (told.code, told.err.splitlines()[0]) == (1, f"qd: {OFF}")
