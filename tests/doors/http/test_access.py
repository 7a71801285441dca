"""Nobody else gets in: no other host, no other page, nobody without the token."""

from dataclasses import replace

import pytest
from tests.stage.calls import call, token
from tests.stage.daemon import StagedDaemon
from tests.stories.happened import CLI, a_device

from quarterdeck.domain.callers import CallerKind
from quarterdeck.domain.devices import Device
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
    assert (status, set(told)) == (200, {"token"})
    page = {"Authorization": f"Bearer {told['token']}"}
    assert call(daemon, "GET", "/api/sessions", **page)[0] == 200
    assert told["token"] != token(daemon)
    status, told = call(daemon, "POST", "/api/token", {"code": code}, Authorization=None)
    assert (status, told["error_type"]) == (403, "bad_code")


@pytest.mark.parametrize("code", ["", "guess", None, 3, ["a"], {"a": 1}])
def test_a_guessed_code_opens_nothing(daemon: StagedDaemon, code: object) -> None:
    status, told = call(daemon, "POST", "/api/token", {"code": code}, Authorization=None)
    assert (status, told["error_type"]) == (403, "bad_code")


def tokens(*devices: Device) -> Tokens:
    return Tokens("t", lambda: devices)


def test_an_old_code_opens_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    keys = tokens()
    monkeypatch.setattr(access, "VALID", -1.0)
    assert keys.exchange(keys.new_code(), 1.0) is None


def test_a_code_is_no_ticket_and_a_ticket_is_no_code() -> None:
    keys = tokens()
    assert keys.exchange(keys.new_ticket(CLI), 1.0) is None
    assert keys.admits(keys.new_code()) is not CLI
    ticket = keys.new_ticket(CLI)
    assert [keys.admits(ticket), keys.admits(ticket)] == [CLI, None]


def test_of_many_unused_codes_only_the_newest_count() -> None:
    keys = tokens()
    codes = [keys.new_code() for _ in range(MOST + 5)]
    good = [keys.exchange(code, 1.0) is not None for code in codes]
    assert good == [False] * 5 + [True] * MOST


def test_a_page_gets_a_token_of_its_own_that_is_kept_only_as_a_hash() -> None:
    keys = tokens()
    found = keys.exchange(keys.new_code(), 7.0)
    assert found
    token, device = found
    assert token not in str(device)
    assert (device.kind, device.created, device.revoked) == (CallerKind.PAGE, 7.0, False)
    assert tokens(device).who(token, "") == device.caller()
    assert tokens(replace(device, revoked=True)).who(token, "") is None
    assert keys.who(token, "") is None


@pytest.mark.parametrize(
    ("name", "kind", "called"),
    [("cli", "cli", "cli"), ("", "program", "api"), ("x" * 99, "program", "x" * 60)],
)
def test_whoever_has_the_persons_token_is_told_apart_by_the_name_they_give(
    name: str, kind: str, called: str
) -> None:
    caller = tokens().who("t", name)
    assert caller
    assert (caller.kind, caller.name, caller.own_token) == (kind, called, False)


@pytest.mark.parametrize("given", ["", "T", "tt", "é"])
def test_a_token_that_nobody_has_is_nobodys(given: str) -> None:
    assert tokens(a_device("tablet")).who(given, "") is None
