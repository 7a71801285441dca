"""Devices are paired over the network: by a link's code, or by digits that they show."""

import hashlib
import json

import pytest
from tests.stage.agent_name import called_claude
from tests.stage.calls import call
from tests.stage.daemon import StagedDaemon
from tests.stage.device import DeviceClient, Door, begin, paired, showing, why_closed
from tests.stage.until import PATIENCE
from websockets.exceptions import ConnectionClosed

from quarterdeck.doors.network.pairing import CLOSED, MISTAKEN, OTHER_PAIRED, WRONG_CODE


def refused(door: Door, *said: object) -> str:
    """Why a device is not paired."""
    with door.websocket("/pair") as line:
        code, _, why = why_closed(line, *said).partition(" ")
    assert code == "1008"
    return why


def by_code(code: str, name: str = "desk") -> dict[str, object]:
    return {"type": "pair", "v": 1, "name": name, "code": code}


def test_a_links_code_gives_one_device_a_token(daemon: StagedDaemon, door: Door) -> None:
    code = begin(daemon, role="answer", ceiling="medium")
    with door.websocket("/pair") as line:
        line.send(json.dumps(by_code(code, "The desk's")))
        told = json.loads(line.recv(PATIENCE))
    listed = {device["id"]: device for device in call(daemon, "GET", "/api/devices")[1]}
    device = listed[told["device"]]
    assert (device["name"], device["kind"]) == ("The desk's", "device")
    assert (device["role"], device["ceiling"]) == ("answer", "medium")
    assert refused(door, by_code(code)) == CLOSED
    with DeviceClient(door, token=told["token"]) as keys:
        assert keys.name


def test_of_its_token_only_the_hash_is_kept(daemon: StagedDaemon, door: Door) -> None:
    token = paired(daemon, door)["token"].encode()
    kept = [f for f in daemon.home.iterdir() if f.is_file() and token in f.read_bytes()]
    assert not kept
    journal = b"".join(f.read_bytes() for f in daemon.home.glob("journal.db*"))
    assert hashlib.sha256(token).hexdigest().encode() in journal


def test_a_device_is_paired_by_the_digits_that_it_shows(daemon: StagedDaemon, door: Door) -> None:
    begin(daemon, name="Mine")
    with showing(door) as (line, digits), showing(door) as (other, _):
        status, device = call(daemon, "POST", "/api/pairing/digits", {"digits": digits})
        assert (status, device["name"]) == (200, "Mine")
        told = json.loads(line.recv(PATIENCE))
        with pytest.raises(ConnectionClosed) as over:
            other.recv(PATIENCE)
    assert told["device"] == device["id"]
    assert over.value.rcvd
    assert over.value.rcvd.reason == OTHER_PAIRED
    assert call(daemon, "GET", "/api/pairing")[1]["paired"]["id"] == device["id"]
    DeviceClient(door, token=told["token"]).__exit__(None, None, None)


def test_digits_that_nobody_shows_pair_nobody_and_three_mistakes_end_it(
    daemon: StagedDaemon, door: Door
) -> None:
    begin(daemon)
    with showing(door) as (line, digits):
        wrong = f"{(int(digits) + 1) % 1_000_000:06}"
        for _ in range(3):
            status, told = call(daemon, "POST", "/api/pairing/digits", {"digits": wrong})
            assert (status, told["message"]) == (409, MISTAKEN)
        with pytest.raises(ConnectionClosed):
            line.recv(PATIENCE)
    assert call(daemon, "POST", "/api/pairing/digits", {"digits": digits})[0] == 409


@pytest.mark.parametrize(
    ("said", "why"),
    [
        (["no JSON"], "not JSON"),
        (['{"type": "pair", "name": "\\ud800"}'], "not JSON"),
        (["x" * 3000], "at most 2048 characters"),
        ([{"type": "hello"}], "of the type 'pair'"),
        ([{"type": "pair", "v": 2}], "version 1"),
        ([{"type": "pair", "v": 1, "name": "\x1b\x07", "code": "x"}], "'name'"),
        ([{"type": "pair", "v": 1, "name": "x", "code": 3}], "'code'"),
        ([{"type": "pair", "v": 1, "name": "x", "commitment": "zz"}], "'commitment'"),
        ([by_code("guessed")], WRONG_CODE),
        (
            [
                {"type": "pair", "v": 1, "name": "x", "commitment": "00" * 32},
                {"type": "reveal", "nonce": "11" * 16},
            ],
            "not the nonce",
        ),
    ],
)
def test_nonsense_is_refused_in_a_sentence(
    daemon: StagedDaemon, door: Door, said: list[object], why: str
) -> None:
    code = begin(daemon)
    assert why in refused(door, *said)
    with door.websocket("/pair") as line:
        line.send(json.dumps(by_code(code)))
        assert "token" in json.loads(line.recv(PATIENCE)), "what others say spoils nothing"


def test_who_speaks_while_it_waits_waits_no_longer(daemon: StagedDaemon, door: Door) -> None:
    begin(daemon)
    with showing(door) as (line, digits):
        line.send("again and again")
        with pytest.raises(ConnectionClosed):
            line.recv(PATIENCE)
        assert call(daemon, "POST", "/api/pairing/digits", {"digits": digits})[0] == 409
    call(daemon, "POST", "/api/pairing/cancel")


def test_without_a_person_nobody_is_paired(door: Door) -> None:
    assert refused(door, by_code("any")) == CLOSED


def test_no_agent_is_paired(daemon: StagedDaemon, door: Door) -> None:
    code = begin(daemon)
    with called_claude():
        assert "An agent may not" in refused(door, by_code(code))
    call(daemon, "POST", "/api/pairing/cancel")
