"""A person opens the minute in which a device is paired, and nobody else does."""

from urllib.parse import parse_qs, urlsplit

import pytest
from tests.stage.agent_name import called_claude
from tests.stage.calls import call
from tests.stage.daemon import StagedDaemon
from tests.stage.device import Door


def test_a_link_says_where_to_come_and_by_what_to_know_the_daemon(
    daemon: StagedDaemon, door: Door
) -> None:
    told = call(daemon, "POST", "/api/pairing", {})[1]
    link = urlsplit(told["link"])
    assert (link.hostname, link.port) == (door.host, door.port)
    assert parse_qs(link.query)["pin"] == [door.pin]
    assert 0 < told["left"] <= 60
    assert call(daemon, "POST", "/api/pairing/cancel") == (200, {"status": "ok"})
    assert call(daemon, "GET", "/api/pairing")[1]["left"] == 0


@pytest.mark.parametrize(
    "body",
    [{"role": "root"}, {"ceiling": "none"}, {"name": "x" * 61}, {"name": "\x1b"}, {"name": 1}],
)
def test_what_makes_no_sense_opens_nothing(daemon: StagedDaemon, body: dict[str, object]) -> None:
    assert call(daemon, "POST", "/api/pairing", body)[0] == 400
    assert call(daemon, "GET", "/api/pairing")[1]["left"] == 0


def test_digits_are_six(daemon: StagedDaemon) -> None:
    for digits in (None, 123456, "12345", "١٢٣٤٥٦"):
        assert call(daemon, "POST", "/api/pairing/digits", {"digits": digits})[0] == 400


def test_an_agent_pairs_nothing_and_grants_nothing(daemon: StagedDaemon) -> None:
    with called_claude():
        for path in ("", "/digits", "/cancel"):
            body = {"digits": "123456"}
            assert call(daemon, "POST", f"/api/pairing{path}", body)[0] == 403
        assert call(daemon, "GET", "/api/pairing")[0] == 403
        assert call(daemon, "POST", "/api/devices/any/rights", {})[0] == 403
