"""Presses that are meant: after the guard, and held until the ring is full where it is critical."""

import re

import pytest
from playwright.sync_api import Locator, Page, expect
from tests.stage.browser import Line, Tabs, armed, hold, point_down
from tests.stage.daemon import Hook, StagedDaemon

CRITICAL = "cd build && rm -rf ~/data && make"
FILLING = re.compile(r"\bfilling\b")
FULL = "Let go"

Critical = tuple[Hook, Page, Locator]


def asking(page: Page) -> Locator:
    """The card that asks; what became of an earlier answer may stand beside it."""
    return page.locator("article.permission")


@pytest.fixture
def critical(daemon: StagedDaemon, tabs: Tabs) -> Critical:
    """An ask to do something critical, in sight for long enough; its Allow."""
    hook = daemon.agent("api").bash(CRITICAL)
    page = tabs.open(daemon.link)
    return hook, page, armed(asking(page)).get_by_role("button", name="Hold to allow")


class Guarded:
    """A page whose cards stay guarded until the daemon may know that they are in sight."""

    def __init__(self, daemon: StagedDaemon, tabs: Tabs) -> None:
        self.page = tabs.open("about:blank")
        self.line = Line(self.page)
        self.page.goto(daemon.link)
        self.page.get_by_text("Nothing waits for you.").wait_for()
        self.line.keeps = {"shown"}

    def disclose(self) -> None:
        """Let the daemon know, and wait until the card is armed."""
        self.line.let_through()
        armed(asking(self.page))


@pytest.fixture
def guarded(daemon: StagedDaemon, tabs: Tabs) -> Guarded:
    return Guarded(daemon, tabs)


def unanswered(daemon: StagedDaemon, page: Page) -> bool:
    """Whether nothing is answered, once the daemon has heard all that the page sent."""
    page.evaluate("fetch('/static/icon.svg', { cache: 'no-store' })")
    return [ask["answering"] for ask in daemon.asks()] == [None]


def test_a_press_on_a_card_that_just_appeared_sends_nothing(
    daemon: StagedDaemon, guarded: Guarded
) -> None:
    hook = daemon.agent("api").bash("npm run build")
    allow = guarded.page.get_by_role("button", name="Allow")
    allow.click()
    guarded.disclose()
    assert unanswered(daemon, guarded.page)
    assert "press" not in guarded.line.types()
    allow.click()
    assert hook.reply()["decision"] == {"behavior": "allow"}


def test_a_press_that_began_too_early_does_not_count_later(
    daemon: StagedDaemon, guarded: Guarded
) -> None:
    daemon.agent("api").bash("npm run build")
    point_down(guarded.page, guarded.page.get_by_role("button", name="Allow"))
    guarded.disclose()
    guarded.page.mouse.up()
    assert unanswered(daemon, guarded.page)


def test_a_hold_that_began_too_early_counts_from_when_it_may(
    daemon: StagedDaemon, guarded: Guarded
) -> None:
    hook = daemon.agent("api").bash(CRITICAL)
    allow = guarded.page.get_by_role("button", name="Hold to allow")
    point_down(guarded.page, allow)
    expect(allow).not_to_have_class(FILLING)
    guarded.disclose()
    expect(allow).to_have_class(FILLING)
    guarded.page.get_by_role("button", name=FULL).wait_for()
    guarded.page.mouse.up()
    assert hook.reply()["decision"] == {"behavior": "allow"}


def test_choices_are_dim_for_as_long_as_they_are_guarded_where_that_is_wanted(
    daemon: StagedDaemon, tabs: Tabs
) -> None:
    daemon.restart("[display]\nguard_dim = true\n")
    guarded = Guarded(daemon, tabs)
    daemon.agent("api").bash(CRITICAL)
    for name in ("Deny", "Hold to allow"):
        button = guarded.page.get_by_role("button", name=name, exact=True)
        expect(button).to_have_css("opacity", "0.45")
    guarded.disclose()
    for name in ("Deny", "Hold to allow"):
        button = guarded.page.get_by_role("button", name=name, exact=True)
        expect(button).to_have_css("opacity", "1")


