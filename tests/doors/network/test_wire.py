"""What is said while a device is paired; what is wrong is named."""

import hashlib
import json
from urllib.parse import parse_qs, urlsplit

import pytest

from quarterdeck.doors.http.wire import BadRequest
from quarterdeck.doors.network.wire import (
    ByCode,
    ByDigits,
    announcement,
    are_digits,
    digits_of,
    link,
    read_first,
    read_revealed,
)

PIN, NONCE = "ab" * 32, bytes(range(16))


def test_a_device_comes_with_a_code_or_settles_on_a_nonce() -> None:
    said = {"type": "pair", "v": 1, "name": " My\x1b[31m desk\n "}
    assert read_first(json.dumps({**said, "code": "c"})) == ByCode("My[31m desk", "c")
    settled = hashlib.sha256(NONCE).hexdigest()
    first = read_first(json.dumps({**said, "commitment": settled}))
    assert first == ByDigits("My[31m desk", settled)
    assert read_revealed(json.dumps({"type": "reveal", "nonce": NONCE.hex()}), settled) == NONCE


def test_another_nonce_than_the_one_settled_on_is_refused() -> None:
    other = json.dumps({"type": "reveal", "nonce": bytes(16).hex()})
    with pytest.raises(BadRequest, match="not the nonce"):
        read_revealed(other, hashlib.sha256(NONCE).hexdigest())


def test_the_digits_depend_on_the_certificate_and_both_nonces() -> None:
    found = {
        digits_of(PIN, NONCE, NONCE),
        digits_of("cd" * 32, NONCE, NONCE),
        digits_of(PIN, bytes(16), NONCE),
        digits_of(PIN, NONCE, bytes(16)),
    }
    assert len(found) == 4
    assert all(are_digits(digits) for digits in found)


@pytest.mark.parametrize("text", ["", "12345", "1234567", "12 456", "١٢٣٤٥٦", "12345a"])
def test_digits_are_six(text: str) -> None:
    assert not are_digits(text)


@pytest.mark.parametrize("host", ["192.168.1.5", "fe80::1"])
def test_a_link_holds_all_that_a_device_needs(host: str) -> None:
    found = urlsplit(link(host, 8080, "a-code_", PIN))
    assert (found.scheme, found.hostname, found.port, found.path) == (
        "quarterdeck",
        host,
        8080,
        "/pair",
    )
    assert parse_qs(found.query) == {"code": ["a-code_"], "pin": [PIN]}


def test_an_announcement_names_its_daemon() -> None:
    told = json.loads(announcement("desk", 8081, PIN))
    assert told == {"quarterdeck": 1, "name": "desk", "port": 8081, "pin": PIN}
