"""Nobody else gets in: no other host, no other page, nobody without the token."""

import pytest
from tests.stage.calls import call, token
from tests.stage.daemon import StagedDaemon

from quarterdeck.doors.http import access
from quarterdeck.doors.http.access import MOST, Tokens

CLOSED = [
    ("GET", "/api/asks"),
    ("GET", "/api/sessions"),
    ("GET", "/api/status"),
    ("GET", "/api/events"),
    ("GET", "/api/history"),
    ("GET", "/metrics"),
    ("GET", "/nowhere"),
    ("POST", "/api/asks/a1/answer"),
    ("POST", "/api/stop"),
    ("POST", "/api/codes"),
    ("POST", "/healthz/"),
    ("GET", "/api/token"),
]


@pytest.mark.parametrize(("method", "path"), CLOSED)
def test_without_the_token_nothing_is_told(daemon: StagedDaemon, method: str, path: str) -> None:
    status, told = call(daemon, method, path, Authorization=None)
    assert (status, told["error_type"]) == (401, "no_token")


@pytest.mark.parametrize(
    "given",
    ["", "Bearer", "Bearer ", "Bearer wrong", "Basic {}", "{}", "Bearer {}x", "Bearer \xff"],
)
def test_only_the_token_itself_opens(daemon: StagedDaemon, given: str) -> None:
    status, told = call(daemon, "GET", "/api/asks", Authorization=given.format(token(daemon)))
    assert (status, told["error_type"]) == (401, "no_token")


@pytest.mark.parametrize(("method", "path"), [("GET", "/healthz"), ("GET", "/")])
def test_what_tells_nothing_about_anybody_needs_no_token(
    daemon: StagedDaemon, method: str, path: str
) -> None:
    assert call(daemon, method, path, Authorization=None)[0] == 200


@pytest.mark.parametrize(
    "host",
    ["evil.example", "127.0.0.1.evil.example", "", "[::1", "127.0.0.2", "//[", "a b", "x" * 5000],
)
def test_a_name_that_is_not_ours_is_refused(daemon: StagedDaemon, host: str) -> None:
    for path in ("/healthz", "/api/asks"):
        status, told = call(daemon, "GET", path, Host=host)
        assert (status, told["error_type"]) == (421, "wrong_host")


@pytest.mark.parametrize("host", ["localhost", "LOCALHOST:1", "127.0.0.1", "[::1]:8081"])
def test_our_own_names_are_ours(daemon: StagedDaemon, host: str) -> None:
    assert call(daemon, "GET", "/api/asks", Host=host)[0] == 200


@pytest.mark.parametrize(
    "origin", ["http://evil.example", "null", "", "http://127.0.0.1:1", "http://[", "file://"]
)
def test_another_page_is_refused_even_with_the_token(daemon: StagedDaemon, origin: str) -> None:
    for method, path in (("GET", "/api/asks"), ("POST", "/api/token"), ("GET", "/healthz")):
        status, told = call(daemon, method, path, Origin=origin)
        assert (status, told["error_type"]) == (403, "wrong_origin")


@pytest.mark.parametrize("site", ["cross-site", "same-site", "anything"])
def test_a_browser_that_comes_from_elsewhere_is_refused(daemon: StagedDaemon, site: str) -> None:
    status, told = call(daemon, "GET", "/api/asks", Sec_Fetch_Site=site)
    assert (status, told["error_type"]) == (403, "wrong_origin")


def test_our_own_page_gets_in(daemon: StagedDaemon) -> None:
    assert (
        call(daemon, "GET", "/api/asks", Origin=daemon.url, Sec_Fetch_Site="same-origin")[0] == 200
    )
    assert call(daemon, "GET", "/api/asks", Sec_Fetch_Site="none")[0] == 200


def test_a_code_opens_once(daemon: StagedDaemon) -> None:
    code = call(daemon, "POST", "/api/codes", {})[1]["code"]
    status, told = call(daemon, "POST", "/api/token", {"code": code}, Authorization=None)
    assert (status, told) == (200, {"token": token(daemon)})
    status, told = call(daemon, "POST", "/api/token", {"code": code}, Authorization=None)
    assert (status, told["error_type"]) == (403, "bad_code")


@pytest.mark.parametrize("code", ["", "guess", None, 3, ["a"], {"a": 1}])
def test_a_guessed_code_opens_nothing(daemon: StagedDaemon, code: object) -> None:
    status, told = call(daemon, "POST", "/api/token", {"code": code}, Authorization=None)
    assert (status, told["error_type"]) == (403, "bad_code")


def test_an_old_code_opens_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    keys = Tokens("t")
    monkeypatch.setattr(access, "VALID", -1.0)
    assert keys.exchange(keys.new_code()) is None


def test_a_code_is_no_ticket_and_a_ticket_is_no_code() -> None:
    keys = Tokens("t")
    assert keys.exchange(keys.new_ticket()) is None
    assert not keys.admits(keys.new_code())
    ticket = keys.new_ticket()
    assert [keys.admits(ticket), keys.admits(ticket)] == [True, False]


def test_of_many_unused_codes_only_the_newest_count() -> None:
    keys = Tokens("t")
    codes = [keys.new_code() for _ in range(MOST + 5)]
    assert [keys.exchange(c) for c in codes] == [None] * 5 + ["t"] * MOST
