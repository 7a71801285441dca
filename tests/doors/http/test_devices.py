"""Pages get in by a link, are listed, and are shut out."""

import contextlib
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from tests.stage.calls import call, token
from tests.stage.daemon import StagedDaemon
from tests.stage.page_client import pair, proven
from tests.stage.until import PATIENCE

from quarterdeck.doors.http.devices import browser


def test_a_link_gives_a_page_a_key_and_a_token_of_its_own(daemon: StagedDaemon) -> None:
    page = pair(daemon)
    assert page.get("/api/asks") == 200
    assert token(daemon) not in page.bearer


def test_a_code_opens_once(daemon: StagedDaemon) -> None:
    code = call(daemon, "POST", "/api/codes", {})[1]["code"]
    pair(daemon, code)
    asked = {"name": code.partition(".")[0], "nonce": "n"}
    status, told = call(daemon, "POST", "/api/hello", asked, Authorization=None)
    assert (status, told["error_type"]) == (404, "unknown_page")


@pytest.mark.parametrize("word", ["", "guess", None, 3, ["a"], {"a": 1}, "x" * 5000])
def test_a_guess_opens_nothing(daemon: StagedDaemon, word: object) -> None:
    claim = {"code": word, "nonce": word, "proof": word}
    status, told = call(daemon, "POST", "/api/pages", claim, Authorization=None)
    assert (status, told["error_type"]) == (403, "bad_code")
    asked = {"name": word, "nonce": word}
    assert call(daemon, "POST", "/api/hello", asked, Authorization=None)[0] == 404


def test_a_links_name_without_its_key_opens_nothing_and_spoils_nothing(
    daemon: StagedDaemon,
) -> None:
    code = call(daemon, "POST", "/api/codes", {})[1]["code"]
    claim = {"code": code.partition(".")[0], "nonce": "n", "proof": "guessed"}
    assert call(daemon, "POST", "/api/pages", claim, Authorization=None)[0] == 403
    assert pair(daemon, code).get("/api/asks") == 200


def test_what_a_page_showed_is_worth_nothing_in_the_next_run(daemon: StagedDaemon) -> None:
    page = pair(daemon)
    before = page.bearer
    daemon.restart("")
    assert call(daemon, "GET", "/api/asks", Authorization=f"Bearer {before}")[0] == 401
    assert page.get("/api/asks") == 200


def test_a_page_is_listed_and_revoked_and_its_connections_end(daemon: StagedDaemon) -> None:
    page = pair(daemon)
    listed = {device["id"]: device for device in call(daemon, "GET", "/api/devices")[1]}
    assert (listed[page.name]["kind"], listed[page.name]["role"]) == ("page", "type")
    before = page.bearer
    with stream(daemon, before) as line:
        status, told = call(daemon, "POST", f"/api/devices/{page.name}/revoke")
        assert (status, told) == (200, {"status": "ok"})
        with contextlib.suppress(ConnectionResetError):
            while line.recv(65536):
                pass
    assert call(daemon, "GET", "/api/asks", Authorization=f"Bearer {before}")[0] == 401
    assert not proven(daemon, page.name, page.key)[2]
    assert page.name not in {d["id"] for d in call(daemon, "GET", "/api/devices")[1]}
    assert call(daemon, "POST", f"/api/devices/{page.name}/revoke")[0] == 404


@contextmanager
def stream(daemon: StagedDaemon, bearer: str) -> Iterator[socket.socket]:
    """The event stream, once it has begun."""
    where = urlsplit(daemon.url)
    with socket.create_connection((where.hostname, where.port), timeout=PATIENCE) as line:
        head = f"GET /api/events HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer {bearer}\r\n"
        line.sendall(head.encode() + b"\r\n")
        heard = b""
        while b"event: ready" not in heard:
            heard += line.recv(65536)
        yield line


def test_keys_are_written_down_nowhere(daemon: StagedDaemon) -> None:
    page = pair(daemon)
    kept = b"".join(file.read_bytes() for file in files(daemon.home))
    for secret in (page.key, page.key.hex().encode(), page.bearer.partition(".")[2].encode()):
        assert secret not in kept


def files(home: Path) -> list[Path]:
    return [file for file in home.rglob("*") if file.is_file()]


@pytest.mark.parametrize(
    ("agent", "name"),
    [
        ("Mozilla/5.0 (X11; Linux x86_64) AppleWebKit Chrome/140 Safari/537", "Chrome on Linux"),
        ("Mozilla/5.0 (Windows NT 10.0) Chrome/140 Safari/537 Edg/140", "Edge on Windows"),
        ("Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko Firefox/140", "Firefox on Linux"),
        ("curl/8", "A browser"),
        ("", "A browser"),
    ],
)
def test_a_page_is_called_like_its_browser(agent: str, name: str) -> None:
    assert browser(agent) == name
