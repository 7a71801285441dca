"""Somebody else takes the port while Quarterdeck is down: an open tab tells them nothing."""

import json
from typing import Any
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Page, Response, Route, expect
from tests.stage.browser import DRAWN, Tabs, armed, card
from tests.stage.calls import token
from tests.stage.daemon import StagedDaemon
from tests.stage.stranger import Stranger, stranger_at
from tests.stage.until import until

NOT_YOURS = "This is not your Quarterdeck"
WORKERS = "navigator.serviceWorker.getRegistrations().then((found) => found.length)"
# What any script of the page's origin could do with its key.
STEAL = """async () => {
  const base = await new Promise((done) => {
    const opening = indexedDB.open("quarterdeck", 1);
    opening.onsuccess = () => done(opening.result);
  });
  const { key } = await new Promise((done) => {
    const asking = base.transaction("own").objectStore("own").get("page");
    asking.onsuccess = () => done(asking.result);
  });
  const tries = ["raw", "jwk"].map((form) => crypto.subtle.exportKey(form, key));
  const got = await Promise.allSettled(tries);
  return { extractable: key.extractable, got: got.map(({ status }) => status) };
}"""


def port_of(daemon: StagedDaemon) -> int:
    port = urlsplit(daemon.url).port
    assert port
    return port


def opened(daemon: StagedDaemon, tabs: Tabs) -> Page:
    page = tabs.open(daemon.link)
    expect(page.get_by_text("Nothing waits for you.")).to_be_visible()
    page.wait_for_load_state("networkidle")  # Chromium sends again what was not answered
    return page


def tells_nothing(stranger: Stranger, daemon: StagedDaemon) -> None:
    """All that was said is a name and a random number."""
    for said in stranger.calls():
        assert (said.method, said.path) == ("POST", "/api/hello")
        assert set(json.loads(said.body)) == {"name", "nonce"}
        assert not {"authorization", "cookie"} & set(said.headers)
        assert token(daemon) not in f"{said.headers} {said.body}"


@pytest.mark.parametrize(
    "hello",
    [
        {},
        {"run": "r", "known": True, "proof": "guessed"},
        {"run": "r", "known": False, "proof": "guessed"},
        {"status": "error", "error_type": "unknown_page", "message": "Go away."},
        {"ticket": "take this"},
    ],
    ids=["empty", "guesses", "denies", "error", "ticket"],
)
def test_an_open_tab_tells_a_stranger_nothing_and_comes_back_to_its_own(
    daemon: StagedDaemon, tabs: Tabs, hello: dict[str, Any]
) -> None:
    page, port = opened(daemon, tabs), port_of(daemon)
    daemon.kill()
    with stranger_at(port, Stranger(hello=hello)) as stranger:
        expect(page.locator(".connection")).to_contain_text(NOT_YOURS)
        until(lambda: len(stranger.calls()) >= 2, 30, lambda: "the page does not try again")
        tells_nothing(stranger, daemon)
    daemon.up()
    expect(page.locator(".connection")).to_have_text("")
    daemon.agent("shop").bash("ls")
    armed(card(page))


def test_a_view_that_is_not_here_yet_is_not_fetched_from_a_stranger(
    daemon: StagedDaemon, tabs: Tabs
) -> None:
    page = tabs.open("about:blank")
    page.route("**/past/past.js", lambda route: route.abort())
    page.goto(daemon.link)
    expect(page.get_by_text("Nothing waits for you.")).to_be_visible()
    page.wait_for_load_state("networkidle")
    page.unroute("**/past/past.js")
    port = port_of(daemon)
    daemon.kill()
    with stranger_at(port, Stranger(hello={})) as stranger:
        expect(page.locator(".connection")).to_contain_text(NOT_YOURS)
        page.get_by_role("link", name="History").click()
        expect(page.get_by_role("link", name="History")).to_have_attribute("aria-current", "page")
        page.evaluate(DRAWN)
        assert not [said for said in stranger.said if "past" in said.path]
    daemon.up()
    expect(page.get_by_role("heading", name="History")).to_be_visible()


