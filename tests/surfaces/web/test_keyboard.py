"""The virtual keyboard: what a keyboard on the desk would show and do, by the same protocol."""

from playwright.sync_api import Page, expect
from tests.stage.browser import Tabs
from tests.stage.daemon import StagedDaemon

SETTINGS = "[display]\nguard_ms = 0\n"
DRAWN = "(key) => key.querySelector('img')?.complete && key.querySelector('img').naturalWidth"


def names(page: Page) -> list[str]:
    keys = page.get_by_role("group", name="Keyboard").get_by_role("button")
    return [str(keys.nth(n).get_attribute("aria-label")) for n in range(4)]


def test_a_permission_is_answered_on_a_key_that_says_what_it_does(
    daemon: StagedDaemon, tabs: Tabs
) -> None:
    daemon.restart(SETTINGS)
    agent = daemon.agent("shop")
    asked = agent.bash("npm run build")
    page = tabs.open(daemon.link)
    page.get_by_text("npm run build").first.wait_for()
    page.goto(f"{daemon.url}/#/keyboard")
    yes = page.get_by_role("button", name="Yes", exact=True)
    expect(yes).to_be_visible()
    assert names(page) == ["Yes", "Key 2, nothing on it", "No", "More"]
    expect(page.locator(".says")).to_contain_text("npm run build")
    assert yes.evaluate(DRAWN) == 128
    yes.click()
    assert asked.reply()["decision"]["behavior"] == "allow"
    agent.tell("UserPromptSubmit", prompt="go on")
    stop = page.get_by_role("button", name="STOP. hold: wrap up first")
    expect(stop).to_be_visible()
    stop.focus()
    page.keyboard.press("Enter")  # the agent has no pane
    expect(page.get_by_role("status").filter(has_text="pane")).to_be_visible()


def test_holding_the_last_key_lists_the_sessions_and_one_is_bound_until_it_is_lost(
    daemon: StagedDaemon, tabs: Tabs
) -> None:
    daemon.agent("shop")
    other = daemon.agent("barn")
    page = tabs.open(daemon.link)
    page.goto(f"{daemon.url}/#/keyboard")
    page.get_by_role("button", name="barn.").click()
    expect(page.get_by_role("heading", name="Keyboard barn · tk-")).to_be_visible()
    page.reload()
    expect(page.get_by_role("heading", name="Keyboard barn · tk-")).to_be_visible()
    other.tell("SessionEnd", reason="other")
    expect(page.locator(".says")).to_contain_text("Session lost")
    page.get_by_role("button", name="Sessions").click()
    page.get_by_role("button", name="shop.").click()
    expect(page.get_by_role("heading", name="Keyboard shop · tk-")).to_be_visible()
