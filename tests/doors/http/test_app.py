"""The daemon's own calls, and what is nowhere."""

import pytest
from tests.stage.calls import call, raw
from tests.stage.daemon import StagedDaemon

from quarterdeck import __version__
from quarterdeck.doors.http.app import open_by_default


def test_health_says_that_all_is_well(daemon: StagedDaemon) -> None:
    assert call(daemon, "GET", "/healthz", Authorization=None) == (
        200,
        {"ok": True, "version": __version__},
    )


def test_status_counts(daemon: StagedDaemon) -> None:
    status, told = call(daemon, "GET", "/api/status")
    assert status == 200
    assert told["version"] == __version__
    assert (told["sessions"], told["asks"], told["trouble"]) == (0, 0, None)


def test_metrics_are_in_the_form_of_prometheus(daemon: StagedDaemon) -> None:
    status, text = call(daemon, "GET", "/metrics")
    assert status == 200
    for line in text.splitlines():
        assert line.startswith("# ") or float(line.rpartition(" ")[2]) >= 0


@pytest.mark.parametrize(
    ("method", "path", "status"),
    [
        ("GET", "/nowhere", 404),
        ("GET", "/api/sessions/nobody", 404),
        ("GET", "/api/sessions/nobody/explain", 404),
        ("POST", "/api/asks", 405),
        ("DELETE", "/api/asks/a1", 405),
        ("GET", "/api/stop", 405),
        ("PATCH", "/healthz", 405),
    ],
)
def test_what_is_not_there_is_said_as_json(
    daemon: StagedDaemon, method: str, path: str, status: int
) -> None:
    found, told = call(daemon, method, path)
    assert (found, told["status"]) == (status, "error")
    assert told["message"]


@pytest.mark.parametrize(
    "data",
    [
        b"nonsense\r\n\r\n",
        b"\x16\x03\x01\x00\xff",
        b"GET / HTTP/9.9\r\n\r\n",
        b"GET /healthz HTTP/1.1\r\n\r\n",
        b"GET /healthz HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: localhost\r\nX: " + b"x" * 200_000 + b"\r\n\r\n",
        b"POST /api/hello HTTP/1.1\r\nHost: localhost\r\nContent-Length: x\r\n\r\n",
    ],
)
def test_bytes_that_are_no_request_are_refused(daemon: StagedDaemon, data: bytes) -> None:
    told = raw(daemon, data)
    assert told == b"" or told.startswith((b"HTTP/1.1 400 ", b"HTTP/1.1 421 ", b"HTTP/1.1 431 "))
    assert call(daemon, "GET", "/healthz")[0] == 200


def test_only_health_and_the_exchange_of_a_code_are_open() -> None:
    assert open_by_default("GET", "/healthz")
    assert open_by_default("POST", "/api/hello")
    assert not open_by_default("GET", "/api/hello")
    assert not open_by_default("GET", "/api/asks")
