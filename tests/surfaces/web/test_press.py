"""Presses that are meant: after the guard, and held until the ring is full where it is critical."""

import re

import pytest
from playwright.sync_api import Locator, Page, Route, expect
from tests.live.browser import Tabs, armed, card, hold, point_down
from tests.surfaces.web.stage import Hook, House

CRITICAL = "cd build && rm -rf ../data && make"
FILLING = re.compile(r"\bfilling\b")
FULL = "Let go"

Critical = tuple[Hook, Page, Locator]


@pytest.fixture
def critical(house: House, tabs: Tabs) -> Critical:
    """An ask to do something critical, in sight for long enough; its Allow."""
    hook = house.agent("api").bash(CRITICAL)
    page = tabs.open(house.link)
    return hook, page, armed(card(page)).get_by_role("button", name="Hold to allow")


class Guarded:
    """A page whose cards stay guarded until the daemon may know that they are in sight."""

    def __init__(self, house: House, tabs: Tabs) -> None:
        self.page = tabs.open(house.link)
        self.sent: list[str] = []
        self._kept: list[Route] = []
        self._secret = True
        self.page.get_by_text("Nothing waits for you.").wait_for()
        self.page.route("**/seen", self._keep)
        self.page.on("request", lambda request: self.sent.append(request.url))

    def _keep(self, route: Route) -> None:
        if self._secret:
            self._kept.append(route)
        else:
            route.continue_()

    def disclose(self) -> None:
        """Let the daemon know, and wait until the card is armed."""
        self._secret = False
        for route in self._kept:
            route.continue_()
        armed(card(self.page))


@pytest.fixture
def guarded(house: House, tabs: Tabs) -> Guarded:
    return Guarded(house, tabs)


def unanswered(house: House, page: Page) -> bool:
    """Whether nothing is answered, once the daemon has heard all that the page sent."""
    page.evaluate("fetch('/static/icon.svg', { cache: 'no-store' })")
    return [ask["answering"] for ask in house.asks()] == [None]


def test_a_press_on_a_card_that_just_appeared_sends_nothing(house: House, guarded: Guarded) -> None:
    hook = house.agent("api").bash("npm run build")
    allow = guarded.page.get_by_role("button", name="Allow")
    allow.click()
    guarded.disclose()
    assert unanswered(house, guarded.page)
    assert not [url for url in guarded.sent if url.endswith("/answer")]
    allow.click()
    assert hook.reply()["decision"] == {"behavior": "allow"}


def test_a_press_that_began_too_early_does_not_count_later(house: House, guarded: Guarded) -> None:
    house.agent("api").bash("npm run build")
    point_down(guarded.page, guarded.page.get_by_role("button", name="Allow"))
    guarded.disclose()
    guarded.page.mouse.up()
    assert unanswered(house, guarded.page)


def test_a_hold_that_began_too_early_counts_from_when_it_may(
    house: House, guarded: Guarded
) -> None:
    hook = house.agent("api").bash(CRITICAL)
    allow = guarded.page.get_by_role("button", name="Hold to allow")
    point_down(guarded.page, allow)
    expect(allow).not_to_have_class(FILLING)
    guarded.disclose()
    expect(allow).to_have_class(FILLING)
    guarded.page.get_by_role("button", name=FULL).wait_for()
    guarded.page.mouse.up()
    assert hook.reply()["decision"] == {"behavior": "allow"}


def test_choices_are_dim_for_as_long_as_they_are_guarded_where_that_is_wanted(
    house: House, tabs: Tabs
) -> None:
    house.restart("[display]\nguard_dim = true\n")
    guarded = Guarded(house, tabs)
    house.agent("api").bash(CRITICAL)
    for name in ("Deny", "Hold to allow"):
        button = guarded.page.get_by_role("button", name=name, exact=True)
        expect(button).to_have_css("opacity", "0.45")
    guarded.disclose()
    for name in ("Deny", "Hold to allow"):
        button = guarded.page.get_by_role("button", name=name, exact=True)
        expect(button).to_have_css("opacity", "1")


def test_choices_are_not_dim_where_nobody_wants_it(house: House, guarded: Guarded) -> None:
    house.agent("api").bash(CRITICAL)
    expect(card(guarded.page)).to_have_attribute("data-armed", "false")
    deny = guarded.page.get_by_role("button", name="Deny", exact=True)
    expect(deny).to_have_css("opacity", "1")


def test_holding_a_critical_allow_and_letting_go_allows(critical: Critical) -> None:
    hook, page, allow = critical
    hold(page, allow)
    assert hook.reply()["decision"] == {"behavior": "allow"}


def test_nothing_happens_before_the_critical_allow_is_let_go(
    house: House, critical: Critical
) -> None:
    hook, page, allow = critical
    point_down(page, allow)
    expect(card(page).get_by_role("button", name=FULL)).to_be_visible()
    assert unanswered(house, page)
    page.mouse.up()
    assert hook.reply()["decision"] == {"behavior": "allow"}


def test_a_critical_allow_that_is_let_go_early_allows_nothing(house: House, tabs: Tabs) -> None:
    house.restart("[display]\nhold_ms = 60000\n")
    house.agent("api").bash(CRITICAL)
    page = tabs.open(house.link)
    allow = armed(card(page)).get_by_role("button", name="Hold to allow")
    point_down(page, allow)
    expect(allow).to_have_class(FILLING)
    page.mouse.up()
    expect(allow).not_to_have_class(FILLING)
    allow.click()
    allow.focus()
    page.keyboard.press("Enter")
    page.keyboard.press(" ")
    assert unanswered(house, page)


def test_a_pointer_that_leaves_cancels_the_hold(house: House, critical: Critical) -> None:
    _, page, allow = critical
    point_down(page, allow)
    page.get_by_role("button", name=FULL).wait_for()
    page.mouse.move(10, 700)
    allow.hover()
    page.mouse.up()
    assert unanswered(house, page)


@pytest.mark.parametrize("key", [" ", "Enter"])
def test_the_keyboard_can_hold(critical: Critical, key: str) -> None:
    hook, page, allow = critical
    allow.focus()
    page.keyboard.down(key)
    page.get_by_role("button", name=FULL).wait_for()
    page.keyboard.up(key)
    assert hook.reply()["decision"] == {"behavior": "allow"}


def test_a_lost_connection_cancels_the_hold(house: House, critical: Critical) -> None:
    _, page, allow = critical
    point_down(page, allow)
    expect(allow).to_have_class(FILLING)
    house.kill()
    expect(page.get_by_text("reconnecting…")).to_be_visible()
    house.up()
    expect(page.get_by_text("reconnecting…")).to_be_hidden()
    armed(card(page))
    expect(allow).not_to_have_class(FILLING)
    page.mouse.up()
    assert unanswered(house, page)


def test_a_critical_ask_can_be_denied_with_one_press(critical: Critical) -> None:
    hook, page, _ = critical
    card(page).get_by_role("button", name="Deny", exact=True).click()
    assert hook.reply()["decision"]["behavior"] == "deny"


def test_the_dangerous_part_is_marked_and_the_rest_is_not(critical: Critical) -> None:
    _, page, _ = critical
    expect(card(page).locator("mark")).to_have_text("rm -rf ../data")
    expect(card(page).locator(".command")).to_have_text(CRITICAL)


def test_a_command_that_is_dangerous_as_a_whole_is_marked_as_a_whole(
    house: House, tabs: Tabs
) -> None:
    house.agent("api").bash("rm -rf ../data")
    page = tabs.open(house.link)
    expect(card(page).locator("mark")).to_have_text("rm -rf ../data")