def test_choices_are_not_dim_where_nobody_wants_it(daemon: StagedDaemon, guarded: Guarded) -> None:
    daemon.agent("api").bash(CRITICAL)
    expect(asking(guarded.page)).to_have_attribute("data-armed", "false")
    deny = guarded.page.get_by_role("button", name="Deny", exact=True)
    expect(deny).to_have_css("opacity", "1")


def test_holding_a_critical_allow_and_letting_go_allows(critical: Critical) -> None:
    hook, page, allow = critical
    hold(page, allow)
    assert hook.reply()["decision"] == {"behavior": "allow"}


def test_nothing_happens_before_the_critical_allow_is_let_go(
    daemon: StagedDaemon, critical: Critical
) -> None:
    hook, page, allow = critical
    point_down(page, allow)
    expect(asking(page).get_by_role("button", name=FULL)).to_be_visible()
    assert unanswered(daemon, page)
    page.mouse.up()
    assert hook.reply()["decision"] == {"behavior": "allow"}


def test_a_critical_allow_that_is_let_go_early_allows_nothing(
    daemon: StagedDaemon, tabs: Tabs
) -> None:
    daemon.restart("[display]\nhold_ms = 60000\n")
    daemon.agent("api").bash(CRITICAL)
    page = tabs.open(daemon.link)
    allow = armed(asking(page)).get_by_role("button", name="Hold to allow")
    point_down(page, allow)
    expect(allow).to_have_class(FILLING)
    page.mouse.up()
    expect(allow).not_to_have_class(FILLING)
    allow.click()
    allow.focus()
    page.keyboard.press("Enter")
    page.keyboard.press(" ")
    assert unanswered(daemon, page)


def test_a_pointer_that_leaves_cancels_the_hold(daemon: StagedDaemon, critical: Critical) -> None:
    _, page, allow = critical
    point_down(page, allow)
    page.get_by_role("button", name=FULL).wait_for()
    page.mouse.move(10, 700)
    allow.hover()
    page.mouse.up()
    assert unanswered(daemon, page)


@pytest.mark.parametrize("key", [" ", "Enter"])
def test_the_keyboard_can_hold(critical: Critical, key: str) -> None:
    hook, page, allow = critical
    allow.focus()
    page.keyboard.down(key)
    page.get_by_role("button", name=FULL).wait_for()
    page.keyboard.up(key)
    assert hook.reply()["decision"] == {"behavior": "allow"}


def test_a_lost_connection_cancels_the_hold(daemon: StagedDaemon, critical: Critical) -> None:
    _, page, allow = critical
    point_down(page, allow)
    expect(allow).to_have_class(FILLING)
    daemon.kill()
    expect(page.get_by_text("reconnecting…")).to_be_visible()
    daemon.up()
    expect(page.get_by_text("reconnecting…")).to_be_hidden()
    armed(asking(page))
    expect(allow).not_to_have_class(FILLING)
    page.mouse.up()
    assert unanswered(daemon, page)


def test_a_critical_ask_can_be_denied_with_one_press(critical: Critical) -> None:
    hook, page, _ = critical
    asking(page).get_by_role("button", name="Deny", exact=True).click()
    assert hook.reply()["decision"]["behavior"] == "deny"


def test_the_dangerous_part_is_marked_and_the_rest_is_not(critical: Critical) -> None:
    _, page, _ = critical
    expect(asking(page).locator("mark")).to_have_text("rm -rf ~/data")
    expect(asking(page).locator(".command")).to_have_text(CRITICAL)


def test_a_command_that_is_dangerous_as_a_whole_is_marked_as_a_whole(
    daemon: StagedDaemon, tabs: Tabs
) -> None:
    daemon.agent("api").bash("rm -rf ~/data")
    page = tabs.open(daemon.link)
    expect(asking(page).locator("mark")).to_have_text("rm -rf ~/data")
