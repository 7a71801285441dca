"""The link opens the page once; the page keeps its token, and nothing of it stays in sight."""

from playwright.sync_api import expect
from tests.stage.browser import Tabs
from tests.stage.daemon import StagedDaemon


def test_a_link_opens_the_page_and_leaves_no_code_in_the_address(
    daemon: StagedDaemon, tabs: Tabs
) -> None:
    page = tabs.open(daemon.link)
    expect(page.get_by_text("Nothing waits for you.")).to_be_visible()
    assert page.evaluate("location.href") == f"{daemon.url}/"
    assert page.evaluate("document.cookie") == ""


def test_an_opened_page_can_be_loaded_again(daemon: StagedDaemon, tabs: Tabs) -> None:
    page = tabs.open(daemon.link)
    expect(page.get_by_text("Nothing waits for you.")).to_be_visible()
    page.goto(daemon.url)
    expect(page.get_by_text("Nothing waits for you.")).to_be_visible()


def test_without_a_token_the_page_says_how_to_get_a_link(daemon: StagedDaemon, tabs: Tabs) -> None:
    page = tabs.open(daemon.url)
    expect(page.get_by_role("main")).to_contain_text("qd up")
    expect(page.get_by_role("alert")).to_have_count(0)


def test_a_used_link_is_refused_in_words(daemon: StagedDaemon, tabs: Tabs) -> None:
    link = daemon.link
    tabs.open(link).get_by_text("Nothing waits for you.").wait_for()
    second = tabs.open(link)
    expect(second.get_by_role("alert")).to_have_text(
        "This link was used or is older than a minute."
    )


def test_a_page_that_is_known_uses_up_no_link(daemon: StagedDaemon, tabs: Tabs) -> None:
    page = tabs.open(daemon.link)
    expect(page.get_by_text("Nothing waits for you.")).to_be_visible()
    before = daemon.client.list("/api/devices")
    link = daemon.link
    page.goto(link)
    expect(page.get_by_text("Nothing waits for you.")).to_be_visible()
    assert len(daemon.client.list("/api/devices")) == len(before)
    expect(tabs.open(link).get_by_text("Nothing waits for you.")).to_be_visible()


def test_a_link_pasted_into_an_open_tab_opens_it(daemon: StagedDaemon, tabs: Tabs) -> None:
    page = tabs.open(daemon.url)
    page.get_by_text("qd up").wait_for()
    page.evaluate("link => location.href = link", daemon.link)
    expect(page.get_by_text("Nothing waits for you.")).to_be_visible()