def test_what_our_own_said_before_convinces_nobody(daemon: StagedDaemon, tabs: Tabs) -> None:
    heard: list[dict[str, Any]] = []

    def note(response: Response) -> None:
        if response.url.endswith("/api/hello"):
            heard.append(response.json())

    page = tabs.open("about:blank")
    page.on("response", note)
    page.goto(daemon.link)
    expect(page.get_by_text("Nothing waits for you.")).to_be_visible()
    page.wait_for_load_state("networkidle")
    port = port_of(daemon)
    daemon.kill()
    with stranger_at(port, Stranger(hello=heard[-1])) as stranger:
        expect(page.locator(".connection")).to_contain_text(NOT_YOURS)
        tells_nothing(stranger, daemon)
    daemon.up()


def test_an_answer_that_is_given_meanwhile_stays_with_the_page(
    daemon: StagedDaemon, tabs: Tabs
) -> None:
    page, port = opened(daemon, tabs), port_of(daemon)
    daemon.agent("shop").bash("ls")
    answer = armed(card(page)).get_by_role("button", name="Deny", exact=True)
    daemon.kill()
    with stranger_at(port, Stranger()) as stranger:
        answer.click(force=True)
        page.keyboard.press("Enter")
        until(stranger.calls, 30, lambda: "the page does not try again")
        tells_nothing(stranger, daemon)
    daemon.up()


def test_a_link_that_somebody_else_answers_gives_nothing_away(
    daemon: StagedDaemon, tabs: Tabs
) -> None:
    link, said = daemon.link, list[str]()
    page = tabs.open("about:blank")

    def answer(route: Route) -> None:
        said.append(str(route.request.post_data))
        route.fulfill(json={"run": "r", "known": True, "proof": "x", "page": "p", "key": "k"})

    page.route("**/api/hello", answer)
    page.route("**/api/pages", answer)
    page.goto(link)
    expect(page.get_by_role("alert")).to_contain_text(NOT_YOURS)
    secret = link.partition("#code=")[2].partition(".")[2]
    assert len(said) == 1
    assert secret not in said[0]


def test_the_pages_key_can_be_read_out_by_no_script(daemon: StagedDaemon, tabs: Tabs) -> None:
    page = opened(daemon, tabs)
    assert page.evaluate(STEAL) == {"extractable": False, "got": ["rejected", "rejected"]}
    assert page.evaluate("localStorage.length + sessionStorage.length") == 0
    assert page.evaluate("document.cookie") == ""


def test_the_persons_own_token_never_comes_to_a_page(daemon: StagedDaemon, tabs: Tabs) -> None:
    seen: list[str] = []
    page = tabs.open("about:blank")
    page.on("request", lambda request: seen.append(f"{request.all_headers()} {request.post_data}"))
    page.on("response", lambda response: seen.append(response.text()))
    page.goto(daemon.link)
    expect(page.get_by_text("Nothing waits for you.")).to_be_visible()
    assert any("bearer" in words.lower() for words in seen)
    assert not [words for words in seen if token(daemon) in words]


def test_a_page_that_is_revoked_is_shut_at_once(daemon: StagedDaemon, tabs: Tabs) -> None:
    page = opened(daemon, tabs)
    known = [device["id"] for device in daemon.client.list("/api/devices")]
    for name in known:
        daemon.client.post(f"/api/devices/{name}/revoke", {})
    expect(page.get_by_role("alert")).to_have_text("The key of this page is no longer valid.")
    page.reload()
    expect(page.get_by_role("alert")).to_have_text("The key of this page is no longer valid.")


@pytest.mark.parametrize("script", ["/sw.js", "/deep/er/evil.js"])
def test_a_service_worker_that_a_stranger_left_behind_goes_with_the_next_visit(
    daemon: StagedDaemon, tabs: Tabs, script: str
) -> None:
    page, port, url = opened(daemon, tabs), port_of(daemon), daemon.url
    daemon.kill()
    register = f'navigator.serviceWorker.register("{script}", {{ scope: "/" }})'
    with stranger_at(port, Stranger(page=f"<script>{register}</script>")):
        page.goto(url)  # the person loads the page again, while the port is somebody else's
        page.evaluate("navigator.serviceWorker.ready.then(() => 1)")
        page.goto(url)
        expect(page.get_by_role("heading")).to_have_text("stolen")
    daemon.up()
    page.goto(url)
    until(lambda: workers(page) == 0, 30, lambda: "the stranger's worker stays")
    expect(page.get_by_text("Nothing waits for you.")).to_be_visible()


def workers(page: Page) -> int | None:
    """How many service workers there are; None while the page is just loading."""
    try:
        return int(page.evaluate(WORKERS))
    except Exception:  # noqa: BLE001 - whatever a page says that goes away meanwhile
        return None
