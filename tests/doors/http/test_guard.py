"""Nobody else gets in: no other host, no other page, nobody without the token."""

import pytest
from tests.doors.http.calls import call, token
from tests.surfaces.web.stage import House

from quarterdeck.doors.http import guard
from quarterdeck.doors.http.guard import MOST, Keys

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
def test_without_the_token_nothing_is_told(house: House, method: str, path: str) -> None:
    status, told = call(house, method, path, Authorization=None)
    assert (status, told["error_type"]) == (401, "no_token")


@pytest.mark.parametrize(
    "given",
    ["", "Bearer", "Bearer ", "Bearer wrong", "Basic {}", "{}", "Bearer {}x", "Bearer \xff"],
)
def test_only_the_token_itself_opens(house: House, given: str) -> None:
    status, told = call(house, "GET", "/api/asks", Authorization=given.format(token(house)))
    assert (status, told["error_type"]) == (401, "no_token")


@pytest.mark.parametrize(("method", "path"), [("GET", "/healthz"), ("GET", "/")])
def test_what_tells_nothing_about_anybody_needs_no_token(
    house: House, method: str, path: str
) -> None:
    assert call(house, method, path, Authorization=None)[0] == 200


@pytest.mark.parametrize(
    "host",
    ["evil.example", "127.0.0.1.evil.example", "", "[::1", "127.0.0.2", "//[", "a b", "x" * 5000],
)
def test_a_name_that_is_not_ours_is_refused(house: House, host: str) -> None:
    for path in ("/healthz", "/api/asks"):
        status, told = call(house, "GET", path, Host=host)
        assert (status, told["error_type"]) == (421, "wrong_host")


@pytest.mark.parametrize("host", ["localhost", "LOCALHOST:1", "127.0.0.1", "[::1]:8081"])
def test_our_own_names_are_ours(house: House, host: str) -> None:
    assert call(house, "GET", "/api/asks", Host=host)[0] == 200


@pytest.mark.parametrize(
    "origin", ["http://evil.example", "null", "", "http://127.0.0.1:1", "http://[", "file://"]
)
def test_another_page_is_refused_even_with_the_token(house: House, origin: str) -> None:
    for method, path in (("GET", "/api/asks"), ("POST", "/api/token"), ("GET", "/healthz")):
        status, told = call(house, method, path, Origin=origin)
        assert (status, told["error_type"]) == (403, "wrong_origin")


@pytest.mark.parametrize("site", ["cross-site", "same-site", "anything"])
def test_a_browser_that_comes_from_elsewhere_is_refused(house: House, site: str) -> None:
    status, told = call(house, "GET", "/api/asks", Sec_Fetch_Site=site)
    assert (status, told["error_type"]) == (403, "wrong_origin")


def test_our_own_page_gets_in(house: House) -> None:
    assert call(house, "GET", "/api/asks", Origin=house.url, Sec_Fetch_Site="same-origin")[0] == 200
    assert call(house, "GET", "/api/asks", Sec_Fetch_Site="none")[0] == 200


def test_a_code_opens_once(house: House) -> None:
    code = call(house, "POST", "/api/codes", {})[1]["code"]
    status, told = call(house, "POST", "/api/token", {"code": code}, Authorization=None)
    assert (status, told) == (200, {"token": token(house)})
    status, told = call(house, "POST", "/api/token", {"code": code}, Authorization=None)
    assert (status, told["error_type"]) == (403, "bad_code")


@pytest.mark.parametrize("code", ["", "guess", None, 3, ["a"], {"a": 1}])
def test_a_guessed_code_opens_nothing(house: House, code: object) -> None:
    status, told = call(house, "POST", "/api/token", {"code": code}, Authorization=None)
    assert (status, told["error_type"]) == (403, "bad_code")


def test_an_old_code_opens_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    keys = Keys("t")
    monkeypatch.setattr(guard, "VALID", -1.0)
    assert keys.exchange(keys.new_code()) is None


def test_a_code_is_no_ticket_and_a_ticket_is_no_code() -> None:
    keys = Keys("t")
    assert keys.exchange(keys.new_ticket()) is None
    assert not keys.admits(keys.new_code())
    ticket = keys.new_ticket()
    assert [keys.admits(ticket), keys.admits(ticket)] == [True, False]


def test_of_many_unused_codes_only_the_newest_count() -> None:
    keys = Keys("t")
    codes = [keys.new_code() for _ in range(MOST + 5)]
    assert [keys.exchange(c) for c in codes] == [None] * 5 + ["t"] * MOST
