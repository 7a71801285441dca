"""What is put off is out of sight, said to be so, and comes back."""

import time

import pytest
from playwright.sync_api import Page, expect
from tests.stage.browser import PHONE, Tabs, armed, card
from tests.stage.daemon import Hook, StagedDaemon

# That no card is there, told by the page itself: it may be for a moment only.
LEAVING = """() => {
  window.left = new Promise((done) => {
    new MutationObserver(() => document.querySelector(".card") || done(true))
      .observe(document.body, { subtree: true, childList: true });
  });
}"""


@pytest.fixture(params=[False, True], ids=["desk", "phone"])
def asked(daemon: StagedDaemon, tabs: Tabs, request: pytest.FixtureRequest) -> tuple[Hook, Page]:
    """An ask on a page of each size."""
    hook = daemon.agent("web").bash("npm run a")
    page = tabs.open(daemon.link, phone=request.param)
    card(page).wait_for()
    return hook, page


def put_off(page: Page) -> None:
    card(page).get_by_role("button", name="Later").click()
    expect(page.get_by_text("nothing waits · 1 put off")).to_be_visible()
    expect(card(page)).to_have_count(0)


def show_sleepers(page: Page) -> None:
    if page.viewport_size == PHONE:
        page.get_by_role("link", name="Sessions").click()


def test_later_puts_an_ask_off_for_ten_minutes(
    daemon: StagedDaemon, asked: tuple[Hook, Page]
) -> None:
    _, page = asked
    put_off(page)
    [ask] = daemon.asks()
    assert 500 < ask["snoozed_until"] - time.time() <= 600
    show_sleepers(page)
    expect(page.locator(".sleeper")).to_contain_text("web asks to act")
    expect(page.locator(".sleeper")).to_contain_text("back in 9:")
    expect(page.locator(".sleeper .level")).to_have_text("MEDIUM")
    assert ask["answering"] is None


def test_what_is_put_off_can_be_shown_now_and_answered(asked: tuple[Hook, Page]) -> None:
    hook, page = asked
    put_off(page)
    show_sleepers(page)
    page.get_by_role("button", name="Show now").click()
    expect(page.locator(".sleeper")).to_have_count(0)
    if page.viewport_size == PHONE:
        page.get_by_role("link", name="Now").click()
    armed(card(page)).get_by_role("button", name="Allow").click()
    assert hook.reply()["decision"] == {"behavior": "allow"}


def test_what_is_put_off_comes_back_by_itself(
    daemon: StagedDaemon, asked: tuple[Hook, Page]
) -> None:
    _, page = asked
    ask = daemon.wait_ask("permission")["id"]
    page.evaluate(LEAVING)
    daemon.client.post(f"/api/asks/{ask}/snooze", {"seconds": 1})
    assert page.evaluate("left")
    expect(card(page)).to_have_count(1)


def test_what_ends_by_itself_cannot_be_put_off(daemon: StagedDaemon, tabs: Tabs) -> None:
    daemon.agent("api").bash("npm run build", permission_mode="auto", permission_suggestions=[])
    page = tabs.open(daemon.link)
    expect(card(page)).to_contain_text("Ends by itself")
    expect(card(page).get_by_role("button", name="Later")).to_have_count(0)


def test_another_page_shows_that_it_was_put_off(
    daemon: StagedDaemon, tabs: Tabs, asked: tuple[Hook, Page]
) -> None:
    _, page = asked
    other = tabs.open(daemon.link)
    card(other).wait_for()
    put_off(page)
    expect(other.locator(".sleeper")).to_contain_text("web asks to act")
    expect(card(other)).to_have_count(0)
