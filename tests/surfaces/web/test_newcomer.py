"""The first five minutes: from a page that knows nobody to an answer that can be found again."""

from playwright.sync_api import expect
from tests.stage.browser import Tabs, armed, card
from tests.stage.daemon import StagedDaemon


def test_a_newcomer_is_led_to_the_first_answer_and_finds_it_again(
    daemon: StagedDaemon, tabs: Tabs
) -> None:
    page = tabs.open(daemon.link)
    expect(page.get_by_text("Nothing waits for you.")).to_be_visible()
    expect(page.get_by_text("qd up --demo")).to_be_visible()
    expect(page.locator("main.desk .empty")).to_contain_text("qd setup claude")

    agent = daemon.agent("first")
    expect(page.locator("aside .session")).to_contain_text("first")
    hook = agent.bash("npm run build", "Build the site")
    expect(page).to_have_title("(1) Quarterdeck")
    expect(armed(card(page))).to_contain_text("Build the site")
    page.keyboard.press("?")
    expect(page.get_by_role("dialog", name="Keys")).to_contain_text("allow, approve or send")
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog", name="Keys")).to_be_hidden()
    armed(card(page))
    page.keyboard.press("a")
    assert hook.reply()["decision"] == {"behavior": "allow"}
    agent.ran("Bash", {"command": "npm run build"})
    expect(page).to_have_title("Quarterdeck")

    page.get_by_role("link", name="History").click()
    expect(page.locator(".entry").first).to_contain_text("npm run build")
    expect(page.locator(".entry").first.locator(".answer")).to_contain_text("allow")
    page.get_by_role("link", name="Sessions").click()
    page.locator(".preview .name").click()
    expect(page.get_by_role("heading", name="first")).to_be_visible()
    expect(page.get_by_role("region", name="What it did")).to_contain_text("npm run build")
