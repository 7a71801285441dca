"""Presses that are meant: after the guard, and held until the ring is full where it is critical."""

import pytest
from playwright.sync_api import Locator, Page, expect
from tests.live.browser import Tabs, card, hold, seen_long_enough
from tests.surfaces.web.stage import Hook, House

CRITICAL = "cd build && rm -rf ../data && make"


@pytest.fixture
def critical(house: House, tabs: Tabs) -> tuple[Hook, Page, Locator]:
    """An ask to do something critical, in sight for long enough; its Allow."""
    hook = house.agent("api").bash(CRITICAL)
    page = tabs.open(house.link)
    seen_long_enough(page, card(page))
    return hook, page, card(page).get_by_role("button", name="Hold to allow")


def test_a_press_on_a_card_that_just_appeared_does_nothing(house: House, tabs: Tabs) -> None:
    agent = house.agent("api")
    page = tabs.open(house.link)
    page.get_by_text("Nothing waits for you.").wait_for()
    hook = agent.bash("npm run build")
    page.get_by_role("button", name="Allow").click()
    assert [ask["answering"] for ask in house.asks()] == [None]
    expect(card(page).get_by_role("status")).to_have_text("")
    page.wait_for_timeout(600)
    page.get_by_role("button", name="Allow").click()
    assert hook.reply()["decision"] == {"behavior": "allow"}


def test_a_press_that_began_too_early_does_not_count_later(house: House, tabs: Tabs) -> None:
    agent = house.agent("api")
    page = tabs.open(house.link)
    page.get_by_text("Nothing waits for you.").wait_for()
    agent.bash("npm run build")
    hold(page, page.get_by_role("button", name="Allow"), 0.9)
    assert [ask["answering"] for ask in house.asks()] == [None]


def test_holding_a_critical_allow_and_letting_go_allows(
    critical: tuple[Hook, Page, Locator],
) -> None:
    hook, page, allow = critical
    hold(page, allow, 1.1)
    assert hook.reply()["decision"] == {"behavior": "allow"}


def test_nothing_happens_before_the_critical_allow_is_let_go(
    house: House, critical: tuple[Hook, Page, Locator]
) -> None:
    hook, page, allow = critical
    allow.hover()
    page.mouse.down()
    expect(card(page).get_by_role("button", name="Let go")).to_be_visible()
    assert [ask["answering"] for ask in house.asks()] == [None]
    page.mouse.up()
    assert hook.reply()["decision"] == {"behavior": "allow"}


def test_a_critical_allow_that_is_let_go_early_allows_nothing(
    house: House, critical: tuple[Hook, Page, Locator]
) -> None:
    _, page, allow = critical
    hold(page, allow, 0.6)
    allow.click()
    assert [ask["answering"] for ask in house.asks()] == [None]
    expect(card(page).get_by_role("status")).to_have_text("")


def test_a_pointer_that_leaves_cancels_the_hold(
    house: House, critical: tuple[Hook, Page, Locator]
) -> None:
    _, page, allow = critical
    allow.hover()
    page.mouse.down()
    page.wait_for_timeout(1100)
    page.mouse.move(10, 700)
    allow.hover()
    page.mouse.up()
    assert [ask["answering"] for ask in house.asks()] == [None]


def test_the_keyboard_can_hold(critical: tuple[Hook, Page, Locator]) -> None:
    hook, page, allow = critical
    allow.focus()
    page.keyboard.down(" ")
    page.wait_for_timeout(1100)
    page.keyboard.up(" ")
    assert hook.reply()["decision"] == {"behavior": "allow"}


def test_a_key_pressed_shortly_allows_nothing_critical(
    house: House, critical: tuple[Hook, Page, Locator]
) -> None:
    _, page, allow = critical
    allow.focus()
    page.keyboard.press("Enter")
    page.keyboard.press(" ")
    assert [ask["answering"] for ask in house.asks()] == [None]


def test_a_lost_connection_cancels_the_hold(
    house: House, critical: tuple[Hook, Page, Locator]
) -> None:
    _, page, allow = critical
    allow.hover()
    page.mouse.down()
    page.wait_for_timeout(300)
    house.kill()
    expect(page.get_by_text("reconnecting…")).to_be_visible()
    house.up()
    expect(page.get_by_text("reconnecting…")).to_be_hidden()
    page.wait_for_timeout(1100)
    page.mouse.up()
    assert [ask["answering"] for ask in house.asks()] == [None]


def test_a_critical_ask_can_be_denied_with_one_press(critical: tuple[Hook, Page, Locator]) -> None:
    hook, page, _ = critical
    card(page).get_by_role("button", name="Deny", exact=True).click()
    assert hook.reply()["decision"]["behavior"] == "deny"


def test_the_dangerous_part_is_marked_and_the_rest_is_not(
    critical: tuple[Hook, Page, Locator],
) -> None:
    _, page, _ = critical
    expect(card(page).locator("mark")).to_have_text("rm -rf ../data")
    expect(card(page).locator(".command")).to_have_text(CRITICAL)


def test_a_command_that_is_dangerous_as_a_whole_is_marked_as_a_whole(
    house: House, tabs: Tabs
) -> None:
    house.agent("api").bash("rm -rf ../data")
    page = tabs.open(house.link)
    expect(card(page).locator("mark")).to_have_text("rm -rf ../data")


def test_the_time_to_hold_is_the_person_s_own(house: House, tabs: Tabs) -> None:
    house.restart("[display]\nhold_ms = 300\n")
    hook = house.agent("api").bash(CRITICAL)
    page = tabs.open(house.link)
    seen_long_enough(page, card(page))
    hold(page, card(page).get_by_role("button", name="Hold to allow"), 0.4)
    assert hook.reply()["decision"] == {"behavior": "allow"}
