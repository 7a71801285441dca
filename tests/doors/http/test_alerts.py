"""The calls about alerts, on a daemon on which only pages can be told."""

from tests.stage.calls import call
from tests.stage.daemon import StagedDaemon


def test_every_channel_is_listed_with_how_it_did(daemon: StagedDaemon) -> None:
    status, told = call(daemon, "GET", "/api/alerts")
    [page] = told
    assert status == 200
    assert (page["channel"], page["sent"], page["why"]) == ("page", None, "")


def test_a_test_says_what_became_of_it(daemon: StagedDaemon) -> None:
    status, told = call(daemon, "POST", "/api/alerts/test", {"channel": "page"})
    assert status == 200
    [result] = told["results"]
    assert (result["sent"], result["why"]) == (False, "No page is open.")
    [page] = call(daemon, "GET", "/api/alerts")[1]
    assert page["why"] == "No page is open."


def test_without_a_channel_a_test_goes_to_nobody(daemon: StagedDaemon) -> None:
    assert call(daemon, "POST", "/api/alerts/test", {})[1] == {"results": []}


def test_a_channel_that_is_not_there_is_not_found(daemon: StagedDaemon) -> None:
    for name in ("nobody", 7, ["page"]):
        status, told = call(daemon, "POST", "/api/alerts/test", {"channel": name})
        assert (status, told["error_type"]) == (404, "not_found")
