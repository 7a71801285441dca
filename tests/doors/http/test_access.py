"""Nobody else gets in: no other host, no other page, nobody without the token."""

from dataclasses import replace

import pytest
from tests.stage.calls import call, token
from tests.stage.daemon import StagedDaemon
from tests.stage.page_client import mac, octets
from tests.stories.happened import CLI, a_device

from quarterdeck.domain.callers import CallerKind
from quarterdeck.domain.devices import Device
from quarterdeck.domain.ids import CallerId
from quarterdeck.doors.http import access
from quarterdeck.doors.http.access import MOST, Tokens
from quarterdeck.doors.http.page_keys import Claim, SealedKey

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
    ("GET", "/api/hello"),
    ("GET", "/api/devices"),
    ("POST", "/api/devices/page-1/revoke"),
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
    for method, path in (("GET", "/api/asks"), ("POST", "/api/hello"), ("GET", "/healthz")):
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


def tokens(*devices: Device) -> Tokens:
    return Tokens("t", lambda: devices)


def hello(keys: Tokens, code: str) -> bool:
    """Whether a link is good."""
    return keys.hello(code.partition(".")[0], "nonce") is not None


def claimed(keys: Tokens, code: str) -> tuple[SealedKey, Device] | None:
    """What a page gets for a link."""
    name, _, secret = code.partition(".")
    found = keys.hello(name, "nonce")
    assert found
    proof = mac(octets(secret), "claim", name, found.run, "nonce")
    return keys.pair(Claim(name, "nonce", proof), "Chrome", 7.0)


def test_an_old_code_opens_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    keys = tokens()
    monkeypatch.setattr(access, "VALID", -1.0)
    assert not hello(keys, keys.new_code())


def test_a_code_is_no_ticket_and_a_ticket_is_no_code() -> None:
    keys = tokens()
    assert not hello(keys, keys.new_ticket(CLI))
    assert keys.admits(keys.new_code().partition(".")[0]) is None
    ticket = keys.new_ticket(CLI)
    assert [keys.admits(ticket), keys.admits(ticket)] == [CLI, None]


def test_of_many_unused_codes_only_the_newest_count() -> None:
    keys = tokens()
    codes = [keys.new_code() for _ in range(MOST + 5)]
    assert [hello(keys, code) for code in codes] == [False] * 5 + [True] * MOST


def test_a_page_that_was_let_in_once_is_known_by_its_key_until_it_is_revoked() -> None:
    keys = tokens()
    found = claimed(keys, keys.new_code())
    assert found
    _, device = found
    assert (device.kind, device.created, device.name) == (CallerKind.PAGE, 7.0, "Chrome")
    let_in, shut_out = tokens(device), tokens(replace(device, revoked=True))
    bearer = let_in._keys.bearer(device.id)
    assert let_in.who(bearer, "") == device.caller()
    for keys in (shut_out, tokens(), tokens(replace(device, id=CallerId("page-other")))):
        told = keys.hello(device.id, "nonce")
        assert told
        assert not told.known
        assert keys.who(keys._keys.bearer(device.id), "") is None
    assert let_in.who(f"{device.id}.", "") is None
    assert let_in.who("", "") is None


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


def test_a_minted_token_is_its_holders_alone() -> None:
    tokens = Tokens("the person's", lambda: ())

    caller = tokens.who(tokens.mint("deck"), "somebody else")

    assert caller
    assert (caller.name, caller.kind) == ("deck", CallerKind.DEVICE)
    assert tokens.who("another", "deck") is None
    assert Tokens("the person's", lambda: ()).who(tokens.mint("deck"), "deck") is None
